import * as Y from 'yjs'
import type { SheetState } from '@/domain/documents/sheets/bookState'
import { keyOfCell, MOST_IDS, type CellContent, type CellStyle } from '@/domain/documents/sheets/content'

/** A cell by the ids of its row and column. */
export interface CellId {
  row: string
  column: string
}

/** Indices of cells; the ends are included. */
export interface Area {
  top: number
  bottom: number
  left: number
  right: number
}

/** What becomes of a cell. `undefined` leaves a part as it is; null empties it. */
export interface CellEdit extends CellId {
  content?: CellContent | null
  style?: CellStyle | null
}

/** bytes of an update, about: the server refuses larger ones than 2 MB */
const UPDATE = 400_000
/** bytes of a cell's key and of what Yjs stores beside it, about */
const AROUND = 60

/** Runs `write` with as many edits at a time as fit into one update, also into that of their undo. */
export function inUpdates(
  sheet: SheetState,
  edits: readonly CellEdit[],
  write: (part: readonly CellEdit[]) => void,
): void {
  let part: CellEdit[] = []
  let bytes = 0
  for (const edit of edits) {
    const { row, column, content, style } = edit
    const held = [sheet.contentOf(row, column), sheet.styleOf(row, column)]
    part.push(edit)
    bytes += AROUND + 3 * Math.max(JSON.stringify([content, style]).length, JSON.stringify(held).length)
    if (bytes < UPDATE) continue
    write(part)
    part = []
    bytes = 0
  }
  if (part.length > 0) write(part)
}

/** Call within a transaction. Writes only what differs. */
export function writeCells(sheet: SheetState, edits: readonly CellEdit[]): void {
  for (const { row, column, content, style } of edits) {
    const key = keyOfCell(row, column)
    if (content !== undefined) put(partOf(sheet, 'cells'), key, content)
    if (style !== undefined) put(partOf(sheet, 'styles'), key, style && Object.keys(style).length > 0 ? style : null)
  }
}

function put(part: Y.Map<unknown>, key: string, value: object | null): void {
  if (value === null) {
    if (part.has(key)) part.delete(key)
  } else if (JSON.stringify(part.get(key)) !== JSON.stringify(value)) part.set(key, value)
}

/** A part of a sheet, which is made if it is absent. */
export function partOf(sheet: SheetState, name: 'cells' | 'styles' | 'widths' | 'deleted'): Y.Map<unknown> {
  const known = sheet.part(name)
  if (known) return known
  const made = new Y.Map<unknown>()
  sheet.map.set(name, made)
  return made
}

/** Inserts rows or columns, as far as there is room. @param beside the id before or after which they lie; null: at the end @returns their ids */
export function insertLines(
  sheet: SheetState,
  of: 'rows' | 'columns',
  count: number,
  beside: { id: string; isAfter: boolean } | null,
): string[] {
  const ids = sheet.ids(of)
  if (ids === null) return []
  const made = Array.from({ length: Math.min(count, MOST_IDS[of] - ids.length) }, newId)
  const at = beside === null ? -1 : ids.toArray().indexOf(beside.id)
  ids.insert(at < 0 || beside === null ? ids.length : at + (beside.isAfter ? 1 : 0), made)
  return made
}

/** Edits that empty the cells of rows or columns, or of the whole sheet. */
export function emptied(sheet: SheetState, of?: 'rows' | 'columns', ids?: readonly string[]): CellEdit[] {
  const gone = new Set(ids)
  const edits: CellEdit[] = []
  for (const key of new Set([...(sheet.part('cells')?.keys() ?? []), ...(sheet.part('styles')?.keys() ?? [])])) {
    const [row = '', column = ''] = key.split(':')
    if (of === undefined || gone.has(of === 'rows' ? row : column))
      edits.push({ row, column, content: null, style: null })
  }
  return edits
}

/** Deletes rows or columns with their cells. Their ids stay, so that formulas still know where they were. */
export function deleteLines(sheet: SheetState, of: 'rows' | 'columns', ids: readonly string[]): void {
  writeCells(sheet, emptied(sheet, of, ids))
  const deleted = partOf(sheet, 'deleted')
  for (const id of ids) deleted.set(id, true)
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** An id that nobody else makes at the same time. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => LETTERS[byte % LETTERS.length]).join('')
}
