import type { Clock } from '../../time/clock'
import type { Db } from '../../database/connect'
import { loginTooOften } from '../../errors'
import { networkOf } from '../../remote/networkAddress'
import { deleteAttempts, forgiveAttempt, hasFailures, insertAttempt } from '../../queries/session/loginAttempts'

/** Failures before the first wait, per subject; a whole school may share one address. */
const failuresBeforeWait = { device: 15, pair: 3, login: 15, address: 100 }
type Subject = keyof typeof failuresBeforeWait

/** seconds: waits grow 1, 2, 4 … up to this */
const MAX_WAIT = 300
/** ms after which failures expire */
const FAILURE_LIFETIME = 900_000

/** An attempt to sign in. */
export interface Attempt {
  /** The kind of secret. Codes are counted separately, so that only somebody who knows the password can delay the codes of the account. */
  secret: 'password' | 'code'
  login: string
  /** network address of the client */
  address: string
  /** The name of a device on which this login signed in before; null for other devices. */
  device: string | null
}

/**
 * Counts an attempt as a failure before the secret is checked, so that concurrent attempts are counted too (decisions 56). A known device is counted
 * separately, so that strangers cannot delay sign-ins on the device. While an address must wait, only logins that failed at the address wait; the
 * first attempt of another login passes.
 * @returns a function that undoes the count
 * @throws Refused login_too_often while a wait lasts
 */
export async function countAttempt(db: Db, clock: Clock, attempt: Attempt): Promise<() => Promise<void>> {
  const subjects = subjectsOf(attempt)
  const counted = new Set<Subject>()
  const isFirst = attempt.device === null && !(await hasFailures(db, subjects.pair!, expiryOf(clock())))
  for (const [subject, key] of Object.entries(subjects) as [Subject, string][]) {
    if (await count(db, clock(), key, failuresBeforeWait[subject])) counted.add(subject)
    else if (subject !== 'address' || !isFirst) throw loginTooOften()
  }
  return async () => {
    const { address, ...others } = subjects
    const now = clock()
    // A correct secret ends the waits of the device, or of the login and its pair with the address. Also deletes expired failures.
    await deleteAttempts(db, Object.values(others), expiryOf(now))
    if (address !== undefined && counted.has('address'))
      await forgiveAttempt(db, address, failuresBeforeWait.address, now)
  }
}

/**
 * Counts a messenger's sign-in code as wrong before the code is checked. The code names no login, so only the address is counted. Codes are counted
 * separately from passwords, so that wrong codes never delay sign-ins by password.
 * @returns a function that undoes the count
 * @throws Refused login_too_often while a wait lasts
 */
export async function countCode(db: Db, clock: Clock, address: string): Promise<() => Promise<void>> {
  const subject = `applet:${networkOf(address)}`
  if (!(await count(db, clock(), subject, failuresBeforeWait.address))) throw loginTooOften()
  return () => forgiveAttempt(db, subject, failuresBeforeWait.address, clock())
}

/** @returns false while a wait lasts */
function count(db: Db, now: Date, subject: string, free: number): Promise<boolean> {
  return insertAttempt(db, { subject, free, now, since: expiryOf(now), longestWait: MAX_WAIT })
}

function subjectsOf({ secret, login, address, device }: Attempt): Partial<Record<Subject, string>> {
  if (device !== null) return { device: `device:${device}` }
  const of = secret === 'code' ? 'code-' : ''
  const name = login.toLowerCase()
  const network = networkOf(address)
  return { pair: `${of}pair:${network}:${name}`, login: `${of}login:${name}`, address: `address:${network}` }
}

function expiryOf(now: Date) {
  return new Date(now.getTime() - FAILURE_LIFETIME)
}
