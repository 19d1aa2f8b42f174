import { useEffect } from 'react'

declare let __webpack_chunk_load__: (part: string) => Promise<unknown>

/** The callbacks of waiting components. They run if the user declines the retry. */
const waiting = new Set<() => void>()
const waitBegan: (() => void)[] = []

/**
 * Retries a part of the lazy package that WeChat could not fetch. It asks the user. If the user declines, it retries when a component waits for
 * a part again. While no component waits, it shows no failure.
 * @param agree asks the user
 */
export function retryLazyParts(agree: () => Promise<boolean>): void {
  const bring = __webpack_chunk_load__
  let question: Promise<boolean> | null = null
  const ask = () => {
    question ??= agree().finally(() => {
      question = null
    })
    return question
  }
  __webpack_chunk_load__ = async (part) => {
    for (;;) {
      try {
        return await bring(part)
      } catch {
        if (waiting.size > 0 && (await ask())) continue
        for (const giveUp of waiting) giveUp()
        await nextWait()
      }
    }
  }
}

/** Stands in for a part while it loads and the user waits. @param onGiveUp called if the user declines the retry */
export function LazyPart({ onGiveUp }: { onGiveUp(): void }): null {
  useEffect(() => {
    waiting.add(onGiveUp)
    for (const begin of waitBegan.splice(0)) begin()
    return () => void waiting.delete(onGiveUp)
  }, [onGiveUp])
  return null
}

function nextWait(): Promise<void> {
  return new Promise((resolve) => {
    waitBegan.push(resolve)
  })
}

/** Loads a part in the background. @param load calls `import` at once */
export function inBackground<T>(load: () => Promise<T>): Promise<T> {
  return load()
}
