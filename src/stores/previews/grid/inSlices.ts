import type { Clock } from '@/platform/Platform'

/** ms of work between two pauses, so that the screen is drawn meanwhile */
const SLICE = 8

/** Lets the phone draw and answer taps. */
export function pause(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(0, resolve))
}

/**
 * Does long work a few milliseconds at a time.
 * @param work yields often
 * @param isCanceled asked after each pause
 * @returns null once canceled
 */
export async function inSlices<T>(
  work: Generator<void, T>,
  clock: Clock,
  isCanceled: () => boolean,
): Promise<T | null> {
  for (;;) {
    const end = clock.now() + SLICE
    do {
      const step = work.next()
      if (step.done === true) return step.value
    } while (clock.now() < end)
    await pause(clock)
    if (isCanceled()) return null
  }
}
