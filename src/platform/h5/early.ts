import { answerBody } from '../answerBody'
import type { HttpAnswer } from '../Platform'

/** A call that the page made before the app's code was loaded. */
interface EarlyCall {
  answer: Promise<HttpAnswer>
  /** The body of a preloaded reply. */
  body?: unknown
  stop(): void
}

/** The page itself holds the early calls by address. */
const page = globalThis as { early?: Record<string, EarlyCall> }

/** ms since the page's start; a later reply would be outdated. */
const FRESH = 30_000

/** Requests an address below the origin with the headers of every call (CTX-02), for `takePreloaded`. */
export function requestEarly(path: string, requestToken: string): Promise<HttpAnswer> {
  const controller = new AbortController()
  const answer = fetch(path, {
    headers: { 'X-Requested-With': 'XMLHttpRequest', requesttoken: requestToken },
    credentials: 'same-origin',
    signal: controller.signal,
  }).then(read)
  answer.catch(() => undefined)
  store(path, { answer, stop: () => controller.abort() })
  return answer
}

/** Adds a preloaded reply of an address, for `takePreloaded`. */
export function setPreloaded(path: string, body: unknown): void {
  store(path, { answer: Promise.resolve({ status: 200, body }), body, stop: () => undefined })
}

/** The user changed: discards the early calls of the previous user. */
export function clearEarly(): void {
  page.early = undefined
}

/** Reads the body at once, so that an early reply is complete when the app's code runs and the first screen draws the first rows. */
export async function read(answer: Response): Promise<HttpAnswer> {
  return { status: answer.status, body: answerBody(await answer.text()) }
}

/** Removes and returns the early call of an address; undefined if there is none. */
export function takePreloaded(path: string): EarlyCall | undefined {
  const early = earlyOf(path)
  delete page.early?.[path]
  return early
}

/** The body of a preloaded reply; `takePreloaded` still returns it. */
export function preloaded(path: string): unknown {
  return earlyOf(path)?.body
}

function store(path: string, early: EarlyCall): void {
  ;(page.early ??= {})[path] = early
}

function earlyOf(path: string): EarlyCall | undefined {
  return performance.now() <= FRESH ? page.early?.[path] : undefined
}
