import { answerBody } from '../answerBody'
import type { HttpAnswer } from '../Platform'

/** A call that the page made before its code was there. */
interface Early {
  answer: Promise<HttpAnswer>
  /** Of one that came with the page. */
  body?: unknown
  stop(): void
}

/** Where they wait, by their address: the page itself. */
const page = globalThis as { early?: Record<string, Early> }

/** ms since the page began: later an answer would be an old one. */
const FRESH = 30_000

/** Asks for an address below the origin with the headers of every call (CTX-02), for `takeEarly` to find. */
export function askEarly(path: string, requestToken: string): Promise<HttpAnswer> {
  const controller = new AbortController()
  const answer = fetch(path, {
    headers: { 'X-Requested-With': 'XMLHttpRequest', requesttoken: requestToken },
    credentials: 'same-origin',
    signal: controller.signal,
  }).then(read)
  answer.catch(() => undefined)
  keep(path, { answer, stop: () => controller.abort() })
  return answer
}

/** For `takeEarly` to find: the answer of an address, which came with the page. */
export function bringEarly(path: string, body: unknown): void {
  keep(path, { answer: Promise.resolve({ status: 200, body }), body, stop: () => undefined })
}

/** The user is another one: what was asked for the one before is nobody's. */
export function forgetEarly(): void {
  page.early = undefined
}

/** Read at once: an early answer is then there whole when the app's code is, and the first rows are drawn with the first screen. */
export async function read(answer: Response): Promise<HttpAnswer> {
  return { status: answer.status, body: answerBody(await answer.text()) }
}

/** The early call of an address, given once; undefined when there was none. */
export function takeEarly(path: string): Early | undefined {
  const early = earlyOf(path)
  delete page.early?.[path]
  return early
}

/** The body of an answer that came with the page, which `takeEarly` still gives. */
export function brought(path: string): unknown {
  return earlyOf(path)?.body
}

function keep(path: string, early: Early): void {
  ;(page.early ??= {})[path] = early
}

function earlyOf(path: string): Early | undefined {
  return performance.now() <= FRESH ? page.early?.[path] : undefined
}
