import type { Clock } from '../time/clock'
import type { Configuration } from '../config/configuration'
import { MessengerFailure } from './MessengerFailure'

/** bytes of an unpacked answer; the longest answers of messengers have fewer than one thousand, except for lists of people */
const MOST = 65_536
/** ms without requests after a timeout, because each request would wait as long */
const QUIET = 10_000

export type MessengerAnswer = Record<string, unknown>

interface Question {
  query?: Record<string, string>
  body?: object
  /** bytes of the answer */
  most?: number
  /** ms to wait for the answer */
  patience?: number
}

/** A messenger's server interface. It may be slow, broken or an impostor, so every answer is limited in time and size. */
export class MessengerHost {
  /** ms since 1970 until which no request is sent */
  private quietUntil = 0

  /** @param url the interface's address, without a final slash */
  constructor(
    readonly url: string,
    private readonly ports: { clock: Clock; config: Pick<Configuration, 'messengers'> },
  ) {}

  /**
   * One call: a POST with a body, otherwise a GET.
   * @throws MessengerFailure
   */
  async ask(path: string, { query = {}, ...rest }: Question): Promise<MessengerAnswer> {
    if (this.now() < this.quietUntil) throw new MessengerFailure(path, null, 'not asked: it was silent', true)
    const answer = await this.answerOf(path, `${this.url}${path}?${new URLSearchParams(query).toString()}`, rest)
    const { errcode = 0 } = answer
    if (errcode !== 0) throw new MessengerFailure(path, typeof errcode === 'number' ? errcode : null)
    return answer
  }

  private now(): number {
    return this.ports.clock().getTime()
  }

  private async answerOf(
    path: string,
    url: string,
    { body, most = MOST, patience = this.ports.config.messengers.patience }: Question,
  ): Promise<MessengerAnswer> {
    const signal = AbortSignal.timeout(patience)
    const text = await textAt(url, { body, most, signal }).catch(() => {
      if (signal.aborted) this.quietUntil = this.now() + QUIET
      throw new MessengerFailure(path, null, 'no answer', true)
    })
    const answer = jsonOf(text)
    if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer as MessengerAnswer
    throw new MessengerFailure(path, null, 'another answer')
  }
}

interface Request {
  body: object | undefined
  most: number
  signal: AbortSignal
}

/** @throws Error without an answer, or for a longer one */
async function textAt(url: string, { body, most, signal }: Request): Promise<string> {
  const response = await fetch(url, {
    // The target of a redirect would receive the secrets in the address.
    redirect: 'error',
    signal,
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return textOfBody(response, most)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws Error for a longer answer, without fetching the rest */
async function textOfBody({ body }: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop ends the stream.
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > most) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
