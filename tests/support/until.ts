import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** The longest pause between two polls, ms. A long wait needs fewer polls, and a poll may be a request. */
const LONGEST_PAUSE = 60

/**
 * Polls until the answer is neither false nor undefined nor null. Fails after a deadline.
 * @param deadline ms @param pause ms between two polls; by default from 10 on, ever longer
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadline = 30_000,
  pause?: number,
): Promise<NonNullable<T>> {
  const end = Date.now() + deadline
  for (let next = pause ?? 10; ; next = pause ?? Math.min(LONGEST_PAUSE, next * 1.2)) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) assert.fail(`${what}: not within ${deadline} ms`)
    await sleep(next)
  }
}

/** Waits for a promise. Fails after the deadline of `until`, so that a test that would hang says what it waits for. */
export async function settled<T>(what: string, promise: Promise<T>): Promise<T> {
  let isSettled = false
  const settle = () => void (isSettled = true)
  promise.then(settle, settle)
  await until(what, () => isSettled)
  return promise
}
