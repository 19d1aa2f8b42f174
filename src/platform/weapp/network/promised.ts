import type { WxFailure } from './network'

interface Callbacks<R> {
  success(result: R): void
  fail(failure: WxFailure): void
}

/**
 * Turns a call with callbacks into a promise that rejects with WeChat's own failure. Taro returns a promise only for some calls, even with
 * callbacks; the failure of that promise is already reported here, so it is ignored.
 */
export function promised<R>(start: (callbacks: Callbacks<R>) => unknown): Promise<R> {
  return new Promise((resolve, reject) => {
    void Promise.resolve(start({ success: resolve, fail: reject })).catch(() => undefined)
  })
}

/** A call of `wx` that returns its result through callbacks. */
export type Call<Options, R = unknown> = (
  options: Options & { success(result: R): void; fail(failure: WxFailure): void },
) => unknown

/** The call of that name; undefined if this WeChat or WeCom lacks it. */
export function callOf<T extends object, K extends keyof T>(wx: T, name: K): T[K] | undefined {
  return name in wx ? wx[name] : undefined
}
