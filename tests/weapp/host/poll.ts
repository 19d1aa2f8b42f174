/** ms */
const pollEvery = 15

/** What a look finds, or nothing when it throws: the page is not that far yet. */
export function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** Why a look found nothing: what it threw, or its own text. */
export function reasonOf(look: () => unknown): string {
  try {
    look()
    return String(look)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Looks again and again until there is something truthy; undefined when the time (ms) is over. What `look` throws ends it. */
export async function poll<T>(look: () => T, timeout: number): Promise<T | undefined> {
  const deadline = Date.now() + timeout
  for (;;) {
    const found = look()
    if (found) return found
    if (Date.now() > deadline) return undefined
    await new Promise((resolve) => setTimeout(resolve, pollEvery))
  }
}
