import { KeepFailed } from '../../fileFailures'
import type { KeepRequest, OfflineFiles, OfflinePhone } from '../../Platform'
import { STALLED } from './transfer'

/** The name of the cache; the service worker deletes only its own. */
const CACHE = 'offline'
/** Addresses that no page requests. */
const PREFIX = '/offline-file/'
const LARGEST = 1024 ** 3

/** The parts of a browser that are used here. */
interface Browser {
  caches?: CacheStorage
  navigator: Partial<Pick<Navigator, 'storage' | 'locks'>>
}

/** @param isLasting whether a later visit finds the files again */
export function createOfflinePhone({ caches, navigator }: Browser, isLasting: boolean): OfflinePhone {
  const { locks, storage } = navigator
  return {
    ...(caches && isLasting && { files: createFiles(caches, storage) }),
    alone: async (task, run) => void (await (locks ? locks.request(`satchel.${task}`, run) : run())),
  }
}

function createFiles(caches: CacheStorage, storage?: StorageManager): OfflineFiles {
  /** null where nothing is stored: `open` would create the cache. */
  const existing = async () => ((await caches.has(CACHE)) ? caches.open(CACHE) : null)
  const blobOf = async (key: string) => (await (await existing())?.match(PREFIX + key))?.blob()

  async function free(): Promise<number | null> {
    const { quota, usage = 0 } = (await storage?.estimate?.()) ?? {}
    return quota === undefined ? null : Math.max(0, quota - usage)
  }

  return {
    largest: LARGEST,
    free,
    async fetch(request) {
      // A browser that refuses may delete the files when its disk is full.
      await storage?.persist?.().catch(() => false)
      if (request.size > ((await free()) ?? Infinity)) throw new KeepFailed('room')
      await store(caches, request)
    },
    async keys() {
      const requests = (await (await existing())?.keys()) ?? []
      return requests.map(({ url }) => new URL(url).pathname.slice(PREFIX.length))
    },
    async remove(keys) {
      const cache = await existing()
      for (const key of keys) await cache?.delete(PREFIX + key)
    },
    async open(key, type) {
      const blob = await blobOf(key)
      if (!blob) return null
      const address = URL.createObjectURL(blob.slice(0, blob.size, type))
      return { address, release: () => URL.revokeObjectURL(address) }
    },
    async text(key, most) {
      const bytes = await (await blobOf(key))?.slice(0, most).arrayBuffer()
      return bytes ? decode(bytes) : null
    },
    async handOver({ address }, { name, extension }) {
      const link = document.createElement('a')
      link.href = address
      if (extension === 'pdf') link.target = '_blank'
      else link.download = name
      link.click()
    },
  }
}

/** Writes a reply to the cache while it arrives, so that large files need no memory. */
async function store(caches: CacheStorage, { address, key, size, versionKey, canceler }: KeepRequest): Promise<void> {
  const stop = new AbortController()
  const count = createCount(size, () => stop.abort())
  canceler.onCancel(() => stop.abort())
  try {
    const answer = await fetch(address, { credentials: 'same-origin', cache: 'no-store', signal: stop.signal })
    // 429: too many requests at the moment.
    if (answer.status >= 500 || answer.status === 429) throw new KeepFailed('network')
    if (!answer.ok || answer.headers.get('etag') !== `"${versionKey}"`) throw new KeepFailed('changed')
    const body = size === 0 ? null : answer.body?.pipeThrough(count.stream)
    const cache = await caches.open(CACHE)
    await cache.put(PREFIX + key, new Response(body))
  } catch (cause) {
    throw failureOf(cause, canceler.canceled)
  } finally {
    count.end()
  }
}

/** Passes bytes on, and fails unless there are exactly `size`. @param onStall called when no byte has arrived for a while */
function createCount(size: number, onStall: () => void) {
  let passed = 0
  let watch = setTimeout(onStall, STALLED)
  const stream = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, to) {
      clearTimeout(watch)
      watch = setTimeout(onStall, STALLED)
      passed += piece.byteLength
      if (passed > size) to.error(new KeepFailed('changed'))
      else to.enqueue(piece)
    },
    flush(to) {
      if (passed !== size) to.error(new KeepFailed('changed'))
    },
  })
  return { stream, end: () => clearTimeout(watch) }
}

/** A real browser passes on the error of the stream; some name it otherwise. */
function failureOf(cause: unknown, isCanceled: boolean): KeepFailed {
  if (cause instanceof KeepFailed) return cause
  if (isCanceled) return new KeepFailed('canceled', { cause })
  const isFull = (cause as Partial<Error>).name === 'QuotaExceededError'
  return new KeepFailed(isFull ? 'room' : 'network', { cause })
}

/** Texts in UTF-8, else in the encoding of Chinese Windows. The last character may be cut. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('gb18030').decode(bytes, { stream: true })
  }
}
