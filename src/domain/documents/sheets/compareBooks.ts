import type * as Y from 'yjs'
import { sheetsIn, type SheetState } from './bookState'
import type { CellStyle } from './content'
import { writtenIn } from './entering'

/** How a cell differs from what it was. */
export interface CellChange {
  /** What it held, as people write it; '' for nothing. */
  before: string
  /** Whether only its look differs. */
  isLook: boolean
}

/** The changed cells of a sheet, by `keyOfCell`. */
export type SheetChanges = ReadonlyMap<string, CellChange>

/** What makes a workbook differ from an earlier one. */
export interface BookChanges {
  /** By the ids of the sheets that the later one has. */
  cells: ReadonlyMap<string, SheetChanges>
  counts: Record<'cells' | 'rows' | 'columns' | 'sheets', { added: number; removed: number }>
}

const NO_STYLE: CellStyle = {}

/**
 * Compares two states of a workbook. A cell is the same if it is in the same row and column, wherever these lie now. `counts.cells.added` counts
 * changed cells, `removed` those that are empty by now.
 */
export function compareBooks(now: Y.Doc, before: Y.Doc): BookChanges {
  const earlier = new Map(sheetsIn(before).map((sheet) => [sheet.id, sheet]))
  const none = () => ({ added: 0, removed: 0 })
  const counts: BookChanges['counts'] = { cells: none(), rows: none(), columns: none(), sheets: none() }
  const cells = new Map<string, SheetChanges>()
  for (const sheet of sheetsIn(now)) {
    const was = earlier.get(sheet.id)
    earlier.delete(sheet.id)
    const changes = changedCells(sheet, was)
    if (changes.size > 0) cells.set(sheet.id, changes)
    for (const [key, { isLook }] of changes)
      counts.cells[!isLook && !sheet.part('cells')?.has(key) ? 'removed' : 'added'] += 1
    if (was === undefined) counts.sheets.added += 1
    else for (const of of ['rows', 'columns'] as const) countLines(counts[of], sheet[of]().ids, was[of]().ids)
  }
  counts.sheets.removed = earlier.size
  return { cells, counts }
}

function countLines(count: { added: number; removed: number }, now: readonly string[], before: readonly string[]) {
  const [present, past] = [new Set(now), new Set(before)]
  count.added += now.filter((id) => !past.has(id)).length
  count.removed += before.filter((id) => !present.has(id)).length
}

/** @param was the sheet before; undefined for a new one */
function changedCells(sheet: SheetState, was: SheetState | undefined): SheetChanges {
  const axes = { rows: sheet.rows(), columns: sheet.columns() }
  const earlierAxes = was && { rows: was.rows(), columns: was.columns() }
  const keys = new Set([sheet, was].flatMap((each) => [...partKeys(each, 'cells'), ...partKeys(each, 'styles')]))
  const changes = new Map<string, CellChange>()
  for (const key of keys) {
    const [row, column] = key.split(':') as [string, string]
    // What a deleted row or column held counts as that row or column.
    if (axes.rows.indexOf(row) === null || axes.columns.indexOf(column) === null) continue
    const [content, style] = [sheet.contentOf(row, column), sheet.styleOf(row, column) ?? NO_STYLE]
    const [earlier, look] = [was?.contentOf(row, column) ?? null, was?.styleOf(row, column) ?? NO_STYLE]
    const isLook = sameContent(content, earlier)
    if (isLook && sameLook(style, look)) continue
    changes.set(key, { before: earlierAxes ? writtenIn(earlier, look, earlierAxes) : '', isLook })
  }
  return changes
}

function partKeys(sheet: SheetState | undefined, part: 'cells' | 'styles'): string[] {
  return [...(sheet?.part(part)?.keys() ?? [])]
}

function sameContent(one: ReturnType<SheetState['contentOf']>, other: typeof one): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function sameLook(one: CellStyle, other: CellStyle): boolean {
  const fields = Object.keys({ ...one, ...other }) as (keyof CellStyle)[]
  return fields.every((field) => one[field] === other[field])
}
