import { setImmediate } from 'node:timers'

/** ms; a test fails after it, none waits for it */
const PATIENCE = 20_000

/** Waits until something holds; fails with its source where it does not come to hold. */
export async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!holds()) {
    if (Date.now() > end) throw new Error(`never came to hold: ${holds}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Lets everything end that waits for nothing but answers already given, and the code that joins them to what is there. */
export async function settled(): Promise<void> {
  await turns()
  await import('@/stores/items/lists/mergeRefresh')
  await turns()
}

async function turns() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
