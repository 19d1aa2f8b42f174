import type { WxFailure } from './network'

/** A call of `wx` that answers through callbacks. */
export type Call<Options, R = unknown> = (
  options: Options & { success(result: R): void; fail(failure: WxFailure): void },
) => unknown

/** A call of that name; undefined where this WeChat, or WeCom, has none. */
export function callOf<T extends object, K extends keyof T>(wx: T, name: K): T[K] | undefined {
  return name in wx ? wx[name] : undefined
}
