import { createAtom } from 'mobx'
import type { Clock } from '@/platform/Platform'

/** ms; short enough that an age in seconds is seen to grow */
const TICK = 15_000

/** The present time, ms since 1970. Observers of it are redrawn every 15 seconds while they are mounted. */
export function createNow(clock: Clock): () => number {
  let stop = () => {}
  const wait = () => {
    stop = clock.after(TICK, () => {
      wait()
      atom.reportChanged()
    })
  }
  const atom = createAtom('now', wait, () => stop())
  return () => {
    atom.reportObserved()
    return clock.now()
  }
}
