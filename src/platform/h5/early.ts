export interface Answered {
  status: number
  text: string
}

/** A call that the page made before its code was there. */
interface Early {
  path: string
  answer: Promise<Answered>
  stop(): void
}

/** Where it waits: the page itself. */
const page = globalThis as { early?: Early }

/** ms since the page began: later an answer would be an old one. */
const FRESH = 30_000

/** Asks for an address below the origin with the headers of every call (CTX-02), for `takeEarly` to find. */
export function askEarly(path: string, requestToken: string): Promise<Answered> {
  const controller = new AbortController()
  const answer = fetch(path, {
    headers: { 'X-Requested-With': 'XMLHttpRequest', requesttoken: requestToken },
    credentials: 'same-origin',
    signal: controller.signal,
  }).then(read)
  answer.catch(() => undefined)
  page.early = { path, answer, stop: () => controller.abort() }
  return answer
}

/** For `takeEarly` to find: the answer of an address, which came with the page. */
export function bringEarly(path: string, text: string): void {
  page.early = { path, answer: Promise.resolve({ status: 200, text }), stop: () => undefined }
}

/** The user is another one: what was asked for the one before is nobody's. */
export function forgetEarly(): void {
  page.early = undefined
}

/** Read at once: an early answer is then there whole when the app's code is, and the first rows are drawn with the first screen. */
export async function read(answer: Response): Promise<Answered> {
  return { status: answer.status, text: await answer.text() }
}

/** The early call of an address, given once; undefined when there was none. */
export function takeEarly(path: string): Early | undefined {
  const { early } = page
  if (early?.path !== path || performance.now() > FRESH) return undefined
  page.early = undefined
  return early
}
