import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the answer is neither false nor undefined nor null. Fails after a deadline. @param deadline ms @param pause ms between two polls */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadline = 30_000,
  pause = 10,
): Promise<NonNullable<T>> {
  const end = Date.now() + deadline
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) assert.fail(`${what}: not within ${deadline} ms`)
    await sleep(pause)
  }
}
