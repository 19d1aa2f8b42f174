import type { GridMerge, GridSheet } from '@/contract/previews/grid'
import { cellsOf } from '@/domain/previews/grid/cells'

/** The most that is shown of a file; the rest is cut. */
export const MOST = {
  sheets: 64,
  rows: 200_000,
  columns: 1000,
  /** characters of a cell */
  text: 10_000,
  /** merged regions of all sheets, and runs of hidden rows of a sheet */
  merges: 2000,
  skips: 500,
  frozen: { rows: 20, columns: 10 },
}

/** A sheet before it is written. Its rows are packed one by one, so that only the written blocks need memory. */
export interface TableSheet extends Omit<GridSheet, 'rows' | 'blocks'> {
  rows: Iterable<string>
}

export interface TableBook {
  sheets: TableSheet[]
  isCut: boolean
}

/** px of a column without a width of its own */
const WIDTH = { least: 56, most: 280, around: 20, letter: 8.5 }
/** Rows whose texts decide the widths of columns. */
const SAMPLE = 200
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/
/** Beyond this many columns the first stays on the screen if the file does not say which do. */
const FEW_COLUMNS = 4

/**
 * Widths by the texts of the first rows.
 * @param columns their number
 * @param given px of the columns with a width of their own
 * @param merges whose texts reach over several columns
 */
export function widthsOf(
  rows: readonly string[],
  columns: number,
  given: readonly (number | undefined)[] = [],
  merges: readonly GridMerge[] = [],
) {
  const letters = Array.from({ length: columns }, () => 0)
  const wide = new Set(merges.filter((merge) => merge.columns > 1).map(({ row, column }) => `${row} ${column}`))
  for (const [at, row] of rows.slice(0, SAMPLE).entries())
    cellsOf(row).forEach(({ text }, column) => {
      if (column >= columns || wide.has(`${at} ${column}`)) return
      letters[column] = Math.max(letters[column]!, lettersOf(text))
    })
  const widths: GridSheet['widths'] = []
  letters.forEach((most, column) => {
    const own = WIDTH.around + most * WIDTH.letter
    const pixels = given[column] ?? Math.round(Math.min(WIDTH.most, Math.max(WIDTH.least, own)))
    const run = widths.at(-1)
    if (run?.pixels === pixels) run.columns += 1
    else widths.push({ pixels, columns: 1 })
  })
  return widths
}

/** The letters of the longest line; wide ones count twice. */
function lettersOf(text: string): number {
  let most = 0
  let line = 0
  // A longer text is wider than the widest column.
  for (const letter of text.slice(0, 100)) {
    line = letter === '\n' ? 0 : line + (WIDE.test(letter) ? 2 : 1)
    most = Math.max(most, line)
  }
  return most
}

/** Rows with a title that may stand above the headings. */
const TITLES = 2

/**
 * The rows and columns that stay on the screen if the file does not say: a row of headings, with a title above it, and the first column of many.
 */
export function usualFrozen(
  rows: readonly string[],
  columns: number,
): Pick<GridSheet, 'frozen_rows' | 'frozen_columns'> {
  for (const [at, row] of rows.slice(0, TITLES + 1).entries()) {
    const filled = cellsOf(row).filter(({ text }) => text !== '')
    if (filled.length < 2) continue
    const isHead = at + 1 < rows.length && filled.every(({ value }) => value === null)
    return { frozen_rows: isHead ? at + 1 : 0, frozen_columns: isHead && columns > FEW_COLUMNS ? 1 : 0 }
  }
  return { frozen_rows: 0, frozen_columns: 0 }
}
