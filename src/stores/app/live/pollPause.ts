/** times that a failure doubles the pause */
const MOST_DOUBLED = 4

/**
 * ms until something is asked for again where nothing is told: twice as long after each failure, and then longer by a chance, so that not all
 * phones come back at once to a server that was away.
 */
export function pollPause(interval: number, failures: number): number {
  if (failures === 0) return interval
  return interval * 2 ** Math.min(failures, MOST_DOUBLED) * (1 + Math.random() / 2)
}
