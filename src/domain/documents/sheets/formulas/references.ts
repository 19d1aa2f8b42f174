import { columnName } from '@/domain/previews/grid/cells'
import type { Axis } from '../Axis'
import { tokensOf, type CellName, type Token } from './tokens'

export interface Axes {
  rows: Axis
  columns: Axis
}

/** Stands for a cell that is not in the sheet. */
const GONE = '#REF!'
/** In place of an index: an end of whole columns has no row, an end of whole rows no column. */
const ALL = 'all'
type Index = number | typeof ALL

/** A formula as people write it, as it is stored. Cells outside the sheet become `#REF!`. */
export function storedFormula(written: string, axes: Axes): string {
  return stored(written, axes, () => GONE)
}

function stored(written: string, axes: Axes, outside: (name: string) => string): string {
  const parts = tokensOf(written, false).map((token) => {
    if (token.kind !== 'cell') return token.text
    const row = token.cell.row === '' ? ALL : Number(token.cell.row) - 1
    const column = token.cell.column === '' ? ALL : columnIndex(token.cell.column)
    return storedName(token.cell, axes, row, column) ?? outside(token.text)
  })
  return `=${parts.join('')}`
}

/** A formula as people write it, after rows or columns were inserted or deleted. A name outside the sheet may not be whole yet, and stays. */
export function renamedFormula(written: string, before: Axes, now: Axes): string {
  const formula = stored(written, before, (name) => name)
  const renamed = writtenFormula(formula, now)
  return renamed === writtenFormula(formula, before) ? written : renamed
}

/** A stored formula, as people write it. A deleted end of a range is the nearest cell that is left. */
export function writtenFormula(stored: string, axes: Axes): string {
  return withNames(stored, axes, ({ isRowFixed, isColumnFixed }, row, column) =>
    [
      column === ALL ? '' : `${isColumnFixed ? '$' : ''}${columnName(column)}`,
      row === ALL ? '' : `${isRowFixed ? '$' : ''}${row + 1}`,
    ].join(''),
  )
}

/** A stored formula as a copy in another cell, perhaps of another sheet: what `$` does not fix moves along. */
export function movedFormula(stored: string, from: Axes, to: Axes, down: number, across: number): string {
  const moved = (cell: CellName, row: Index, column: Index) =>
    storedName(
      cell,
      to,
      row === ALL ? ALL : row + (cell.isRowFixed ? 0 : down),
      column === ALL ? ALL : column + (cell.isColumnFixed ? 0 : across),
    )
  return withNames(stored, from, (cell, row, column) => moved(cell, row, column) ?? GONE)
}

/** @param nameOf the new name of a cell at an index of a row and a column */
function withNames(stored: string, axes: Axes, nameOf: (cell: CellName, row: Index, column: Index) => string): string {
  const tokens = tokensOf(stored, true)
  const parts = tokens.map((token, at) => {
    if (token.kind !== 'cell') return token.text
    const [next, previous] = [otherEnd(tokens, at, 1), otherEnd(tokens, at, -1)]
    const row = indexOf(axes.rows, token.cell.row, next?.row, previous?.row)
    const column = indexOf(axes.columns, token.cell.column, next?.column, previous?.column)
    return row === null || column === null ? GONE : nameOf(token.cell, row, column)
  })
  return `=${parts.join('')}`
}

/** The other end of a range, after or before a cell; null for a cell that is in no range. */
function otherEnd(tokens: readonly Token[], at: number, step: 1 | -1): CellName | null {
  const next = (from: number) => {
    let to = from + step
    while (tokens[to]?.kind === 'space') to += step
    return to
  }
  const sign = next(at)
  if (tokens[sign]?.text !== ':') return null
  const other = tokens[next(sign)]
  return other?.kind === 'cell' ? other.cell : null
}

/** The index of an id, or of the nearest that is left of a range that begins before `next` or ends after `previous`; null if nothing is left. */
function indexOf(axis: Axis, id: string, next?: string, previous?: string): Index | null {
  if (id === '') return ALL
  if (next === undefined && previous === undefined) return axis.indexOf(id)
  const span = next === undefined ? axis.between(previous!, id) : axis.between(id, next)
  if (span === null) return null
  return (next === undefined) === span.isBackwards ? span.first : span.last
}

/** null for a cell outside the sheet */
function storedName(
  { isRowFixed, isColumnFixed }: CellName,
  { rows, columns }: Axes,
  row: Index,
  column: Index,
): string | null {
  const [rowId, columnId] = [row === ALL ? '' : rows.ids[row], column === ALL ? '' : columns.ids[column]]
  if (rowId === undefined || columnId === undefined) return null
  return `{${isRowFixed ? '$' : ''}${rowId}:${isColumnFixed ? '$' : ''}${columnId}}`
}

/** The index of a column's letters, from 0. */
function columnIndex(letters: string): number {
  let index = 0
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}
