import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Y from 'yjs'
import { bookSourceOf } from '@/domain/documents/conversions'
import { sheetsIn, type SheetState } from '@/domain/documents/sheets/bookState'
import { writtenIn } from '@/domain/documents/sheets/entering'
import { partsOfState } from '../../../server/previews/converters/conversion/stateParts'
import type { WrittenBook } from '../../../server/previews/converters/task'
import { copyBook } from '../../../server/previews/converters/workbook/copyBook'
import { makeBook } from '../../../server/previews/converters/workbook/makeBook'
import { mainType, officePackage, relations, schemas, xml } from '../samples/office'

/** The workbook that a file becomes, by the converter itself. */
export async function bookOf(content: Buffer | string, extension: string): Promise<Y.Doc> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'in'), content)
    await makeBook(join(folder, 'in'), join(folder, 'state'), { from: bookSourceOf(extension)!, extension })
    const document = new Y.Doc()
    Y.applyUpdate(document, new Uint8Array(await readFile(join(folder, 'state'))))
    return document
  })
}

/** A workbook as a file of another kind, by the converter itself. */
export async function fileOf(document: Y.Doc, to: WrittenBook): Promise<Buffer> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'parts'), partsOfState([Y.encodeStateAsUpdate(document)]))
    await copyBook(join(folder, 'parts'), join(folder, 'out'), to)
    return readFile(join(folder, 'out'))
  })
}

async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'book-'))
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The cells of a sheet as people write them, without the empty ones at the ends. */
export function writtenCells(sheet: SheetState): string[][] {
  const axes = { rows: sheet.rows(), columns: sheet.columns() }
  const rows = axes.rows.ids.map((row) => {
    const cells = axes.columns.ids.map((column) =>
      writtenIn(sheet.contentOf(row, column), sheet.styleOf(row, column) ?? {}, axes),
    )
    while (cells.at(-1) === '') cells.pop()
    return cells
  })
  while (rows.at(-1)?.length === 0) rows.pop()
  return rows
}

/** Everything that a workbook has: names, cells as people write them, looks and widths of its sheets. */
export function everythingIn(document: Y.Doc) {
  return sheetsIn(document).map((sheet) => ({
    name: sheet.name,
    cells: writtenCells(sheet),
    styles: sheet.part('styles')!.toJSON(),
    widths: sheet.columns().ids.map((id) => sheet.widthOf(id)),
  }))
}

const main = `xmlns="${schemas}/spreadsheetml/2006/main"`

const contentTypes = [
  `${xml}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  `<Override PartName="/xl/workbook.xml" ContentType="${mainType}.spreadsheetml.sheet.main+xml"/>`,
  `<Override PartName="/xl/styles.xml" ContentType="${mainType}.spreadsheetml.styles+xml"/></Types>`,
].join('')

/** A workbook of Excel with sheets of these rows of XML, and with styles. @param styles the parts of styles.xml */
export function excelOf(sheets: readonly { name: string; rows: string; before?: string }[], styles = ''): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
  const list = sheets.map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}"/>`)
  return officePackage('xl/workbook.xml', `${mainType}.spreadsheetml.sheet.main`, {
    main: `${xml}<workbook ${main} xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`,
    relationships: [
      ...sheets.map((_, at) => relation(`s${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      relation('st', 'styles', 'styles.xml'),
    ].join(''),
    more: {
      '[Content_Types].xml': contentTypes,
      'xl/styles.xml': `${xml}<styleSheet ${main}>${styles}</styleSheet>`,
      ...Object.fromEntries(
        sheets.map(({ rows, before = '' }, at) => [
          `xl/worksheets/sheet${at + 1}.xml`,
          `${xml}<worksheet ${main}>${before}<sheetData>${rows}</sheetData></worksheet>`,
        ]),
      ),
    },
  })
}

/** Cells of a row, from column A. @param cells attributes and contents of each */
export function row(number: number, ...cells: readonly [attributes: string, contents: string][]): string {
  const written = cells.map(
    ([attributes, contents], at) => `<c r="${String.fromCharCode(65 + at)}${number}" ${attributes}>${contents}</c>`,
  )
  return `<row r="${number}">${written.join('')}</row>`
}

export const text = (words: string): [string, string] => ['t="inlineStr"', `<is><t>${words}</t></is>`]
export const number = (value: string, attributes = ''): [string, string] => [attributes, `<v>${value}</v>`]
export const formula = (written: string, result: string, attributes = ''): [string, string] => [
  attributes,
  `<f>${written}</f>${result === '' ? '' : `<v>${result}</v>`}`,
]
