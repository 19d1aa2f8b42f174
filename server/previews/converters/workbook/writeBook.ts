import { writeFile } from 'node:fs/promises'
import * as Y from 'yjs'
import { DOCUMENT_STATE_LIMIT } from '@/domain/documents/bounds'
import { Axis } from '@/domain/documents/sheets/Axis'
import { newSheet } from '@/domain/documents/sheets/bookState'
import {
  FORMULA_LIMIT,
  keyOfCell,
  MOST_CELLS,
  MOST_COLUMNS,
  MOST_ROWS,
  SHEET_NAME_LIMIT,
  type CellContent,
  type FrozenLines,
} from '@/domain/documents/sheets/content'
import { Calculation } from '@/domain/documents/sheets/formulas/Calculation'
import { storedFormula, type Axes } from '@/domain/documents/sheets/formulas/references'
import { tokensOf, type CellName } from '@/domain/documents/sheets/formulas/tokens'
import { isProblem, type Scalar } from '@/domain/documents/sheets/formulas/values'
import { keptResults } from '@/domain/documents/sheets/keptResults'
import { NoPreview } from '../task'
import { isOfExcel } from './formulasOfExcel'
import { requireRoom, type SourceCell, type SourceSheet } from './sourceSheet'

/** The difference that two ways of computing may have, as a share of the number. */
const ALIKE = 1e-9

/** Writes the state of a workbook (yxls) with these sheets. @throws NoPreview too_large */
export async function writeBook(output: string, sheets: readonly SourceSheet[]): Promise<void> {
  const document = new Y.Doc()
  // Always the same, because ids of writers take bytes in each cell. Nobody else makes this state.
  document.clientID = 1
  const left = { cells: MOST_CELLS }
  let results = 0
  document.transact(() => {
    for (const [at, sheet] of sheets.entries()) results += addSheet(document, sheet, `s${at + 1}`, left)
    if (results > 0) document.getMap('meta').set(keptResults, results)
  })
  const state = Y.encodeStateAsUpdate(document)
  document.destroy()
  if (state.length > DOCUMENT_STATE_LIMIT) throw new NoPreview('too_large', `a state of ${state.length} bytes`)
  await writeFile(output, state, { flag: 'wx' })
}

/** @returns the number of formulas of which only the results are kept */
function addSheet(document: Y.Doc, source: SourceSheet, id: string, left: { cells: number }): number {
  const size = sizeOf(source)
  requireRoom(size.rows, size.columns)
  const named = namedSize(source, size)
  const idOf = (of: 'r' | 'c', index: number) => `${of}${index + 1}`
  const sheet = newSheet(id, source.name.slice(0, SHEET_NAME_LIMIT), idOf, named)
  document.getArray('sheets').push([sheet])
  const ids = (name: string) => (sheet.get(name) as Y.Array<string>).toArray()
  const axes = { rows: new Axis(ids('rows'), () => false), columns: new Axis(ids('columns'), () => false) }
  const contentOf = contentsOf(source, axes)
  const parts = { cells: sheet.get('cells') as Y.Map<unknown>, styles: sheet.get('styles') as Y.Map<unknown> }
  let results = 0
  for (let row = 0; row < size.rows; row += 1)
    for (const [column, cell] of (source.rows[row] ?? []).slice(0, size.columns).entries()) {
      if (!isFilled(cell)) continue
      left.cells -= 1
      if (left.cells < 0) throw new NoPreview('too_large', `more than ${MOST_CELLS} cells`)
      const key = keyOfCell(axes.rows.ids[row]!, axes.columns.ids[column]!)
      const content = contentOf(cell, row, column)
      if (cell.formula !== undefined && !(content && 'f' in content)) results += 1
      if (content) parts.cells.set(key, content)
      if (cell.style) parts.styles.set(key, cell.style)
    }
  const widths = sheet.get('widths') as Y.Map<unknown>
  for (const [at, width] of source.widths.slice(0, size.columns).entries())
    if (width !== undefined) widths.set(axes.columns.ids[at]!, width)
  const frozen = frozenLines(source, axes)
  if (Object.keys(frozen).length > 0) sheet.set('frozen', frozen)
  return results
}

