import * as Y from 'yjs'
import { newBook, sheetsIn, type SheetState } from '@/domain/documents/sheets/bookState'
import { Calculation } from '@/domain/documents/sheets/formulas/Calculation'
import { shownText } from '@/domain/documents/sheets/showing'
import { enteredIn } from '@/domain/documents/sheets/entering'
import { writeCells } from '@/stores/documents/sheets/sheetEdits'

/** The first sheet of a workbook. */
export function firstSheet(document: Y.Doc): SheetState {
  return sheetsIn(document)[0]!
}

/** Writes into a cell, by its indices in the first sheet. */
export function writeCell(document: Y.Doc, row: number, column: number, written: string): void {
  const sheet = firstSheet(document)
  const axes = { rows: sheet.rows(), columns: sheet.columns() }
  const id = { row: axes.rows.ids[row]!, column: axes.columns.ids[column]! }
  document.transact(() => writeCells(sheet, [{ ...id, content: enteredIn(written, axes).content }]))
}

/** The cells of the first sheet as they are shown, without the empty ones at the ends. */
export function shownCells(document: Y.Doc): string[][] {
  const sheet = firstSheet(document)
  const [rows, columns] = [sheet.rows(), sheet.columns()]
  const calculation = new Calculation(sheet.calculated(rows, columns))
  const shown = rows.ids.map((row) =>
    withoutEnd(
      columns.ids.map((column) => shownText(calculation.valueOf(row, column), sheet.styleOf(row, column) ?? {})),
      (text) => text === '',
    ),
  )
  return withoutEnd(shown, (line) => line.length === 0)
}

function withoutEnd<T>(list: readonly T[], isEmpty: (each: T) => boolean): T[] {
  let { length } = list
  while (length > 0 && isEmpty(list[length - 1]!)) length -= 1
  return list.slice(0, length)
}

/** The stored state of a new workbook with one written cell. */
export function writtenBook(text: string): Buffer {
  const document = new Y.Doc()
  Y.applyUpdate(document, newBook())
  writeCell(document, 0, 0, text)
  return Buffer.from(Y.encodeStateAsUpdate(document))
}
