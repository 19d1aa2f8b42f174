import { writeFile } from 'node:fs/promises'
import { csvOf } from '@/domain/administration/csv'
import { sheetsIn } from '@/domain/documents/sheets/bookState'
import { toText } from '@/domain/documents/sheets/formulas/values'
import { openParts } from '../conversion/openParts'
import { NoPreview, type WrittenBook } from '../task'
import { cellsOf, type BookCell } from './bookCells'
import { writeExcel } from './writeExcel'

/** Cells with contents or a look that are written; more would take all memory of the process. */
const MOST = 1_000_000

/**
 * Writes a workbook (yxls) as a file of another kind; a csv has the first sheet.
 * @param input the parts of its state (`stateParts`)
 * @throws NoPreview too_large; extension_not_correct for other bytes
 */
export async function copyBook(input: string, output: string, to: WrittenBook): Promise<void> {
  const sheets = sheetsIn(await openParts(input))
  const count = sheets.reduce(
    (sum, sheet) => sum + (sheet.part('cells')?.size ?? 0) + (sheet.part('styles')?.size ?? 0),
    0,
  )
  if (count > MOST) throw new NoPreview('too_large', `more than ${MOST} cells`)
  if (to === 'xlsx') return writeExcel(output, sheets.map(cellsOf))
  const [first] = sheets
  await writeFile(output, csvOf(first ? cellsOf(first).rows.map((row) => row.map(separatedText)) : []), { flag: 'wx' })
}

/** A cell as people would write it, without a sign that only our editor reads. */
function separatedText(cell: BookCell | null): string {
  if (cell === null) return ''
  const { value, style } = cell
  if (typeof value !== 'number') return toText(value)
  return style.format === 'percent' ? `${plainNumber(value * 100)}%` : plainNumber(value)
}

/** All digits of a number, without those behind the 15th, in which 0.1 + 0.2 differs from 0.3. */
function plainNumber(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(15)))
}
