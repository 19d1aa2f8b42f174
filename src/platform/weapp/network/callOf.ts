import type { WxFailure } from './network'

/** A call of `wx` that returns its result through callbacks. */
export type Call<Options, R = unknown> = (
  options: Options & { success(result: R): void; fail(failure: WxFailure): void },
) => unknown

/** The call of that name; undefined if this WeChat or WeCom lacks it. */
export function callOf<T extends object, K extends keyof T>(wx: T, name: K): T[K] | undefined {
  return name in wx ? wx[name] : undefined
}
