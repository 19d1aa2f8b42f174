/** ms */
const pollEvery = 15

/** The result of `look`, or undefined when it throws because the page is not that far yet. */
export function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** Why `look` found nothing: its error, or its source text. */
export function reasonOf(look: () => unknown): string {
  try {
    look()
    return String(look)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Repeats `look` until it returns a truthy value; undefined after `timeout` ms. An error of `look` ends the polling. */
export async function poll<T>(look: () => T, timeout: number): Promise<T | undefined> {
  const deadline = Date.now() + timeout
  for (;;) {
    const found = look()
    if (found) return found
    if (Date.now() > deadline) return undefined
    await new Promise((resolve) => setTimeout(resolve, pollEvery))
  }
}
