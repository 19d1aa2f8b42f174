import { StringDecoder } from 'node:string_decoder'
import { MOST_CELLS } from '@/domain/documents/sheets/content'
import { DocxParts } from '../document/docxParts'
import { attributeOf, readTags, tagParser } from '../tags'
import { NoPreview } from '../task'
import { requireRoom } from './sourceSheet'

/** What a cell says beside what SheetJS reads. */
export interface CellNote {
  /** The place of its style in the list of styles. */
  style: number
  /** Whether it has a value: a formula may have none. */
  hasValue: boolean
  /** A number of so many digits that JavaScript would lose some. */
  digits?: string
  /** The text that stands in the cell itself, of which SheetJS may read a part only. */
  text?: string
}

/** The notes of a sheet by `placeOf`. */
export type SheetNotes = ReadonlyMap<number, CellNote>

const MOST_EXCEL_COLUMNS = 16_384

export function placeOf(row: number, column: number): number {
  return row * MOST_EXCEL_COLUMNS + column
}

/**
 * The notes of the sheets of a workbook of Excel 2007 or later, by their order; a sheet without cells has none.
 * @throws NoPreview too_large for more than a workbook holds, office_encrypted, extension_not_correct
 */
export async function readNotes(path: string): Promise<SheetNotes[]> {
  const parts = await DocxParts.open(path)
  const main = [...(await parts.relationsOf('')).values()].find(({ type }) => type.endsWith('/officeDocument'))?.target
  const book = main ?? 'xl/workbook.xml'
  const relations = await parts.relationsOf(book)
  const names: (string | undefined)[] = []
  readTags((await parts.text(book)) ?? '', (tag, attributes) => {
    if (tag === 'sheet') names.push(relations.get(attributeOf(attributes, 'id') ?? '')?.target)
  })
  const sheets: SheetNotes[] = []
  let left = MOST_CELLS
  for (const name of names) {
    const notes = new Map<number, CellNote>()
    if (name !== undefined && name.endsWith('.xml') && parts.has(name))
      left -= await readSheet(parts, name, notes, left)
    sheets.push(notes)
  }
  return sheets
}

/** A cell that is being read. */
interface OpenCell {
  style: number
  type: string
  hasValue: boolean
  words: string
  /** The part that is open. */
  within: string
}

/** Parts of a cell with words. */
const worded = new Set(['v', 't', 'rPh'])

/** @returns the number of cells with values */
async function readSheet(parts: DocxParts, name: string, notes: Map<number, CellNote>, most: number): Promise<number> {
  let [row, column, filled] = [-1, -1, 0]
  let cell: OpenCell | null = null
  const parser = tagParser({
    onOpen(tag, attributes) {
      if (tag === 'row') {
        row = attributes.r === undefined ? row + 1 : Number(attributes.r) - 1
        column = -1
      } else if (tag === 'c') {
        column = columnIn(attributes.r) ?? column + 1
        cell = { style: Number(attributes.s) || 0, type: attributes.t ?? 'n', hasValue: false, words: '', within: '' }
      } else if (cell !== null && worded.has(tag) && cell.within !== 'rPh') cell.within = tag
    },
    onText(text) {
      if (!cell || (cell.within !== 'v' && cell.within !== 't')) return
      cell.hasValue = true
      if (cell.type === 'n' || cell.type === 'inlineStr') cell.words += text
    },
    onClose(tag) {
      // The sounds of Chinese characters have texts of their own.
      if (cell && worded.has(tag)) cell.within = cell.within === 'rPh' && tag !== 'rPh' ? 'rPh' : ''
      if (tag !== 'c' || cell === null) return
      const { style, type, hasValue, words } = cell
      cell = null
      if (hasValue) {
        requireRoom(row + 1, column + 1)
        filled += 1
        if (filled > most) throw new NoPreview('too_large', `more than ${MOST_CELLS} cells`)
      }
      const digits = type === 'n' && /^\s*-?\d{16,}\s*$/.test(words) ? words.trim() : undefined
      const text = type === 'inlineStr' ? unescaped(words) : undefined
      const more = { ...(digits !== undefined && { digits }), ...(text !== undefined && { text }) }
      notes.set(placeOf(row, column), { style, hasValue, ...more })
    },
  })
  const decoder = new StringDecoder('utf8')
  await parts.pass(name, (chunk) => {
    parser.write(decoder.write(chunk))
    return true
  })
  parser.end(decoder.end())
  return filled
}

/** The column in the name of a cell, such as 27 of AB3; null without a name. */
function columnIn(name: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(name ?? '')?.[0]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** A text as Excel writes it, with signs such as _x000A_ for what XML cannot hold. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
