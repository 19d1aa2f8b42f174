import type { Clock } from '../../time/clock'
import type { Db } from '../../database/connect'
import { loginTooOften } from '../../errors'
import { markOf } from '../../crypto/passwords'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import { networksOf } from '../../remote/networkAddress'
import { deleteAttempts, failuresOf, forgiveAttempts, insertAttempt } from '../../queries/session/loginAttempts'

/** Failures before the first wait, per subject; a whole school may share one address. */
const failuresBeforeWait = { device: 15, pair: 3, login: 15, address: 100, site: 400 }
/** Wrong attempts with one password before the first wait: from one network, from its site, from everywhere. */
const spraysBeforeWait = { network: 5, site: 10, all: 30 }
/** Wrong first attempts before the first wait. */
const namesBeforeWait = { network: 100, site: 400 }
/** The same while the address must wait. */
const NAMES_WHILE_WAITING = 10
/** failures of a count that causes no wait */
const UNLIMITED = 2 ** 31 - 1

/** seconds: waits grow 1, 2, 4 … up to this */
const MAX_WAIT = 300
/** seconds: the longest wait of a first attempt, because other people of the network share it */
const MAX_NAME_WAIT = 60
/** ms after which failures expire */
const FAILURE_LIFETIME = 900_000

/**
 * Look-ups of accounts for somebody without a session: per site, per network, in total. Each takes a connection to the database. A sign-in waits for its
 * turn to hash only afterwards, so without a limit hundreds of sign-ins at once would take every connection.
 */
const lookUps = new KeyedSemaphore<string>([4, 3], 6)

/** Runs a look-up when it is the turn of a network. */
export function lookUpInTurn<T>(address: string, run: () => Promise<T>): Promise<T> {
  return lookUps.run(networksOf(address), run)
}

/** An attempt to sign in. */
export interface Attempt {
  /** The kind of secret. Codes are counted separately, so that only somebody who knows the password can delay the codes of the account. */
  secret: 'password' | 'code'
  login: string
  /** network address of the client */
  address: string
  /** The name of a device on which this login signed in before; null for other devices. */
  device: string | null
  /** The password that is tried; absent for codes. */
  password?: string
}

/** A row of counts: what it counts under, the failures before its first wait, and its longest wait. */
interface Limit {
  subject: string
  free: number
  longestWait: number
}

/**
 * Counts an attempt as a failure before the secret is checked, so that concurrent attempts are counted too (decisions 56). A known device is counted
 * separately, so that strangers cannot delay sign-ins on the device. While an address must wait, logins that failed at the address wait. The first
 * attempt of another login passes, whether an account has that name or not, until many first attempts or several with one password were wrong.
 * @returns a function that undoes the count
 * @throws Refused login_too_often while a wait lasts
 */
export async function countAttempt(db: Db, clock: Clock, attempt: Attempt): Promise<() => Promise<void>> {
  if (attempt.device !== null) return countDevice(db, clock, attempt.device)
  const require = async (limits: readonly Limit[]) => {
    if (!(await countAll(db, clock, limits))) throw loginTooOften()
  }
  const { pair, login, address, slips } = limitsOf(attempt)
  const isFirst = (await failuresOf(db, pair.subject, expiryOf(clock()))) === 0
  await require([pair, login])
  const isWaiting = !(await countAll(db, clock, address))
  if (isWaiting && !isFirst) throw loginTooOften()
  if (!isWaiting) await require([slips.address])
  const checked = checkedOf(attempt)
  const isRepeated = (await failuresOf(db, checked.subject, expiryOf(clock()))) > 0
  const sprays = isRepeated ? [] : spraysOf(attempt)
  await require(sprays)
  const names = namesOf(attempt, isWaiting)
  const countsNames = isFirst && attempt.secret === 'password'
  if (countsNames) await require([...names, slips.names])
  // Last, so that only a password that is checked counts as checked.
  await require([checked])
  return async () => {
    const since = expiryOf(clock())
    const forgive = async (limits: readonly Limit[], count: number, hasPassed: boolean) => {
      for (const { subject, free } of count > 0 ? limits : [])
        await forgiveAttempts(db, { subject, free, count, hasPassed })
    }
    // The earlier failures of this login at this address were slips of the same person.
    await forgive(address, await failuresOf(db, slips.address.subject, since), !isWaiting)
    await forgive(names, await failuresOf(db, slips.names.subject, since), countsNames)
    await forgive(sprays, 1, true)
    // A correct secret ends the waits of the login and of its pair with the address. Also deletes expired failures.
    const own = [pair, login, slips.address, slips.names, checked]
    await deleteAttempts(
      db,
      own.map(({ subject }) => subject),
      since,
    )
  }
}

