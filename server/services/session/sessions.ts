import { randomBytes } from 'node:crypto'
import type { AuditDetail, Deed } from '@/contract/audit'
import type { UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { Clock } from '../../time/clock'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { enterpriseExpired, forceTwoStep, loginExpired, wrongCredentials } from '../../errors'
import { verifyPassword } from '../../crypto/passwords'
import { isKnownDevice, keepDevice } from '../../queries/session/devices'
import { lockPassword } from '../../queries/session/passwords'
import {
  deleteEndedSessions,
  deleteSession,
  findCredentials,
  insertSession,
  renewHash,
  sessionByHash,
  touchSession,
  type SessionEnds,
  type SessionKind,
} from '../../queries/session/sessions'
import { hashOf } from '../../crypto/secretHash'
import { recordDeed } from '../audit'
import { deviceOf, tokenOfDevice } from './devices'
import { countAttempt } from './loginAttempts'

/** A user and the session by which they are signed in. */
export interface SignedIn {
  actor: UserActor
  session: Session
  /** Where they were counted as the session was looked up. */
  unreadMessages?: number
}

export interface Session {
  id: number
  hash: Buffer
  kind: SessionKind
  hasSecondStep: boolean
  /** The name of the device that it was opened on; null for those from before devices had names. */
  device: string | null
  /** The enterprise's plan has run out: nothing but signing out is open. */
  isEnterpriseExpired: boolean
}

export interface Credentials {
  login: string
  password: string
  /** Where the attempt comes from, such as an IP address. */
  address: string
  /** What the client calls itself. */
  userAgent: string
  /** What an earlier sign-in on the same device gave. */
  deviceToken: string | undefined
}

/** A token that only the client keeps, and the hash of it that the server does. */
export interface Token {
  token: string
  hash: Buffer
}

export interface NewSession extends Token {
  /** For the next sign-in on the same device, which strangers' guesses then do not delay. */
  deviceToken: string
}

/** days without use after which a session ends (decisions 44) */
const IDLE_DAYS = 30
/** ms between two records of use, so that reading a list does not write */
const TOUCH_INTERVAL = 600_000
/** characters of what a client calls itself that are kept */
const USER_AGENT_LENGTH = 300

/**
 * Signs a user in with a new session.
 * @param before the session that this one replaces
 * @throws Refused wrong_credentials, login_too_often
 */
export async function signIn(
  { db, clock, sign }: Pick<Dependencies, 'db' | 'clock' | 'sign'>,
  { login, password, address, userAgent, deviceToken }: Credentials,
  kind: SessionKind,
  before: SignedIn | null,
): Promise<NewSession> {
  const { device, isKnown } = await deviceFor({ db, sign }, login, deviceToken)
  const attempt = { secret: 'password', login, address, device: isKnown ? device : null } as const
  const takeBack = await countAttempt(db, clock, attempt)
  const user = await findCredentials(db, login)
  const isRight = await verifyPassword(user?.password_hash ?? null, password)
  if (!user || !isRight) {
    // Of an unknown login nothing is kept: people type their password there.
    if (user) await recordDeed(db, clock(), { user, address }, 'sign_in_refused')
    throw wrongCredentials()
  }
  const token = await inTransaction(db, async (transaction) => {
    // Somebody may have changed the password meanwhile, to end every session of the old one.
    if ((await lockPassword(transaction, user.id)) !== user.password_hash) throw wrongCredentials()
    const from = { device, userAgent, address }
    return admit({ db: transaction, clock }, { user, kind, before, from }, 'signed_in')
  })
  await takeBack()
  return { token, hash: hashOf(token), deviceToken: tokenOfDevice(sign, login, device) }
}

interface Admission {
  /** Who has proved who they are. */
  user: { id: number }
  kind: SessionKind
  /** The session that this one replaces. */
  before: SignedIn | null
  from: { device: string; userAgent: string; address: string }
}

/** Opens a session, in the transaction that judged the proof. @returns its token */
export async function admit(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { user, kind, before, from }: Admission,
  deed: Deed,
  detail?: AuditDetail,
): Promise<string> {
  if (before) await signOut({ db, clock }, before)
  await keepDevice(db, user.id, from.device, clock())
  await recordDeed(db, clock(), { user, address: from.address }, deed, { detail })
  return openSession(db, clock, user.id, kind, from)
}

/** The device of a sign-in: that of its token where the login signed in on it before, else a new one. */
export async function deviceFor(
  { db, sign }: Pick<Dependencies, 'db' | 'sign'>,
  login: string,
  token: string | undefined,
): Promise<{ device: string; isKnown: boolean }> {
  const named = deviceOf(sign, login, token)
  const isKnown = named !== null && (await isKnownDevice(db, login, named))
  return { device: isKnown ? named : randomBytes(16).toString('hex'), isKnown }
}

/**
 * Lets only those through who are past the second step, where they or their enterprise want one, in an enterprise that has not expired.
 * @throws Refused enterprise_expired, force_two_step
 */
export function requireUsable({ actor, session }: SignedIn): void {
  if (session.isEnterpriseExpired) throw enterpriseExpired()
  if (isStepMissing({ actor, session })) throw forceTwoStep()
}

/** Whether the second step is wanted and was not passed. */
export function isStepMissing({ actor: { user, enterprise }, session }: SignedIn): boolean {
  return (enterprise.force_two_step || user.totp_enrolled_at !== null) && !session.hasSecondStep
}

export async function signOut(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { actor, session }: SignedIn,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (await deleteSession(transaction, session.hash)) await recordDeed(transaction, clock(), actor, 'signed_out')
  })
}

