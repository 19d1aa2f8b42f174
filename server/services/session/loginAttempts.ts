import type { Clock } from '../../time/clock'
import type { Db } from '../../database/connect'
import { loginTooOften } from '../../errors'
import { networkOf } from '../../remote/networkAddress'
import { deleteAttempts, forgiveAttempt, hasFailures, insertAttempt } from '../../queries/session/loginAttempts'

/** Failures before the first wait, for what is counted; a school sits behind one address. */
const freeFailures = { device: 15, pair: 3, login: 15, address: 100 }
type Subject = keyof typeof freeFailures

/** seconds: waits grow 1, 2, 4 … up to this */
const LONGEST_WAIT = 300
/** ms after which earlier failures are forgotten */
const MEMORY = 900_000

/** Who tries to sign in. */
export interface Attempt {
  /** What is tried: codes count apart, so that only who knows the password can make its owner wait for one. */
  secret: 'password' | 'code'
  login: string
  /** Where the attempt comes from, such as an IP address. */
  address: string
  /** Names a device on which this login signed in before; null for any other. */
  device: string | null
}

/**
 * Counts an attempt as a failure before it is checked, so that attempts made at once are counted too (decisions 56). A device that signed in
 * before is counted for itself: no stranger makes it wait. A wait of an address is for the logins that failed there; another's first attempt is heard.
 * @returns takes it back
 * @throws Refused login_too_often while a wait lasts
 */
export async function countAttempt(db: Db, clock: Clock, attempt: Attempt): Promise<() => Promise<void>> {
  const subjects = subjectsOf(attempt)
  const counted = new Set<Subject>()
  const isFirst = attempt.device === null && !(await hasFailures(db, subjects.pair!, forgottenAt(clock())))
  for (const [subject, key] of Object.entries(subjects) as [Subject, string][]) {
    if (await count(db, clock(), key, freeFailures[subject])) counted.add(subject)
    else if (subject !== 'address' || !isFirst) throw loginTooOften()
  }
  return async () => {
    const { address, ...others } = subjects
    const now = clock()
    // A right password ends the waits of that person at that address; whatever is old is forgotten too.
    await deleteAttempts(db, Object.values(others), forgottenAt(now))
    if (address !== undefined && counted.has('address')) await forgiveAttempt(db, address, freeFailures.address, now)
  }
}

/**
 * Counts a code of a messenger's sign-in as a wrong one before it is judged. Nobody is named by it: what counts is where it comes from, and apart
 * from passwords, which are never made to wait by it.
 * @returns takes it back
 * @throws Refused login_too_often while a wait lasts
 */
export async function countCode(db: Db, clock: Clock, address: string): Promise<() => Promise<void>> {
  const subject = `applet:${networkOf(address)}`
  if (!(await count(db, clock(), subject, freeFailures.address))) throw loginTooOften()
  return () => forgiveAttempt(db, subject, freeFailures.address, clock())
}

/** @returns false while a wait lasts */
function count(db: Db, now: Date, subject: string, free: number): Promise<boolean> {
  return insertAttempt(db, { subject, free, now, since: forgottenAt(now), longestWait: LONGEST_WAIT })
}

function subjectsOf({ secret, login, address, device }: Attempt): Partial<Record<Subject, string>> {
  if (device !== null) return { device: `device:${device}` }
  const of = secret === 'code' ? 'code-' : ''
  const name = login.toLowerCase()
  const network = networkOf(address)
  return { pair: `${of}pair:${network}:${name}`, login: `${of}login:${name}`, address: `address:${network}` }
}

function forgottenAt(now: Date) {
  return new Date(now.getTime() - MEMORY)
}