/** Counts under the limits in order, up to the first wait. @returns false while a wait lasts */
async function countAll(db: Db, clock: Clock, limits: readonly Limit[]): Promise<boolean> {
  for (const limit of limits) if (!(await count(db, clock(), limit))) return false
  return true
}

async function countDevice(db: Db, clock: Clock, device: string): Promise<() => Promise<void>> {
  const limit = { subject: `device:${device}`, free: failuresBeforeWait.device, longestWait: MAX_WAIT }
  if (!(await count(db, clock(), limit))) throw loginTooOften()
  return () => deleteAttempts(db, [limit.subject], expiryOf(clock()))
}

/**
 * Counts a messenger's sign-in code, or the code of somebody who registers, as wrong before the code is checked. Only the networks are counted. Codes
 * are counted separately from passwords, so that wrong codes never delay sign-ins by password.
 * @returns a function that undoes the count
 * @throws Refused login_too_often while a wait lasts
 */
export async function countCode(
  db: Db,
  clock: Clock,
  address: string,
  kind: 'applet' | 'registration' = 'applet',
): Promise<() => Promise<void>> {
  const limits = addressLimits(kind, address)
  if (!(await countAll(db, clock, limits))) throw loginTooOften()
  return async () => {
    for (const { subject, free } of limits) await forgiveAttempts(db, { subject, free, count: 1, hasPassed: true })
  }
}

/** @returns false while a wait lasts */
async function count(db: Db, now: Date, limit: Limit): Promise<boolean> {
  return (await insertAttempt(db, { ...limit, now, since: expiryOf(now) })) !== null
}

/** `slips` counts what one login at one network added to the limits that it shares with others. */
function limitsOf({ secret, login, address }: Attempt) {
  const of = secret === 'code' ? 'code-' : ''
  const name = login.toLowerCase()
  const [, network] = networksOf(address)
  const limit = (subject: string, free: number): Limit => ({ subject: `${of}${subject}`, free, longestWait: MAX_WAIT })
  return {
    pair: limit(`pair:${network}:${name}`, failuresBeforeWait.pair),
    login: limit(`login:${name}`, failuresBeforeWait.login),
    address: addressLimits('address', address),
    slips: {
      address: limit(`slips:${network}:${name}`, UNLIMITED),
      names: limit(`first-slips:${network}:${name}`, UNLIMITED),
    },
  }
}

function addressLimits(kind: string, address: string): Limit[] {
  const [site, network] = networksOf(address)
  return [
    { subject: `${kind}:${network}`, free: failuresBeforeWait.address, longestWait: MAX_WAIT },
    { subject: `${kind}:${site}`, free: failuresBeforeWait.site, longestWait: MAX_WAIT },
  ]
}

/**
 * The limits of attempts with one password, because that is how a password is sprayed over many logins. They count every password of a login once:
 * a sprayed one may follow another, or be tried again after a refusal, while a repeated one tells nothing new.
 */
function spraysOf({ address, password }: Attempt): Limit[] {
  if (password === undefined) return []
  const [site, network] = networksOf(address)
  const mark = markOf(password)
  return [
    { subject: `spray:${network}:${mark}`, free: spraysBeforeWait.network },
    { subject: `spray:${site}:${mark}`, free: spraysBeforeWait.site },
    { subject: `spray:${mark}`, free: spraysBeforeWait.all },
  ].map((each) => ({ ...each, longestWait: MAX_NAME_WAIT }))
}

/** Counts how often a password of a login was checked for a network. */
function checkedOf({ address, login, password = '' }: Attempt): Limit {
  const [, network] = networksOf(address)
  return {
    subject: `checked:${network}:${login.toLowerCase()}:${markOf(password)}`,
    free: UNLIMITED,
    longestWait: MAX_WAIT,
  }
}

/** The limits of first attempts of any login at a network. */
function namesOf({ address }: Pick<Attempt, 'address'>, isWaiting: boolean): Limit[] {
  const [site, network] = networksOf(address)
  return [
    { subject: `names:${network}`, free: isWaiting ? NAMES_WHILE_WAITING : namesBeforeWait.network },
    { subject: `names:${site}`, free: namesBeforeWait.site },
  ].map((each) => ({ ...each, longestWait: MAX_NAME_WAIT }))
}

function expiryOf(now: Date) {
  return new Date(now.getTime() - FAILURE_LIFETIME)
}
