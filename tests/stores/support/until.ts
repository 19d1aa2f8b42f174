import { setImmediate } from 'node:timers'

/** ms until `until` fails; no test waits for its own sake */
const PATIENCE = 20_000

/** Waits until a condition holds; fails with its source text. */
export async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!holds()) {
    if (Date.now() > end) throw new Error(`never came to hold: ${holds}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Lets all work end that waits only for answers already given, and the code that processes them. */
export async function settled(): Promise<void> {
  await turns()
  await import('@/stores/items/lists/mergeRefresh')
  await turns()
}

async function turns() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
