/** how often failures double the pause */
const MOST_DOUBLED = 4

/**
 * ms until the next poll where no stream reports changes: doubled with each failure, then lengthened at random, so that not all phones return at
 * once to a server that was away.
 */
export function pollPause(interval: number, failures: number): number {
  if (failures === 0) return interval
  return interval * 2 ** Math.min(failures, MOST_DOUBLED) * (1 + Math.random() / 2)
}
