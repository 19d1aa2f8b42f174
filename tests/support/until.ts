import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** ms between two polls at most, unless the first pause is longer */
const LONGEST = 50

/**
 * Polls until the answer is neither false nor undefined nor null. Fails after a deadline. The pauses grow, because each poll takes processor time.
 * @param deadline ms @param first ms between the first two polls
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadline = 30_000,
  first = 10,
): Promise<NonNullable<T>> {
  const end = Date.now() + deadline
  for (let pause = first; ; pause = Math.max(first, Math.min(pause * 1.3, LONGEST))) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) assert.fail(`${what}: not within ${deadline} ms`)
    await sleep(pause)
  }
}
