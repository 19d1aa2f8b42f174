/** With the pauses of `pauseAfter` about five hours. */
export const TRIES = 15
/** ms */
const FIRST_PAUSE = 5000
const LONGEST_PAUSE = 3_600_000

/** ms before a message is tried again, after so many tries */
export function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE)
}
