import { isSameSort, type Sort } from '@/domain/items/sorting'
import { isSortedAlike } from '@/domain/items/lists/changes'
import { applyPage, type PageRequest, type PagedRows } from '@/domain/items/lists/paging'
import type { Row } from './rows'

/**
 * Chooses how an answer joins the rows held. If the order was changed elsewhere, the answer replaces the rows.
 * @param before the order of the rows held @param now the order of the answer
 */
export function mergeRefresh(before: Sort | null, now: Sort | null): typeof applyPage<Row> {
  return before && now && !isSameSort(before, now) ? applyPage : joined
}

/**
 * Joins first rows that were fetched again while the user reads the list or returns to it. Unchanged rows stay the same objects, and rows below the
 * last of them stay, so that nobody loses their place. If the answer has the same rows in the same order, rows that the user created or renamed stay
 * where they were (LIST-06).
 */
function joined(
  held: PagedRows<Row>,
  ask: PageRequest,
  answer: { rows: readonly Row[]; total: number },
): PagedRows<Row> {
  const after = applyPage(held, ask, answer)
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
