declare let __webpack_chunk_load__: (part: string) => Promise<unknown>

let isNobodyWaiting = false

/**
 * Retries a part of the app that webpack could not load within 120 s (CTX-11). It asks the user first. If the user declines, it retries on the
 * next tap, because that tap may need the part. Code that waits for the part then continues.
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
        // WebKit reports failed requests when the user leaves a page. After this wait such a page is gone, so nobody is asked.
        await new Promise((resolve) => setTimeout(resolve, 500))
        if (!(await agree(error))) await nextTap()
      }
    }
  }
}

/** Loads a part in the background; a failure is not shown. @param load calls `import` at once */
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
