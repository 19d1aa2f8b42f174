import { writeFile } from 'node:fs/promises'
import { csvOf } from '@/domain/administration/csv'
import { sheetsIn, type SheetState } from '@/domain/documents/sheets/bookState'
import { keyOfCell, type CellContent, type CellStyle } from '@/domain/documents/sheets/content'
import { Calculation } from '@/domain/documents/sheets/formulas/Calculation'
import { numberResult, toText, type Scalar } from '@/domain/documents/sheets/formulas/values'
import { openParts } from '../conversion/openParts'
import { NoPreview, type WrittenBook } from '../task'
import { writeExcel } from './writeExcel'

/** Cells with contents or a look that are written; more would take all memory of the process. */
const MOST = 1_000_000

/** A cell of a workbook, with the result of its formula. */
export interface BookCell {
  content: CellContent | null
  value: Scalar
  style: CellStyle
}

/** The cells of a sheet up to the last that has something. */
export interface BookSheet {
  state: SheetState
  rows: (BookCell | null)[][]
}

/**
 * Writes a workbook (yxls) as a file of another kind; a csv has the first sheet.
 * @param input the parts of its state (`stateParts`)
 * @throws NoPreview too_large; extension_not_correct for other bytes
 */
export async function copyBook(input: string, output: string, to: WrittenBook): Promise<void> {
  const sheets = sheetsIn(await openParts(input))
  const count = sheets.reduce((sum, sheet) => sum + (sheet.part('cells')?.size ?? 0) + (sheet.part('styles')?.size ?? 0), 0)
  if (count > MOST) throw new NoPreview('too_large', `more than ${MOST} cells`)
  if (to === 'xlsx') return writeExcel(output, sheets.map(cellsOf))
  const [first] = sheets
  await writeFile(output, csvOf(first ? cellsOf(first).rows.map((row) => row.map(separatedText)) : []), { flag: 'wx' })
}

function cellsOf(state: SheetState): BookSheet {
  const [rows, columns] = [state.rows(), state.columns()]
  const contentOf = (row: string, column: string) => state.contentOf(row, column)
  const calculation = new Calculation({ rows, columns, contentOf })
  const [cells, styles] = [state.part('cells'), state.part('styles')]
  const written = rows.ids.map((row) => {
    let used = 0
    const all = columns.ids.map((column, at): BookCell | null => {
      const key = keyOfCell(row, column)
      if (!cells?.has(key) && !styles?.has(key)) return null
      const [content, style] = [contentOf(row, column), state.styleOf(row, column) ?? {}]
      if (content === null && style.fill === undefined) return null
      used = at + 1
      return { content, value: calculation.valueOf(row, column), style }
    })
    return all.slice(0, used)
  })
  while (written.at(-1)?.length === 0) written.pop()
  return { state, rows: written }
}

/** A cell as people would write it, without a sign that only our editor reads. */
function separatedText(cell: BookCell | null): string {
  if (cell === null) return ''
  const { value, style } = cell
  if (typeof value !== 'number') return toText(value)
  return style.format === 'percent' ? `${plainNumber(value * 100)}%` : plainNumber(value)
}

/** All digits of a number, without those behind the 15th, in which 0.1 + 0.2 differs from 0.3. */
export function plainNumber(value: number): string {
  const exact = Number(value.toPrecision(15))
  return typeof numberResult(exact) === 'number' ? String(exact) : ''
}
