import { received, type Ask, type HeldRows } from '@/domain/lists/paging'
import type { Row } from './rows'

/**
 * The first rows came again while the list is read, or for somebody who comes back to it: what did not change stays the same object,
 * and what lies below the last of them stays, so that nobody loses his place.
 */
export function renewed(held: HeldRows<Row>, ask: Ask, answer: { rows: readonly Row[], total: number }): HeldRows<Row> {
  const after = received(held, ask, answer)
  const unseen = new Map(held.rows.map((row) => [row.typed_id, row]))
  const rows = after.rows.map((row) => {
    const before = unseen.get(row.typed_id)
    unseen.delete(row.typed_id)
    return JSON.stringify(before) === JSON.stringify(row) ? before! : row
  })
  const last = held.rows.map((row) => unseen.has(row.typed_id)).lastIndexOf(false)
  const below = after.isComplete || last < 0 ? [] : held.rows.slice(last + 1)
  const offset = below.length === 0 ? 0 : held.offset + Math.min(0, after.total! - held.total!)
  return { ...after, rows: [...rows, ...below], offset: Math.max(after.offset, offset) }
}
