import type { WxFailure } from './network'

interface Callbacks<R> {
  success(result: R): void
  fail(failure: WxFailure): void
}

/** Turns a call with callbacks into a promise that rejects with WeChat's own failure; Taro does it for a part of them only. */
export function promised<R>(start: (callbacks: Callbacks<R>) => void): Promise<R> {
  return new Promise((resolve, reject) => start({ success: resolve, fail: reject }))
}
