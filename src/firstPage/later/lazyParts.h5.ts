declare let __webpack_chunk_load__: (part: string) => Promise<unknown>

let isNobodyWaiting = false

/**
 * A part of the app that did not come, within the 120 s that webpack gives it (CTX-11), is asked for again when the user agrees; else with
 * their next tap, which may be for it. What waits for it goes on when it is there.
 * @param agree asks the user
 */
export function retryLazyParts(agree: (error: unknown) => Promise<boolean>): void {
  const bring = __webpack_chunk_load__
  __webpack_chunk_load__ = async (part) => {
    const mayFail = isNobodyWaiting
    for (;;) {
      try {
        return await bring(part)
      } catch (error) {
        if (mayFail) throw error
        if (!(await agree(error))) await nextTap()
      }
    }
  }
}

/** For what the user does not wait for: it fails quietly. @param load calls `import` at once */
export function inBackground<T>(load: () => Promise<T>): Promise<T> {
  isNobodyWaiting = true
  try {
    return load()
  } finally {
    isNobodyWaiting = false
  }
}

function nextTap(): Promise<unknown> {
  return new Promise((resolve) => addEventListener('click', resolve, { once: true, capture: true }))
}
