import { isSameSort, type Sort } from '@/domain/items/sorting'
import { isSortedAlike } from '@/domain/items/lists/changes'
import { received, type PageRequest, type PagedRows } from '@/domain/items/lists/paging'
import type { Row } from './rows'

/** @param before the order of the rows that are there, `now` that of the answer: another one, chosen elsewhere, replaces them */
export function mergeRefresh(before: Sort | null, now: Sort | null): typeof received<Row> {
  return before && now && !isSameSort(before, now) ? received : joined
}

/**
 * The first rows came again while the list is read, or for somebody who comes back to it: what did not change stays the same object,
 * and what lies below the last of them stays, so that nobody loses their place. Where they are those that are there, each where its order
 * has it, what the user put on top or named anew stays where they saw it (LIST-06).
 */
function joined(
  held: PagedRows<Row>,
  ask: PageRequest,
  answer: { rows: readonly Row[]; total: number },
): PagedRows<Row> {
  const after = received(held, ask, answer)
  const unseen = new Map(held.rows.map((row) => [row.typed_id, row]))
  let isAsSeen = after.total === held.total
  const rows = after.rows.map((row) => {
    const before = unseen.get(row.typed_id)
    unseen.delete(row.typed_id)
    isAsSeen &&= before !== undefined && isSortedAlike(before, row)
    return JSON.stringify(before) === JSON.stringify(row) ? before! : row
  })
  if (isAsSeen) {
    const now = new Map(rows.map((row) => [row.typed_id, row]))
    const isComplete = held.isComplete || after.isComplete
    return { ...after, rows: held.rows.map((row) => now.get(row.typed_id) ?? row), offset: held.offset, isComplete }
  }
  const last = held.rows.map((row) => unseen.has(row.typed_id)).lastIndexOf(false)
  const below = after.isComplete || last < 0 ? [] : held.rows.slice(last + 1)
  const offset = below.length === 0 ? 0 : held.offset + Math.min(0, after.total! - held.total!)
  return { ...after, rows: [...rows, ...below], offset: Math.max(after.offset, offset) }
}
