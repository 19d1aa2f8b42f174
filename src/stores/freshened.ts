import { received, type Ask, type HeldRows } from '@/domain/lists/paging'
import type { Row } from './rows'

/**
 * The first page came again for somebody who comes back to a list: where nothing moved, the rows below stay, so that he finds
 * the place he had scrolled to; else it replaces them, as any first page does.
 */
export function freshened(held: HeldRows<Row>, ask: Ask, answer: { rows: readonly Row[], total: number }): HeldRows<Row> {
  const { rows, offset, isComplete, total } = held
  const isSame = total === answer.total && answer.rows.every((row, index) => rows[index]?.typed_id === row.typed_id)
  const after = received(held, ask, answer)
  if (!isSame || after === held) return after
  return { ...after, rows: [...answer.rows, ...rows.slice(answer.rows.length)], offset, isComplete }
}
