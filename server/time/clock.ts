/** The present time; tests pass their own. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Seconds since 1970, as the wire has times. */
export function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
