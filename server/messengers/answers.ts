import { MessengerFailure } from './MessengerFailure'
import type { MessengerAnswer } from './MessengerHost'

/** Tokens, codes, keys and ids of messengers: whatever else comes is none of them. */
const SIGNS = /^[\x21-\x7e]{1,1024}$/
/** seconds that a token is believed to last, at most */
const DAY = 86_400

/** That a messenger says it has done something. @throws MessengerFailure where it says nothing */
export function requireDone(path: string, answer: MessengerAnswer): void {
  if (answer.errcode !== 0) throw new MessengerFailure(path, null, 'no errcode')
}

/** A text of an answer. @throws MessengerFailure without it */
export function textOf(path: string, answer: MessengerAnswer, name: string): string {
  const value = answer[name]
  if (typeof value !== 'string' || !SIGNS.test(value)) throw new MessengerFailure(path, null, `no ${name}`)
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
  return { value: textOf(path, answer, name), seconds: Math.min(seconds, DAY) }
}
