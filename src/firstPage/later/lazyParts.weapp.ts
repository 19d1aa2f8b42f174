import { useEffect } from 'react'

declare let __webpack_chunk_load__: (part: string) => Promise<unknown>

/** What to do for those who wait and are told no. */
const waiting = new Set<() => void>()
const waitBegan: (() => void)[] = []

/**
 * What WeChat could not fetch of the lazy package is asked for again when the user agrees; else when somebody next waits for it.
 * As long as nobody waits it fails quietly.
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

/** In place of a part that is on its way: the user waits for it. @param onGiveUp they do not want to try again */
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

/** For what the user does not wait for. @param load calls `import` at once */
export function inBackground<T>(load: () => Promise<T>): Promise<T> {
  return load()
}