const nowhere = { device: null, userAgent: '', address: '' }

/** @returns the token; the database keeps its hash only */
export async function openSession(
  db: Db,
  clock: Clock,
  userId: number,
  kind: SessionKind,
  { device, userAgent, address }: { device: string | null; userAgent: string; address: string } = nowhere,
): Promise<string> {
  const { token, hash } = newToken()
  const known = userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, USER_AGENT_LENGTH)
  await insertSession(db, { hash, userId, kind, at: clock(), device, userAgent: known, address })
  return token
}

/**
 * The same session under another token, so that whoever knew the one before has nothing; in the transaction that gives it more rights.
 * @throws Refused login_expired where it ended meanwhile
 */
export async function renewToken(db: Db, session: Session): Promise<Token> {
  const renewed = newToken()
  if (!(await renewHash(db, session.hash, renewed.hash))) throw loginExpired()
  return renewed
}

type SessionPorts = Pick<Dependencies, 'db' | 'clock' | 'config'>

/**
 * The session of a token, marked as used; null when it is unknown, idle for too long or too old, or the user is not active.
 * @param address where it is used
 * @param countsUnread whether the user's unread messages are counted, too
 */
export async function findSession(
  { db, clock, config }: SessionPorts,
  token: string,
  kind: SessionKind,
  address: string,
  countsUnread = false,
): Promise<SignedIn | null> {
  const hash = hashOf(token)
  const now = clock()
  const found = await sessionByHash(db, hash, kind, sessionEnds(now, config), countsUnread)
  if (!found) return null
  const { actor, id, device, lastUsedAt, secondStepAt, unreadMessages } = found
  if (now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL) await touchSession(db, hash, now, address)
  const { expires_at: expiresAt } = actor.enterprise
  const isEnterpriseExpired = expiresAt !== null && expiresAt <= now
  const { totp_enrolled_at: enrolledAt } = actor.user
  // A code of an earlier secret says nothing of who holds the present one.
  const hasSecondStep = secondStepAt !== null && enrolledAt !== null && secondStepAt >= enrolledAt
  return {
    actor: { ...actor, address },
    session: { id, hash, kind, device, hasSecondStep, isEnterpriseExpired },
    ...(unreadMessages !== null && { unreadMessages }),
  }
}

/** When a session must have been used and begun, to go on now. */
export function sessionEnds(now: Date, { sessionDays }: Pick<Dependencies['config'], 'sessionDays'>): SessionEnds {
  return {
    idleSince: calendar(now).subtract(IDLE_DAYS, 'days').toDate(),
    begunSince: calendar(now).subtract(sessionDays, 'days').toDate(),
  }
}

/** Removes the sessions that have ended by themselves. */
export async function removeEndedSessions({ db, clock, config }: SessionPorts): Promise<void> {
  await deleteEndedSessions(db, sessionEnds(clock(), config))
}

function newToken(): Token {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}
