/** The present time; tests pass a clock of their own. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Seconds since 1970, the contract's form of times. */
export function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
