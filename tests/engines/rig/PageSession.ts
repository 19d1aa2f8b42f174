import { setTimeout as sleep } from 'node:timers/promises'
import type { Driver } from './Driver'
import { finderScript, type Aim } from './finder'
import type { Front } from './front'
import { NotInEngine } from './refuse'
import { describeSteps, type Step } from './steps'

/** ms between two questions */
const PAUSE = 25
/** The helper that tsx wraps around named functions. */
export const PRELUDE = 'globalThis.__name ??= (made) => made;'

/** What a locator finds, as the page answers. */
type Answer<T> = { value: T } | { absent: true } | { many: number }

type Code = string | ((...args: never[]) => unknown)

/** The state of a page of an engine that its locators share. */
export class PageSession {
  /** ms */
  timeout = 15_000
  private lastUrl = ''
  private queue: Promise<unknown> = Promise.resolve()

  constructor(
    readonly driver: Driver,
    readonly front: Front,
  ) {}

  /** The address as last seen. Playwright's `url()` does not wait either, so each question also asks the engine anew. */
  url(): string {
    void this.do(() => this.driver.url()).then(
      (url) => (this.lastUrl = url),
      () => undefined,
    )
    return this.lastUrl
  }

  /** One command at a time. */
  do<T>(command: () => Promise<T>): Promise<T> {
    const done = this.queue.then(command)
    this.queue = done.catch(() => undefined)
    return done
  }

  async navigate(command: () => Promise<void>): Promise<void> {
    await this.do(command)
    this.lastUrl = await this.do(() => this.driver.url())
  }

  /** Runs code in the page, which has the finder. */
  async run<T>(body: string): Promise<T> {
    const script = `${PRELUDE} if (!globalThis.engineFinder) return { lacksFinder: true }; return { value: await (async () => {${body}})(), url: location.href }`
    const answer = await this.ask(script)
    if (!('lacksFinder' in answer)) {
      this.lastUrl = answer.url
      return answer.value as T
    }
    await this.do(() => this.driver.run(`${PRELUDE} ${finderScript()}`))
    return this.run(body)
  }

  private ask(script: string) {
    return this.do(() => this.driver.run(script)) as Promise<{ lacksFinder: true } | { value: unknown; url: string }>
  }

  /** Calls a function in the page. */
  evaluate<T>(code: Code, arg?: unknown): Promise<T> {
    if (typeof code === 'string') return this.run(`return await (${code})`)
    return this.run(`return await (${String(code)})(${JSON.stringify(arg) ?? ''})`)
  }

  async pressKey(key: string): Promise<void> {
    await this.do(() => this.driver.press(key))
  }

  /** Calls a function with all elements that steps find. */
  evaluateAll<T>(steps: readonly Step[], code: Code, arg?: unknown): Promise<T> {
    return this.run(
      `return await (${String(code)})(engineFinder.find(${JSON.stringify(steps)}), ${JSON.stringify(arg)})`,
    )
  }

  /** Calls a function with the one element that steps find, once it is there. */
  async evaluateOne<T>(steps: readonly Step[], code: Code, arg?: unknown, timeout = this.timeout): Promise<T> {
    const body = `const found = engineFinder.find(${JSON.stringify(steps)})
      if (found.length === 0) return { absent: true }
      if (found.length > 1) return { many: found.length }
      return { value: await (${String(code)})(found[0], ${JSON.stringify(arg)}) }`
    const answer = await this.poll(steps, timeout, async () => {
      const one = await this.run<Answer<T>>(body)
      if ('many' in one) throw new Error(`${this.name(steps)}: there are ${one.many} such elements`)
      return 'value' in one ? { done: one } : 'there is no such element'
    })
    return answer.value
  }

  /** Waits until an element can be pressed, and returns the point at which to press it. */
  aim(steps: readonly Step[], timeout = this.timeout): Promise<{ x: number; y: number }> {
    return this.poll(steps, timeout, async () => {
      const aim = await this.run<Aim>(`return engineFinder.aim(${JSON.stringify(steps)})`)
      if (!('why' in aim)) return { done: aim }
      if (aim.isFatal) throw new Error(`${this.name(steps)}: ${aim.why}`)
      return aim.why
    })
  }

  /** Asks until the answer is `done`. Any other answer is the reason why not yet; the error repeats the last reason. */
  async poll<T>(steps: readonly Step[], timeout: number, ask: () => Promise<string | { done: T }>): Promise<T> {
    const end = Date.now() + timeout
    for (;;) {
      const answer = await ask()
      if (typeof answer !== 'string') return answer.done
      if (Date.now() > end) throw new Error(`${this.name(steps)}: ${answer}, for ${timeout} ms`)
      await sleep(PAUSE)
    }
  }

  refuse(method: string): never {
    throw new NotInEngine(this.driver.engine, method)
  }

  private name(steps: readonly Step[]): string {
    return `${this.driver.engine}: ${describeSteps(steps)}`
  }
}
