import type { Clock } from '@/platform/Platform'
import type { LazyStores } from '@/stores/shell/LazyStores'
import type { NetworkStore } from '@/stores/shell/NetworkStore'
import type { LiveSubject } from './liveList'
import { onNetworkBack } from '@/stores/shell/onNetworkBack'
import { pollPause } from '@/stores/shell/pollPause'

/** ms between two looks */
const INTERVAL = 20_000

/**
 * Where nothing is told, a list is asked for again every 20 s, more seldom while that fails (AH-20), and when the network is back (AH-19).
 * @returns what ends it
 */
export function pollList(
  list: LiveSubject,
  isFree: () => boolean,
  clock: Clock,
  lazy: LazyStores<{ network: NetworkStore }>,
): () => void {
  let failures = 0
  let isOver = false
  let stop = () => {}
  async function look() {
    stop()
    if (isFree()) failures = (await list.again()) ? 0 : failures + 1
    stop()
    if (!isOver) stop = clock.after(pollPause(INTERVAL, failures), look)
  }
  const stopNetwork = onNetworkBack(lazy, () => {
    if (list.phase === 'failed') void list.open()
    else void look()
  })
  void look()
  return () => {
    isOver = true
    stopNetwork()
    stop()
  }
}
