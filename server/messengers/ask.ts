import { MessengerFailure } from './MessengerFailure'

/** ms that a messenger may take to answer */
const LIMIT = 5000

export type MessengerAnswer = Record<string, unknown>

/**
 * One call of a messenger's server interface: a POST with a body, otherwise a GET.
 * @param base its address, without a final slash
 * @throws MessengerFailure
 */
export async function ask(
  base: string,
  path: string,
  { query = {}, body }: { query?: Record<string, string>; body?: object },
): Promise<MessengerAnswer> {
  const answer = await answerOf(path, `${base}${path}?${new URLSearchParams(query).toString()}`, body)
  const { errcode = 0 } = answer
  if (errcode !== 0) throw new MessengerFailure(path, typeof errcode === 'number' ? errcode : null)
  return answer
}

async function answerOf(path: string, url: string, body: object | undefined): Promise<MessengerAnswer> {
  try {
    const response = await fetch(url, {
      // Whoever is redirected to would get what is secret in the address.
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT),
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as unknown
    if (typeof answer === 'object' && answer !== null) return answer as MessengerAnswer
  } catch {
    throw new MessengerFailure(path, null, 'no answer')
  }
  throw new MessengerFailure(path, null, 'another answer')
}

/** A text of an answer. @throws MessengerFailure without it */
export function textOf(path: string, answer: MessengerAnswer, name: string): string {
  const value = answer[name]
  if (typeof value !== 'string' || value === '') throw new MessengerFailure(path, null, `no ${name}`)
  return value
}

/** Who an answer says somebody is, and what encrypts what WeChat's phone tells of them. @throws MessengerFailure without it */
export function identityOf(path: string, answer: MessengerAnswer, name: string): MessengerIdentity {
  return { id: textOf(path, answer, name), sessionKey: textOf(path, answer, 'session_key') }
}

export interface MessengerIdentity {
  /** What the app knows them by. */
  id: string
  /** base64; never kept */
  sessionKey: string
}

/** A token of an answer, and the seconds that it lasts. @throws MessengerFailure without them */
export function tokenOf(path: string, answer: MessengerAnswer, name: string): { value: string; seconds: number } {
  const seconds = answer.expires_in
  if (typeof seconds !== 'number' || !(seconds > 0)) throw new MessengerFailure(path, null, 'no expires_in')
  return { value: textOf(path, answer, name), seconds }
}