function frozenLines({ frozen }: SourceSheet, { rows, columns }: Axes): FrozenLines {
  const [row, column] = [rows.ids[(frozen?.rows ?? 0) - 1], columns.ids[(frozen?.columns ?? 0) - 1]]
  return { ...(row !== undefined && { rows: row }), ...(column !== undefined && { columns: column }) }
}

function isFilled(cell: SourceCell | undefined): cell is SourceCell {
  return cell !== undefined && (cell.value !== null || cell.formula !== undefined || cell.style?.fill !== undefined)
}

/** The rows and columns up to the last cell that is filled. */
function sizeOf({ rows }: SourceSheet): { rows: number; columns: number } {
  const size = { rows: 0, columns: 0 }
  for (const [at, row = []] of rows.entries())
    for (let column = row.length - 1; column >= 0; column -= 1) {
      const cell = row[column]
      // A colour alone makes no room: files often colour all columns.
      if (!isFilled(cell) || (cell.value === null && cell.formula === undefined)) continue
      size.rows = at + 1
      size.columns = Math.max(size.columns, column + 1)
      break
    }
  return size
}

/** As sizeOf, with the cells that formulas name, so that ranges may reach beyond what is filled. */
function namedSize({ rows }: SourceSheet, { rows: down, columns: across }: { rows: number; columns: number }) {
  const size = { rows: down, columns: across }
  const add = ({ row, column }: CellName) => {
    const end = Number(row)
    if (end <= MOST_ROWS) size.rows = Math.max(size.rows, end)
    const letters = [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    if (letters <= MOST_COLUMNS) size.columns = Math.max(size.columns, letters)
  }
  for (const row of rows)
    row?.forEach((cell) => {
      if (cell?.formula === undefined) return
      for (const token of tokensOf(`=${cell.formula}`, false)) if (token.kind === 'cell') add(token.cell)
    })
  return size
}

/**
 * What cells of a sheet hold. A formula stays one if our engine knows it and computes what the file says, with the values that the file says of other
 * cells; else only its result stays.
 */
function contentsOf({ rows }: SourceSheet, axes: Axes) {
  const places = (of: 'rows' | 'columns') => new Map(axes[of].ids.map((id, at) => [id, at]))
  const [down, across] = [places('rows'), places('columns')]
  let checked: { row: string; column: string; f: string } | null = null
  const calculation = new Calculation({
    ...axes,
    contentOf(row, column): CellContent | null {
      if (checked?.row === row && checked.column === column) return { f: checked.f }
      return valueIn(rows[down.get(row)!]?.[across.get(column)!])
    },
    keys() {
      const keys: string[] = []
      rows.forEach((row, at) =>
        row?.forEach((_cell, column) => keys.push(keyOfCell(axes.rows.ids[at]!, axes.columns.ids[column]!))),
      )
      return keys
    },
  })
  return (cell: SourceCell, row: number, column: number): CellContent | null => {
    const result = valueIn(cell)
    if (cell.formula === undefined) return result
    const f = storedFormula(`=${cell.formula}`, axes)
    if (f.length > FORMULA_LIMIT || !isOfExcel(f)) return result
    if (cell.hasResult === false) return { f }
    checked = { row: axes.rows.ids[row]!, column: axes.columns.ids[column]!, f }
    const key = new Set([keyOfCell(checked.row, checked.column)])
    calculation.change(key)
    const isKnown = isAlike(calculation.valueOf(checked.row, checked.column), cell.value)
    checked = null
    calculation.change(key)
    return isKnown ? { f } : result
  }
}

function valueIn(cell: SourceCell | undefined): CellContent | null {
  return cell === undefined || cell.value === null ? null : { v: cell.value }
}

function isAlike(computed: Scalar, stored: SourceCell['value']): boolean {
  if (typeof computed === 'number' && typeof stored === 'number')
    return Math.abs(computed - stored) <= ALIKE * Math.max(1, Math.abs(computed), Math.abs(stored))
  if (isProblem(computed)) return computed.error === stored
  return computed === stored || (stored === null && (computed === '' || computed === null))
}
