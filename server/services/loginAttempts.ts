import type { Clock } from '../clock'
import type { Db } from '../database/connect'
import { loginTooOften } from '../errors'
import { deleteAttempts, insertAttempt } from '../queries/loginAttempts'

/** Attempts before the first wait, for what is counted; a school sits behind one address. */
const freeAttempts = { pair: 3, login: 15, address: 100 }
type Subject = keyof typeof freeAttempts

/** seconds: waits grow 1, 2, 4 … up to this */
const LONGEST_WAIT = 300
/** ms after which earlier failures are forgotten */
const MEMORY = 900_000

/**
 * Counts an attempt before it is checked, so that attempts made at once are counted too (decisions 56).
 * @throws Refused login_too_often while a wait lasts
 */
export async function countAttempt(db: Db, clock: Clock, login: string, address: string): Promise<void> {
  for (const [subject, key] of subjectsOf(login, address)) {
    const now = clock()
    const isCounted = await insertAttempt(db, {
      subject: key,
      free: freeAttempts[subject],
      now,
      since: forgottenAt(now),
      longestWait: LONGEST_WAIT,
    })
    if (!isCounted) throw loginTooOften()
  }
}

/** A right password ends the waits of that person at that address; whatever is old is forgotten too. */
export async function forgetAttempts(db: Db, clock: Clock, login: string, address: string): Promise<void> {
  const keys = subjectsOf(login, address)
    .filter(([subject]) => subject !== 'address')
    .map(([, key]) => key)
  await deleteAttempts(db, keys, forgottenAt(clock()))
}

function subjectsOf(login: string, address: string): [Subject, string][] {
  const name = login.toLowerCase()
  return [
    ['pair', `pair:${address}:${name}`],
    ['login', `login:${name}`],
    ['address', `address:${address}`],
  ]
}

function forgottenAt(now: Date) {
  return new Date(now.getTime() - MEMORY)
}
