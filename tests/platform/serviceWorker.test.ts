import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { SHELL_CACHE } from '@/domain/session/shell'

/** As in a browser, a name that was deleted opens a new cache, and writes to the old one are lost. */
class Storage {
  private readonly kept = new Map<string, Map<string, Response>>()
  /** Called before each use. */
  before = () => {}

  async keys() {
    this.before()
    return [...this.kept.keys()]
  }
  async open(name: string) {
    this.before()
    const files = this.kept.get(name) ?? new Map<string, Response>()
    this.kept.set(name, files)
    return {
      match: async (key: Request | string) => files.get(pathOf(key))?.clone(),
      put: async (key: Request | string, answer: Response) => void files.set(pathOf(key), answer),
    }
  }
  async delete(name: string) {
    return this.kept.delete(name)
  }
  async match(key: Request | string, { cacheName }: { cacheName?: string } = {}) {
    this.before()
    const names = cacheName === undefined ? [...this.kept.keys()] : [cacheName]
    return names.map((name) => this.kept.get(name)?.get(pathOf(key))?.clone()).find(Boolean)
  }
}
const pathOf = (key: Request | string) => (typeof key === 'string' ? key : new URL(key.url).pathname)

const ORIGIN = 'https://drive.test'
const NAME = `${SHELL_CACHE}one`
const listeners = new Map<string, (event: object) => void>()
const worker = globalThis as Record<string, unknown>
let storage: Storage

/** Requests a file as a page does. @returns once all work is done for which the worker stays awake */
async function ask(file: string): Promise<string> {
  const work: Promise<unknown>[] = []
  let answer: Promise<Response> | undefined
  listeners.get('fetch')!({
    request: new Request(ORIGIN + file),
    respondWith: (given: Promise<Response>) => (answer = given),
    waitUntil: (given: Promise<unknown>) => work.push(given),
  })
  const text = await (await answer!).text()
  await Promise.all(work)
  return text
}

beforeAll(async () => {
  worker.location = { origin: ORIGIN }
  worker.addEventListener = (type: string, listener: (event: object) => void) => listeners.set(type, listener)
  worker.fetch = async () => new Response('code', { headers: { 'content-type': 'text/javascript' } })
  await import('@/firstPage/keep/serviceWorker')
})

beforeEach(async () => {
  storage = new Storage()
  worker.caches = storage
  await (await storage.open(NAME)).put('/shell', Response.json({}))
})

describe('[AH-28] a file that a page requests', () => {
  const file = '/js/login.01234567.js'

  test('the file is cached beside the shell', async () => {
    expect(await ask(file)).toBe('code')
    expect(await storage.match(file)).toBeDefined()
  })

  test('the file is not cached once there is no shell', async () => {
    await storage.delete(NAME)
    expect(await ask(file)).toBe('code')
    expect(await storage.keys()).toStrictEqual([])
  })

  test.each([1, 2, 3, 4, 5])(
    'a file does not restore a cache that signing out deleted before use %s',
    async (moment) => {
      let uses = 0
      storage.before = () => {
        uses += 1
        if (uses === moment) void storage.delete(NAME)
      }
      expect(await ask(file)).toBe('code')
      storage.before = () => {}
      expect(uses).toBeGreaterThanOrEqual(moment)
      expect(await storage.keys()).toStrictEqual([])
    },
  )
})
