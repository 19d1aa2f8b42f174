import { utils, write, type BookType, type WorkBook } from '@e965/xlsx'
import { mainType, officePackage, relations, schemas, xml } from './office'

/** A workbook with merged cells, widths, hidden rows, columns and sheets, dates, formats, a formula and text that looks like a script. */
export function fullWorkbook(type: BookType): Buffer {
  const book: WorkBook = utils.book_new()
  const marks = utils.aoa_to_sheet([
    ['2026 年成绩', null, null, null],
    ['姓名', '日期', '率', '证件'],
    ['王<script>alert(1)</script>', 45352, 0.125, 202012345678901],
    ['藏', null, null, null],
    ['李\n换行', 45353, 1234.5, 3],
  ])
  marks['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 3 } }]
  marks['!cols'] = [{ wpx: 120 }, { wpx: 90 }, { wpx: 60, hidden: true }, {}]
  marks['!rows'] = [{}, {}, {}, { hidden: true }]
  Object.assign(marks['B3'] as object, { z: 'yyyy-mm-dd', w: '2024-03-01' })
  Object.assign(marks['C3'] as object, { z: '0.0%' })
  Object.assign(marks['D5'] as object, { f: 'SUM(1,2)' })
  utils.book_append_sheet(book, marks, '成绩')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['不给看']]), '藏')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['第二张']]), '二')
  book.Workbook = { Sheets: [{}, { Hidden: 1 }, {}] }
  return write(book, { type: 'buffer', bookType: type, cellStyles: true }) as Buffer
}

/** A workbook whose sheet has this XML before and after its rows. @param cells rows of cells */
export function workbookOf(before: string, cells: string, after = ''): Buffer {
  return officePackage('xl/workbook.xml', `${mainType}.spreadsheetml.sheet.main`, {
    main: `${xml}<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets><sheet name="s" sheetId="1" r:id="s1"/></sheets></workbook>`,
    relationships: `<Relationship Id="s1" Type="${relations}/worksheet" Target="worksheets/s.xml"/>`,
    more: {
      'xl/worksheets/s.xml': `${xml}<worksheet xmlns="${schemas}/spreadsheetml/2006/main">${before}<sheetData>${cells}</sheetData>${after}</worksheet>`,
    },
  })
}

/** Rows of an XLSX with numbers. */
export function numberedCells(rows: number, columns: number): string {
  const letters = Array.from({ length: columns }, (_, column) => utils.encode_col(column))
  return Array.from({ length: rows }, (_, row) => {
    const cells = letters.map((letter, column) => `<c r="${letter}${row + 1}"><v>${row * columns + column}</v></c>`)
    return `<row r="${row + 1}">${cells.join('')}</row>`
  }).join('')
}

/** A workbook of a sheet with numbers, as a spreadsheet writes it. */
export function numbersWorkbook(rows: number, columns: number): Buffer {
  const numbers = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => row * columns + column),
  )
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(numbers), 's')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
