import { columnName } from '@/domain/previews/grid/cells'
import type { Axis } from '../Axis'
import { tokensOf, type CellName } from './tokens'

export interface Axes {
  rows: Axis
  columns: Axis
}

const GONE = '#REF!'

/** A formula as people write it, as it is stored. Cells outside the sheet become `#REF!`. */
export function storedFormula(written: string, axes: Axes): string {
  return renamed(written, false, (cell) => {
    const row = axes.rows.ids[Number(cell.row) - 1]
    const column = axes.columns.ids[columnIndex(cell.column)]
    return row === undefined || column === undefined ? GONE : storedName({ ...cell, row, column })
  })
}

/** A stored formula, as people write it. */
export function writtenFormula(stored: string, { rows, columns }: Axes): string {
  const tokens = tokensOf(stored, true)
  let result = '='
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'cell') {
      result += token.text
      continue
    }
    const { row, column, isRowFixed, isColumnFixed } = token.cell
    // A deleted end of a range is shown as the nearest that is left.
    const isEnd = tokens[at - 1]?.text === ':'
    const isStart = tokens[at + 1]?.text === ':'
    const down = indexOf(rows, row, isStart, isEnd)
    const across = indexOf(columns, column, isStart, isEnd)
    if (down === null || across === null) result += GONE
    else result += `${isColumnFixed ? '$' : ''}${columnName(across)}${isRowFixed ? '$' : ''}${down + 1}`
  }
  return result
}

function indexOf(axis: Axis, id: string, isStart: boolean, isEnd: boolean): number | null {
  if (!isStart && !isEnd) return axis.indexOf(id)
  const span = axis.spanOf(id)
  const index = isStart ? span?.first : span?.last
  return index !== undefined && index >= 0 && index < axis.length ? index : null
}

/** A stored formula as a copy in another cell: what `$` does not fix moves along. */
export function movedFormula(stored: string, { rows, columns }: Axes, down: number, across: number): string {
  return renamed(stored, true, (cell) => {
    const row = cell.isRowFixed ? cell.row : neighbour(rows, cell.row, down)
    const column = cell.isColumnFixed ? cell.column : neighbour(columns, cell.column, across)
    return row === undefined || column === undefined ? GONE : storedName({ ...cell, row, column })
  })
}

function neighbour(axis: Axis, id: string, by: number): string | undefined {
  const index = axis.indexOf(id)
  return index === null ? undefined : axis.ids[index + by]
}

function renamed(formula: string, isStored: boolean, nameOf: (cell: CellName) => string): string {
  return `=${tokensOf(formula, isStored)
    .map((token) => (token.kind === 'cell' ? nameOf(token.cell) : token.text))
    .join('')}`
}

function storedName({ row, column, isRowFixed, isColumnFixed }: CellName): string {
  return `{${isRowFixed ? '$' : ''}${row}:${isColumnFixed ? '$' : ''}${column}}`
}

/** The index of a column's letters, from 0. */
function columnIndex(letters: string): number {
  let index = 0
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}
