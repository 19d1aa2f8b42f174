import { createAtom } from 'mobx'
import type { Clock } from '@/platform/Platform'

/** ms */
const MINUTE = 60_000

/** The present time, ms since 1970. Observers of it are redrawn every minute while they are mounted. */
export function createNow(clock: Clock): () => number {
  let stop = () => {}
  const wait = () => {
    stop = clock.after(MINUTE, () => {
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
