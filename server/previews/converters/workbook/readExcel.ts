import { readFile } from 'node:fs/promises'
import { read, SSF, type CellObject, type ColInfo, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { COLUMN_WIDTH, MOST_SHEETS, type CellStyle, type NumberFormat } from '@/domain/documents/sheets/content'
import { readParts, type Frozen } from '../grid/workbookParts'
import { NoPreview } from '../task'
import { nearestColour } from './colours'
import { pixelsOfWidth, widthOfExcelPixels } from './columnWidths'
import { placeOf, readNotes, type CellNote, type SheetNotes } from './readNotes'
import { cellText, type SourceCell, type SourceSheet } from './sourceSheet'

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK\x03\x04')
/** Days are written as year, month, day where the file leaves their order to the reader's language. */
const DAY = 'yyyy/m/d'
/** Digits that a number keeps. */
const DIGITS = 15

/** The styles of a workbook, as SheetJS reads them without a type. */
interface Styles {
  CellXf?: { fontId?: number; alignment?: { horizontal?: string } }[]
  Fonts?: { bold?: number | boolean; color?: { rgb?: string } }[]
}

/**
 * All sheets with cells of a workbook, also hidden ones.
 * @throws NoPreview for bytes that are no workbook, need a password or are too large
 */
export async function readExcel(path: string): Promise<SourceSheet[]> {
  const bytes = await readFile(path)
  const begins = (signature: Buffer) => bytes.subarray(0, signature.length).equals(signature)
  if (!begins(ZIP) && !begins(COMPOUND)) throw new NoPreview('extension_not_correct', 'no workbook')
  const frozen = begins(ZIP) ? await readParts(path) : new Map<number, Frozen>()
  const notes = begins(ZIP) ? await readNotes(path) : []
  const book = read(bytes, {
    type: 'buffer',
    dense: true,
    cellFormula: true,
    cellHTML: false,
    cellNF: true,
    cellStyles: true,
    dateNF: DAY,
  })
  const shown = book.SheetNames.map((name, at) => ({ name, at })).filter(({ name }) => isCells(book.Sheets[name]))
  if (shown.length === 0) throw new NoPreview('not_support', 'no sheet with cells')
  if (shown.length > MOST_SHEETS) throw new NoPreview('too_large', `more than ${MOST_SHEETS} sheets`)
  const { Styles: styles = {} } = book as WorkBook & { Styles?: Styles }
  return shown.map(({ name, at }) => ({
    ...sheetOf(name, book.Sheets[name]!, notes[at] ?? new Map(), styles),
    frozen: { rows: frozen.get(at)?.frozen_rows ?? 0, columns: frozen.get(at)?.frozen_columns ?? 0 },
  }))
}

/** Sheets of charts and macros have no cells. */
function isCells(sheet: WorkSheet | undefined): boolean {
  return sheet !== undefined && (sheet['!type'] === undefined || sheet['!type'] === 'sheet')
}

function sheetOf(name: string, sheet: WorkSheet, notes: SheetNotes, styles: Styles): SourceSheet {
  const all = (sheet['!data'] ?? []) as ((CellObject | undefined)[] | undefined)[]
  const columns = (sheet['!cols'] ?? []) as (ColInfo | undefined)[]
  const rows: SourceSheet['rows'] = []
  // Both are sparse; `forEach` passes only what is there.
  all.forEach((row, at) => {
    const cells: SourceCell[] = []
    row?.forEach((cell, column) => {
      if (cell) cells[column] = cellOf(cell, notes.get(placeOf(at, column)), styles)
    })
    rows[at] = cells
  })
  return { name, rows, widths: Array.from(columns, widthOf) }
}

function widthOf(info: ColInfo | undefined): number | undefined {
  const width = info?.width ?? (info?.wpx === undefined ? undefined : widthOfExcelPixels(info.wpx))
  if (width === undefined || info?.hidden === true || !Number.isFinite(width)) return undefined
  return Math.round(Math.min(COLUMN_WIDTH.most, Math.max(COLUMN_WIDTH.least, pixelsOfWidth(width))))
}

function cellOf(cell: CellObject, note: CellNote | undefined, styles: Styles): SourceCell {
  const { value, format } = valueOf(cell, note)
  const style = styleOf(cell, note, styles, format)
  const isPart = cell.F !== undefined
  return {
    value,
    // The formula of a block of cells computes all of them at once.
    ...(cell.f !== undefined && !isPart && { formula: cell.f, hasResult: note?.hasValue ?? true }),
    ...(style && { style }),
  }
}

function valueOf(cell: CellObject, note: CellNote | undefined): { value: SourceCell['value']; format?: NumberFormat } {
  const { t, v, w, z } = cell
  if (v === undefined || v === null || t === 'z' || note?.hasValue === false) return { value: null }
  if (note?.text !== undefined) return { value: cellText(note.text) || null }
  if (t === 'b') return { value: v === true }
  if (t !== 'n') return { value: cellText(t === 's' ? String(v) : (w ?? String(v))) || null }
  if (note?.digits !== undefined) return { value: note.digits }
  const number = Number(v)
  const code = String(z ?? 'General')
  if (!Number.isFinite(number)) return { value: null }
  if (Math.abs(number) >= 10 ** DIGITS && Number.isInteger(number)) return { value: BigInt(number).toString() }
  if (w !== undefined && (isDate(code) || isNamed(w))) return { value: cellText(w.trim()) || null }
  const format = formatOf(code)
  return { value: number, ...(format && { format }) }
}

/** Whether a shown number begins with zeros, as the numbers of people, rooms and cards do. */
function isNamed(shown: string): boolean {
  return /^\s*-?0\d/.test(shown)
}

function isDate(code: string): boolean {
  return code !== 'General' && SSF.is_date(code)
}

/** The format of cells that is nearest to a code such as #,##0.00. */
function formatOf(code: string): NumberFormat | undefined {
  const [first = ''] = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '').split(';')
  if (first.includes('%')) return 'percent'
  if (/[#0],[#0]/.test(first)) return 'grouped'
  return /^\D*0\.00\D*$/.test(first) && !/e/i.test(first) ? 'fixed' : undefined
}

function styleOf(
  { s }: CellObject,
  note: CellNote | undefined,
  { CellXf: kinds = [], Fonts: fonts = [] }: Styles,
  format: NumberFormat | undefined,
): CellStyle | null {
  const kind = note && kinds[note.style]
  const font = kind?.fontId === undefined ? undefined : fonts[kind.fontId]
  const align = alignOf(kind?.alignment?.horizontal)
  const color = nearestColour(font?.color?.rgb)
  const { patternType, fgColor } = (s ?? {}) as { patternType?: string; fgColor?: { rgb?: string } }
  const fill = patternType === 'solid' ? nearestColour(fgColor?.rgb) : null
  const style: CellStyle = {
    ...(font?.bold && { bold: true }),
    ...(align && { align }),
    ...(color && { color }),
    ...(fill && { fill }),
    ...(format && { format }),
  }
  return Object.keys(style).length > 0 ? style : null
}

function alignOf(horizontal: string | undefined): CellStyle['align'] | undefined {
  switch (horizontal) {
    case 'left':
    case 'right':
    case 'center':
      return horizontal
    case 'centerContinuous':
      return 'center'
    default:
      return undefined
  }
}
