import type { DiskFiles } from './DiskFiles'
import { defaultWindow, type LaunchOptions, type WindowInfo } from './options'
import type { Realm } from './Realm'
import type { Trace } from './Trace'
import { WxFailure } from './WxFailure'

export type Api = Record<string, unknown>
export type Options = Record<string, unknown>
export type Callback = (...args: unknown[]) => unknown

/** The base of every family of `wx`: the app's realm, the files, the trace, and calls into the app's code. */
export class Device {
  readonly window: WindowInfo
  private closed = false
  /** Receives every error that escapes the app, like `wx.onError`. */
  onAppError: (error: unknown) => void = () => {}

  constructor(
    readonly options: LaunchOptions,
    readonly realm: Realm,
    readonly trace: Trace,
    readonly files: DiskFiles,
  ) {
    this.window = { ...defaultWindow, ...options.windowInfo }
  }

  /** Calls code of the app with data of its own realm. Records what it throws and never passes it on. */
  call(callback: unknown, ...args: unknown[]): unknown {
    if (this.closed || typeof callback !== 'function') return undefined
    try {
      return (callback as Callback)(...args.map((arg) => this.realm.toApp(arg)))
    } catch (error) {
      this.trace.report(error)
      this.onAppError(error)
      return undefined
    }
  }

  /** Calls on the next turn of the event loop, because WeChat never answers within the call. */
  later(callback: unknown, ...args: unknown[]): void {
    setImmediate(() => this.call(callback, ...args))
  }

  /** A `wx` function that answers through success, fail and complete, or by a promise when none of them is given. */
  asynchronous(name: string, work: (options: Options) => unknown): (options?: Options) => unknown {
    return (options = {}) =>
      this.answer(
        name,
        options,
        Promise.resolve().then(() => work(options)),
      )
  }

  /** Delivers an outcome in WeChat's form: `{ errMsg: 'name:ok', … }` or `{ errMsg: 'name:fail reason' }`. */
  answer(name: string, options: Options, outcome: Promise<unknown>): unknown {
    if ([options.success, options.fail, options.complete].some((entry) => typeof entry === 'function')) {
      this.callBack(name, options, outcome)
      return undefined
    }
    return this.realm.make.promise((resolve, reject) =>
      this.callBack(name, { success: resolve, fail: reject }, outcome),
    )
  }

  /** Delivers by callbacks only, for calls that return a task. */
  callBack(name: string, { success, fail, complete }: Options, outcome: Promise<unknown>): void {
    const end = (callback: unknown, result: object) => {
      this.later(callback, result)
      this.later(complete, result)
    }
    outcome.then(
      (result) => end(success, { errMsg: `${name}:ok`, ...(result as object) }),
      (error: unknown) => end(fail, this.failure(name, error)),
    )
  }

  private failure(name: string, error: unknown): object {
    if (error instanceof WxFailure) return { ...error.extra, errMsg: `${name}:fail ${error.reason}` }
    this.trace.report(error)
    return { errMsg: `${name}:fail ${error instanceof Error ? error.message : String(error)}` }
  }

  /** A pair `onX`, `offX` and a function that calls its listeners. */
  signal(name: string): { api: Api; emit: (...args: unknown[]) => void } {
    const listeners = new Set<unknown>()
    const off = (listener?: unknown) => (listener === undefined ? listeners.clear() : void listeners.delete(listener))
    return {
      api: { [`on${name}`]: (listener: unknown) => void listeners.add(listener), [`off${name}`]: off },
      emit: (...args) => [...listeners].forEach((listener) => this.call(listener, ...args)),
    }
  }

  close(): void {
    this.closed = true
  }
}
