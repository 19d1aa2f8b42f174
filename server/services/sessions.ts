import { createHash, randomBytes } from 'node:crypto'
import type { UserActor } from '../actor'
import { calendar } from '../calendar'
import type { Clock } from '../clock'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { enterpriseExpired, forceTwoStep, wrongCredentials } from '../errors'
import { verifyPassword } from '../passwords'
import {
  deleteIdleSessions,
  deleteSession,
  findCredentials,
  insertSession,
  sessionByHash,
  touchSession,
  type SessionKind,
} from '../queries/sessions'
import { deviceOf, tokenOfDevice } from './devices'
import { countAttempt } from './loginAttempts'

/** A user and the session by which they are signed in. */
export interface SignedIn {
  actor: UserActor
  session: Session
}

export interface Session {
  hash: Buffer
  kind: SessionKind
  hasSecondStep: boolean
  /** The enterprise's plan has run out: nothing but signing out is open. */
  isEnterpriseExpired: boolean
}

export interface Credentials {
  login: string
  password: string
  /** Where the attempt comes from, such as an IP address. */
  address: string
  /** What an earlier sign-in on the same device gave. */
  deviceToken: string | undefined
}

export interface NewSession {
  /** Only the client keeps it. */
  token: string
  hash: Buffer
  /** For the next sign-in on the same device, which strangers' guesses then do not delay. */
  deviceToken: string
}

/** days without use after which a session ends (decisions 44) */
const SESSION_DAYS = 30
/** ms between two records of use, so that reading a list does not write */
const TOUCH_INTERVAL = 3_600_000

/**
 * Signs a user in with a new session.
 * @param before the session that this one replaces
 * @throws Refused wrong_credentials, login_too_often
 */
export async function signIn(
  { db, clock, sign }: Pick<Dependencies, 'db' | 'clock' | 'sign'>,
  { login, password, address, deviceToken }: Credentials,
  kind: SessionKind,
  before: Session | null,
): Promise<NewSession> {
  const known = deviceOf(sign, login, deviceToken)
  const takeBack = await countAttempt(db, clock, { login, address, device: known })
  const user = await findCredentials(db, login)
  const isRight = await verifyPassword(user?.password_hash ?? null, password)
  if (!user || !isRight) throw wrongCredentials()
  await takeBack()
  if (before) await signOut(db, before)
  const token = await openSession(db, clock, user.id, kind)
  return {
    token,
    hash: hashToken(token),
    deviceToken: tokenOfDevice(sign, login, known ?? randomBytes(16).toString('hex')),
  }
}

/**
 * Lets only those through who are past the second step, in an enterprise that has not expired.
 * @throws Refused enterprise_expired, force_two_step
 */
export function requireUsable({ actor, session }: SignedIn): void {
  if (session.isEnterpriseExpired) throw enterpriseExpired()
  if (actor.enterprise.force_two_step && !session.hasSecondStep) throw forceTwoStep()
}

export async function signOut(db: Db, { hash }: Session): Promise<void> {
  await deleteSession(db, hash)
}

/** @returns the token; the database keeps its hash only */
export async function openSession(db: Db, clock: Clock, userId: number, kind: SessionKind): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = clock()
  await insertSession(db, { hash: hashToken(token), userId, kind, at })
  await deleteIdleSessions(db, oldest(at))
  return token
}

/** The session of a token, marked as used; null when it is unknown or idle for too long, or the user is not active. */
export async function findSession(db: Db, clock: Clock, token: string, kind: SessionKind): Promise<SignedIn | null> {
  const hash = hashToken(token)
  const now = clock()
  const found = await sessionByHash(db, hash, kind, oldest(now))
  if (!found) return null
  const { actor, lastUsedAt, secondStepAt } = found
  if (now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL) await touchSession(db, hash, now)
  const { expires_at: expiresAt } = actor.enterprise
  const isEnterpriseExpired = expiresAt !== null && expiresAt <= now
  return { actor, session: { hash, kind, hasSecondStep: secondStepAt !== null, isEnterpriseExpired } }
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function oldest(now: Date) {
  return calendar(now).subtract(SESSION_DAYS, 'days').toDate()
}
