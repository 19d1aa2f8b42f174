import { cellAt } from '@/domain/previews/grid/cells'
import { keyOf, orderOf, type GridSort } from '@/domain/previews/grid/gridOrder'
import type { Clock } from '@/platform/Platform'
import type { GridBlocks } from './GridBlocks'
import { inSlices, pause } from './inSlices'

/** Keys that are read before the phone may draw. */
const READ = 2000

/** By sound; in WeChat on Android, which has no `Intl`, by code point. */
const compareWords: (one: string, other: string) => number =
  typeof Intl === 'undefined'
    ? (one, other) => (one === other ? 0 : one < other ? -1 : 1)
    : new Intl.Collator('zh-CN', { numeric: true }).compare

/**
 * The order of a sheet's rows by a column, once all rows are loaded. Takes its time, so that the screen stays usable.
 * @param rows from the first that scrolls; the end is not included
 * @returns null if rows are missing, or once canceled
 */
export async function orderRows(
  blocks: GridBlocks,
  { sheet, start, end }: { sheet: number; start: number; end: number },
  { column, isDescending }: GridSort,
  clock: Clock,
  isCanceled: () => boolean,
): Promise<Uint32Array | null> {
  if (!(await blocks.fetchAll(sheet, 0, end))) return null
  const keys: ReturnType<typeof keyOf>[] = []
  for (let row = start; row < end; row += 1) {
    keys.push(keyOf(cellAt(blocks.rowOf(sheet, row) ?? '', column)))
    if (keys.length % READ > 0) continue
    await pause(clock)
    if (isCanceled()) return null
  }
  return inSlices(orderOf(keys, isDescending, compareWords), clock, isCanceled)
}
