import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Host, launch, type LaunchOptions } from './index'
import { type FixtureServer, startFixtureServer } from './fixtureServer'

export const origin = 'https://api.satchel.test'
export const fixture = fileURLToPath(new URL('fixture', import.meta.url))

export interface Opened {
  host: Host
  server: FixtureServer
}

/** `root`: another folder than the fixture's own. */
export type FixtureOptions = Partial<LaunchOptions> & { root?: string }

/** Opens the fixture on a phone of its own with a server of its own. Both end with the test, which fails when the app has failed. */
export async function openFixture(
  t: TestContext,
  { root = fixture, ...options }: FixtureOptions = {},
): Promise<Opened> {
  const server = await startFixtureServer()
  const host = await launch(root, { origin, serverUrl: server.url, ...options })
  t.after(async () => {
    await host.close().finally(() => server.close())
  })
  return { host, server }
}

/** The answer of a function of `wx`, as JSON shows it. */
export interface Answer {
  ok?: Record<string, unknown>
  fail?: string
  threw?: string
  own?: boolean
}

/** The first file of a picker's answer. */
export function pickedFile(answer: Answer): Record<string, unknown> {
  const files = (answer.ok?.tempFiles ?? []) as Record<string, unknown>[]
  return files[0] ?? {}
}

/** The fixture's probe page, which calls any function of `wx` from inside the app. */
export class Probe {
  private count = 0

  constructor(private readonly host: Host) {}

  static async open(t: TestContext, options: FixtureOptions = {}): Promise<Opened & { probe: Probe }> {
    const opened = await openFixture(t, { path: 'pages/probe/index', ...options })
    await opened.host.waitFor('#probe')
    return { ...opened, probe: new Probe(opened.host) }
  }

  /** Starts a call and returns the key of its answer. */
  start(name: string, options: object = {}, more: object = {}): string {
    this.count += 1
    const key = `k${this.count}`
    this.host.fire('#probe', 'call', { key, name, options, ...more })
    return key
  }

  async answer(key: string): Promise<Answer> {
    return this.host.waitFor(() => (JSON.parse(this.host.text('#answers')) as Record<string, Answer>)[key])
  }

  async call(name: string, options: object = {}, more: object = {}): Promise<Answer> {
    return this.answer(this.start(name, options, more))
  }

  /** Runs something that the probe can do within one call. */
  async try(what: string, ...args: unknown[]): Promise<Answer & { ok?: unknown }> {
    this.count += 1
    const key = `k${this.count}`
    this.host.fire('#probe', 'try', { key, what, args })
    return this.answer(what === 'promise' ? `${key}!` : key)
  }

  listen(name: string): void {
    this.host.fire('#probe', 'listen', { name })
  }

  get heard(): unknown[] {
    return JSON.parse(this.host.text('#heard')) as unknown[]
  }
}
