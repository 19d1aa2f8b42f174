import type { WxFailure } from './network'

interface Callbacks<R> {
  success(result: R): void
  fail(failure: WxFailure): void
}

/**
 * Turns a call with callbacks into a promise that rejects with WeChat's own failure. Taro does it for a part of them only, even where
 * callbacks are given: that promise's failure is told here, too.
 */
export function promised<R>(start: (callbacks: Callbacks<R>) => unknown): Promise<R> {
  return new Promise((resolve, reject) => {
    void Promise.resolve(start({ success: resolve, fail: reject })).catch(() => undefined)
  })
}
