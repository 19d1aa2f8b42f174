import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { createCanceler } from '@/platform/canceler'
import type { KeepFailed } from '@/platform/fileFailures'
import { createOfflinePhone } from '@/platform/h5/files/offlineFiles'
import type { KeepRequest } from '@/platform/Platform'

const PREFIX = '/offline-file/'
const realFetch = globalThis.fetch
afterEach(() => void (globalThis.fetch = realFetch))

/** A browser's cache in memory: as the real one, it stores a reply whole or not at all. */
function browser({ quota = 1_000_000, isFull = false } = {}) {
  const stored = new Map<string, Blob>()
  const cache = {
    async put(path: string, reply: Response) {
      const bytes = await reply.blob()
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(path, bytes)
    },
    match: async (path: string) => (stored.has(path) ? new Response(stored.get(path)) : undefined),
    keys: async () => [...stored.keys()].map((path) => ({ url: `https://drive.test${path}` })),
    delete: async (path: string) => stored.delete(path),
  }
  const caches = { has: async () => true, open: async () => cache } as unknown as CacheStorage
  const storage = {
    estimate: async () => ({ quota, usage: 100 }),
    persist: async () => true,
  } as unknown as StorageManager
  const { files } = createOfflinePhone({ caches, navigator: { storage } }, true)
  return { files: files!, stored }
}

/** The server's reply: pieces of a body, which may break off. */
function answer(pieces: string[], { etag = '"v1"', status = 200, breaks = false } = {}) {
  globalThis.fetch = jest.fn(async (_address: unknown, init?: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece))
        if (breaks) stream.error(new TypeError('network'))
        else if (!init?.signal?.aborted) stream.close()
      },
    })
    return new Response(body, { status, headers: { etag } })
  }) as unknown as typeof fetch
}

const request = (fields: Partial<KeepRequest> = {}): KeepRequest => ({
  address: '/signed',
  key: '1_2_3.txt',
  size: 6,
  versionKey: 'v1',
  canceler: createCanceler(),
  ...fields,
})

describe('[AH-42] the browser’s storage of kept files', () => {
  test('a file is stored under its key, read as a text, and deleted', async () => {
    const { files, stored } = browser()
    answer(['abc', 'def'])
    await files.fetch(request())
    expect([...stored.keys()]).toStrictEqual([`${PREFIX}1_2_3.txt`])
    expect([await files.keys(), await files.text('1_2_3.txt', 4), await files.free()]).toStrictEqual([
      ['1_2_3.txt'],
      'abcd',
      999_900,
    ])
    await files.remove(await files.keys())
    expect([await files.keys(), await files.text('1_2_3.txt', 4), await files.open('x', '')]).toStrictEqual([
      [],
      null,
      null,
    ])
  })

  test('an empty file is a file', async () => {
    const { files } = browser()
    answer([])
    await files.fetch(request({ size: 0 }))
    expect(await files.text('1_2_3.txt', 4)).toBe('')
  })

  test('a text of Chinese Windows is read, too', async () => {
    const { files, stored } = browser()
    stored.set(`${PREFIX}a`, new Blob([Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4)]))
    expect(await files.text('a', 10)).toBe('中文')
  })

  const failures: [string, Parameters<typeof answer>, Parameters<typeof browser>[0], KeepFailed['reason']][] = [
    ['bytes that break off', [['abc'], { breaks: true }], {}, 'network'],
    ['fewer bytes than announced', [['abc']], {}, 'changed'],
    ['more bytes than announced', [['abc', 'defg']], {}, 'changed'],
    ['another version', [['abcdef'], { etag: '"v2"' }], {}, 'changed'],
    ['an address that has expired', [['abcdef'], { status: 403 }], {}, 'changed'],
    ['a reply that says that there are too many requests', [['abcdef'], { status: 429 }], {}, 'network'],
    ['a fault of the server', [['abcdef'], { status: 503 }], {}, 'network'],
    ['a browser without room', [['abcdef']], { quota: 105 }, 'room'],
    ['a browser that is full sooner than it said', [['abcdef']], { isFull: true }, 'room'],
  ]
  test.each(failures)('%s are not stored', async (_what, [pieces, reply], given, reason) => {
    const { files, stored } = browser(given)
    answer(pieces, reply)
    await expect(files.fetch(request())).rejects.toMatchObject({ name: 'KeepFailed', reason })
    expect(stored.size).toBe(0)
  })

  test('a canceled transfer is not stored', async () => {
    const { files, stored } = browser()
    const canceler = createCanceler()
    globalThis.fetch = jest.fn(async (_address: unknown, init?: RequestInit) => {
      canceler.cancel()
      init?.signal?.throwIfAborted()
      return new Response('abcdef')
    }) as unknown as typeof fetch
    await expect(files.fetch(request({ canceler }))).rejects.toMatchObject({ reason: 'canceled' })
    expect(stored.size).toBe(0)
  })

  test('a browser whose later visits would find nothing keeps no files', () => {
    const { caches } = { caches: {} as CacheStorage }
    expect(createOfflinePhone({ caches, navigator: {} }, false).files).toBeUndefined()
    expect(createOfflinePhone({ navigator: {} }, true).files).toBeUndefined()
  })

  test('a task runs alone where the browser has locks, and runs without them', async () => {
    const asked: string[] = []
    const locks = {
      request: (name: string, run: () => Promise<void>) => (asked.push(name), run()),
    } as unknown as LockManager
    let runs = 0
    const count = async () => void (runs += 1)
    await createOfflinePhone({ navigator: { locks } }, true).alone('names', count)
    await createOfflinePhone({ navigator: {} }, true).alone('names', count)
    expect([asked, runs]).toStrictEqual([['satchel.names'], 2])
  })
})
