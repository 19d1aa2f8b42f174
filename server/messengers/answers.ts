import { MessengerFailure } from './MessengerFailure'
import type { MessengerAnswer } from './MessengerHost'

/** The characters of messengers' tokens, codes, keys and ids; other text is invalid. */
const SIGNS = /^[\x21-\x7e]{1,1024}$/
/** seconds, the longest lifetime that is accepted for a token */
const DAY = 86_400

/** Requires the messenger's confirmation. @throws MessengerFailure without one */
export function requireDone(path: string, answer: MessengerAnswer): void {
  if (answer.errcode !== 0) throw new MessengerFailure(path, null, 'no errcode')
}

/** A text of an answer. @throws MessengerFailure when it is missing */
export function textOf(path: string, answer: MessengerAnswer, name: string): string {
  const value = answer[name]
  if (typeof value !== 'string' || !SIGNS.test(value)) throw new MessengerFailure(path, null, `no ${name}`)
  return value
}

/** The user that an answer names, and the key that decrypts what WeChat's phone reports of them. @throws MessengerFailure without them */
export function identityOf(path: string, answer: MessengerAnswer, name: string): MessengerIdentity {
  return { id: textOf(path, answer, name), sessionKey: textOf(path, answer, 'session_key') }
}

export interface MessengerIdentity {
  /** The user's id at the app. */
  id: string
  /** base64; never stored */
  sessionKey: string
}

/** A token of an answer and its lifetime in seconds. @throws MessengerFailure without them */
export function tokenOf(path: string, answer: MessengerAnswer, name: string): { value: string; seconds: number } {
  const seconds = answer.expires_in
  if (typeof seconds !== 'number' || !(seconds > 0)) throw new MessengerFailure(path, null, 'no expires_in')
  return { value: textOf(path, answer, name), seconds: Math.min(seconds, DAY) }
}
