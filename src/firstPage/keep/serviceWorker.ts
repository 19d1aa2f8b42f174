import { readListPath } from '@/domain/items/lists/readListPath'
import { SHELL_CACHE, type Shell } from '@/domain/session/shell'

/*
 * Caches the shell of a list's page, so that the last list is shown before the server answers, and offline (AH-28). The cache holds files
 * of the build and the beginning of the page, but no answers and no user's data. The rest of the page always comes from the server.
 * The server decides whether the rest of its page fits the cached shell. If not, the whole page is loaded, so that nobody stays on an old shell.
 */

/** The part of a service worker that is used here. */
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
interface Lasting {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Lasting {
  request: Request
  respondWith(answer: Promise<Response>): void
}

const worker = globalThis as unknown as Worker

/** Address of the server's description of the shell; also its key in the cache. */
const SHELL = '/shell'
const HEADER = 'x-shell'
/** ms until the last list is shown without the server */
const PATIENCE = 10_000
/** A file whose contents never change. Builds of earlier releases have longer names. */
const file = /^\/(?:js|css)\/[^?]+\.[0-9a-f]{6,8}\.(?:js|css)$/
const anew = '<meta http-equiv="refresh" content="0">'

worker.addEventListener('install', (event) => {
  void worker.skipWaiting()
  event.waitUntil(renew())
})

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate' && readListPath(pathname)) event.respondWith(pageFor(event))
  else if (file.test(pathname)) event.respondWith(fileFor(event))
})

async function pageFor(event: Fetching): Promise<Response> {
  const kept = await keptShell()
  if (!kept) {
    event.waitUntil(renew().catch(() => undefined))
    return fetch(event.request)
  }
  const shell = (await kept.answer.clone().json()) as Shell
  const texts = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(page) {
      page.enqueue(texts.encode(shell.html))
      const rest = restOf(event.request.url, shell, kept.name)
      event.waitUntil(rest)
      page.enqueue(texts.encode(await rest))
      page.close()
    },
  })
  const headers = new Headers(kept.answer.headers)
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'no-store')
  return new Response(body, { headers })
}

/**
 * The rest of the page after the shell: the server's answer. Offline: the script that starts the app with the last visit's data. If the answer
 * does not fit the shell: a reload of the whole page.
 */
async function restOf(url: string, { name, end }: Shell, cache: string): Promise<string> {
  const canceler = new AbortController()
  const timer = setTimeout(() => canceler.abort(), PATIENCE)
  try {
    const answer = await fetch(url, {
      headers: { [HEADER]: name },
      credentials: 'same-origin',
      redirect: 'manual',
      cache: 'no-store',
      signal: canceler.signal,
    })
    if (answer.ok && answer.headers.get(HEADER) === name) return await answer.text()
  } catch {
    return end
  } finally {
    clearTimeout(timer)
  }
  // Another build, language or wording, a refusal, or a redirect: the page is loaded whole, without the shell.
  await caches.delete(cache)
  return anew
}

/** Fetches the server's present shell with its files, and deletes other shells. */
async function renew(): Promise<void> {
  const answer = await fetch(SHELL, { cache: 'no-store', credentials: 'same-origin' })
  const { name, files } = (await answer.clone().json()) as Shell
  const cache = await caches.open(SHELL_CACHE + name)
  await Promise.all(files.map((address) => keep(cache, address)))
  // Stored last: a shell that is found is complete.
  await cache.put(SHELL, answer)
  for (const other of await shells()) if (other !== SHELL_CACHE + name) await caches.delete(other)
}

async function shells(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(SHELL_CACHE))
}

async function keptShell(): Promise<{ name: string; answer: Response } | null> {
  for (const name of await shells()) {
    // `match`, because `open` would recreate a cache that was deleted meanwhile.
    const answer = await caches.match(SHELL, { cacheName: name })
    if (answer) return { name, answer }
  }
  return null
}

/** Returns a file from the cache, else from the network. Caches the file, so that it is available offline until the next build. */
async function fileFor(event: Fetching): Promise<Response> {
  const { request } = event
  const known = await caches.match(request, { ignoreVary: true })
  if (known) return known
  const answer = await fetch(request)
  const kept = isCode(answer) ? await keptShell() : null
  if (kept) event.waitUntil(keepBeside(kept.name, request, answer.clone()))
  return answer
}

/** Caches a file beside the shell. If signing out deleted the cache meanwhile, `open` recreated it, so this deletes it again. */
async function keepBeside(name: string, request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(name)
  await cache.put(request, answer)
  if (!(await caches.match(SHELL, { cacheName: name }))) await caches.delete(name)
}

async function keep(cache: Cache, address: string): Promise<void> {
  const answer = await fetch(address)
  if (!isCode(answer)) throw new Error(`${address} was not answered with JavaScript or CSS`)
  await cache.put(address, answer)
}

/** Whether the answer is JavaScript or CSS, not a page that a network shows in place of the file. */
function isCode({ ok, redirected, headers }: Response): boolean {
  return ok && !redirected && /javascript|css/.test(headers.get('content-type') ?? '')
}
