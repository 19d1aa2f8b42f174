import type { SheetState } from '@/domain/documents/sheets/bookState'
import { keyOfCell, type CellContent, type CellStyle } from '@/domain/documents/sheets/content'
import { Calculation } from '@/domain/documents/sheets/formulas/Calculation'
import type { Scalar } from '@/domain/documents/sheets/formulas/values'

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

/** The cells of a sheet, with the results of its formulas. */
export function cellsOf(state: SheetState): BookSheet {
  const [rows, columns] = [state.rows(), state.columns()]
  const calculation = new Calculation(state.calculated(rows, columns))
  const [cells, styles] = [state.part('cells'), state.part('styles')]
  const written = rows.ids.map((row) => {
    let used = 0
    const all = columns.ids.map((column, at): BookCell | null => {
      const key = keyOfCell(row, column)
      if (!cells?.has(key) && !styles?.has(key)) return null
      const [content, style] = [state.contentOf(row, column), state.styleOf(row, column) ?? {}]
      if (content === null && style.fill === undefined) return null
      used = at + 1
      return { content, value: calculation.valueOf(row, column), style }
    })
    return all.slice(0, used)
  })
  while (written.at(-1)?.length === 0) written.pop()
  return { state, rows: written }
}
