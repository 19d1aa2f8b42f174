import type { Clock } from '@/platform/Platform'
import type { ListStore } from './ListStore'

/** ms between two looks; doubled by each failure, four times at most */
const INTERVAL = 20_000

/** Where nothing is told, a list is asked for again every 20 s, more seldom while that fails (AH-20). @returns what ends it */
export function pollList(list: ListStore, isFree: () => boolean, clock: Clock): () => void {
  let failures = 0
  let stop: (() => void) | null = () => {}
  async function look() {
    if (isFree()) failures = await list.again() ? 0 : failures + 1
    stop &&= clock.after(INTERVAL * 2 ** Math.min(failures, 4), look)
  }
  void look()
  return () => {
    stop?.()
    stop = null
  }
}
