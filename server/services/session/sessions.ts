import { randomBytes } from 'node:crypto'
import type { AuditDetail, AuditEvent } from '@/contract/audit'
import { loginKey } from '@/domain/session/logins'
import type { UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { Clock } from '../../time/clock'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { enterpriseExpired, forceTwoStep, loginExpired, wrongCredentials } from '../../errors'
import { hashInTurn, partyOfAddress, partyOfDevice } from '../../crypto/passwords'
import { needsSecondStep } from '../../policies/session'
import { isOfDeactivated } from '../../queries/session/deactivated'
import { isKnownDevice, storeDevice } from '../../queries/session/devices'
import { lockPassword } from '../../queries/session/passwords'
import {
  deleteEndedSessions,
  deleteSession,
  findCredentials,
  insertSession,
  findUser,
  renewHash,
  sessionByHash,
  touchSession,
  type SessionEnds,
  type SessionKind,
} from '../../queries/session/sessions'
import { hashOf } from '../../crypto/secretHash'
import { recordAuditEvent } from '../audit'
import { deviceOf, tokenOfDevice } from './devices'
import { endForgotten } from './forgottenPasswords'
import { directoryOf, inDirectoryTurn, isDirectoryPassword, type DirectoryPorts } from './directorySignIn'
import { countAttempt, lookUpInTurn, type Attempt } from './loginAttempts'

/** A user and their session. */
export interface SignedIn {
  actor: UserActor
  session: Session
  /** Present if it was counted while the session was loaded. */
  unreadMessages?: number
}

export interface Session {
  id: number
  hash: Buffer
  kind: SessionKind
  hasSecondStep: boolean
  /** The name of the session's device; null for sessions older than device names. */
  device: string | null
  /** The enterprise's plan has expired: only signing out is allowed. */
  isEnterpriseExpired: boolean
  /** Signing out also leads to the OpenID provider. */
  signsOutAtProvider: boolean
}

export interface Credentials {
  login: string
  password: string
  /** network address of the client */
  address: string
  /** User-Agent header */
  userAgent: string
  /** The device token of an earlier sign-in on the same device. */
  deviceToken: string | undefined
}

/** A token for the client, and its hash, the only form that the server stores. */
export interface Token {
  token: string
  hash: Buffer
}

export interface NewSession extends Token {
  /** For the next sign-in on this device, so that strangers' guesses do not delay that sign-in. */
  deviceToken: string
}

/** days without use after which a session ends (decisions 44) */
const IDLE_DAYS = 30
/** ms between two records of use, so that reading a list does not write */
const TOUCH_INTERVAL = 600_000
/** most characters of a stored User-Agent */
const USER_AGENT_LENGTH = 300

/**
 * Signs a user in with a new session.
 * @param before the session to replace
 * @throws Refused wrong_credentials, login_too_often, sign_on_unreachable
 */
export async function signIn(
  ports: DirectoryPorts & Pick<Dependencies, 'sign'>,
  { login: typed, password, address, userAgent, deviceToken }: Credentials,
  kind: SessionKind,
  before: SignedIn | null,
): Promise<NewSession> {
  const { db, clock, sign } = ports
  const login = loginKey(typed)
  const { device, isKnown } = await lookUpInTurn(address, () => deviceFor({ db, sign }, login, deviceToken))
  const attempt = { secret: 'password', login, password, address, device: isKnown ? device : null } as const
  const user = await requireCredentials(ports, attempt)
  const token = await inTransaction(db, async (transaction) => {
    // The password may have been changed meanwhile, to end every session of the old one.
    const isSame = (await lockPassword(transaction, user.id)) === user.password_hash
    if (!isSame || !(await findUser(transaction, user.id))) throw wrongCredentials()
    const from = { device, userAgent, address }
    return openSessionFor({ db: transaction, clock }, { user, kind, before, from }, 'signed_in')
  })
  return { token, hash: hashOf(token), deviceToken: tokenOfDevice(sign, login, device) }
}

/**
 * The user of a login and password. The attempt is counted within the turn, so that the attempts that wait do not count as failures.
 * @throws Refused wrong_credentials, login_too_often, sign_on_unreachable
 */
export async function requireCredentials(ports: DirectoryPorts, attempt: Attempt & { password: string }) {
  const { db, clock } = ports
  const { login, password, address, device } = attempt
  const { known, directory } = await lookUpInTurn(address, async () => {
    const found = await findCredentials(db, login)
    return { known: found, directory: found && (await directoryOf(ports, found.id)) }
  })
  if (known && directory)
    return inDirectoryTurn(directory, address, async () => {
      const undoCount = await countAttempt(db, clock, attempt)
      const isRight = await isDirectoryPassword(ports, directory, known.login, password).catch(
        async (error: unknown) => {
          // Nobody checked the password.
          await undoCount()
          throw error
        },
      )
      if (!isRight) {
        await recordAuditEvent(db, clock(), { user: known, address }, 'sign_in_refused')
        throw wrongCredentials()
      }
      await undoCount()
      return known
    })
  const party = device === null ? partyOfAddress('strangers', address) : partyOfDevice(login, device)
  return hashInTurn(party, async (hasher) => {
    const undoCount = await countAttempt(db, clock, attempt)
    const user = await findCredentials(db, login)
    const isRight = await hasher.verify(user?.password_hash ?? null, password)
    if (!user || !isRight) {
      // Do not record unknown logins: people type their password there.
      if (user) await recordAuditEvent(db, clock(), { user, address }, 'sign_in_refused')
      throw wrongCredentials()
    }
    await undoCount()
    return user
  })
}

interface Admission {
  /** The authenticated user. */
  user: { id: number }
  kind: SessionKind
  /** The session to replace. */
  before: SignedIn | null
  from: { device: string; userAgent: string; address: string }
}

/** Opens a session, in the transaction of the final check. The person no longer needs a link for a forgotten password. @returns the session's token */
export async function openSessionFor(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { user, kind, before, from }: Admission,
  deed: AuditEvent,
  detail?: AuditDetail,
): Promise<string> {
  if (before) await signOut({ db, clock }, before)
  await endForgotten(db, user.id)
  await storeDevice(db, user.id, from.device, clock())
  await recordAuditEvent(db, clock(), { user, address: from.address }, deed, { detail })
  return openSession(db, clock, user.id, kind, from)
}

/** The device of a sign-in: the token's device if this login signed in on it before, else a new one. */
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
 * Requires an enterprise that has not expired and, if the user or the enterprise wants it, a passed second step.
 * @throws Refused enterprise_expired, force_two_step
 */
export function requireUsable({ actor, session }: SignedIn): void {
  if (session.isEnterpriseExpired) throw enterpriseExpired()
  if (isStepMissing({ actor, session })) throw forceTwoStep()
}

/** Whether a required second step has not been passed. */
export function isStepMissing({ actor: { user, enterprise }, session }: SignedIn): boolean {
  return (needsSecondStep({ user, enterprise }) || user.totp_enrolled_at !== null) && !session.hasSecondStep
}

export async function signOut(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { actor, session }: SignedIn,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (await deleteSession(transaction, session.hash))
      await recordAuditEvent(transaction, clock(), actor, 'signed_out')
  })
}

const nowhere = { device: null, userAgent: '', address: '' }

/** @returns the session's token; the database stores only the token's hash */
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
 * Gives a session a new token, so that the old token no longer works. Call in the transaction that gives the session more rights.
 * @throws Refused login_expired if the session ended meanwhile
 */
export async function renewToken(db: Db, session: Session): Promise<Token> {
  const renewed = newToken()
  if (!(await renewHash(db, session.hash, renewed.hash))) throw loginExpired()
  return renewed
}

type SessionPorts = Pick<Dependencies, 'db' | 'clock' | 'config'>

/**
 * Finds the session of a token and marks the session as used. Null for an unknown token, a session that was idle too long or is too old, and an
 * inactive user.
 * @param address the client's network address
 * @param countsUnread also counts the user's unread messages
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
  const { actor, id, device, lastUsedAt, secondStepAt, unreadMessages, signsOutAtProvider } = found
  if (now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL) await touchSession(db, hash, now, address)
  const { expires_at: expiresAt } = actor.enterprise
  const isEnterpriseExpired = expiresAt !== null && expiresAt <= now
  const { totp_enrolled_at: enrolledAt } = actor.user
  // A second step passed with an earlier secret does not count.
  const hasSecondStep = secondStepAt !== null && enrolledAt !== null && secondStepAt >= enrolledAt
  return {
    actor: { ...actor, address },
    session: { id, hash, kind, device, hasSecondStep, isEnterpriseExpired, signsOutAtProvider },
    ...(unreadMessages !== null && { unreadMessages }),
  }
}

/** Whether a token without a session had one until its account was deactivated. Only the token's holder may learn this (decisions 392). */
export function wasDeactivated({ db }: Pick<Dependencies, 'db'>, token: string): Promise<boolean> {
  return isOfDeactivated(db, hashOf(token))
}

/** The earliest last use and the earliest start of a session that is still valid. */
export function sessionEnds(now: Date, { sessionDays }: Pick<Dependencies['config'], 'sessionDays'>): SessionEnds {
  return {
    idleSince: calendar(now).subtract(IDLE_DAYS, 'days').toDate(),
    begunSince: calendar(now).subtract(sessionDays, 'days').toDate(),
    now,
  }
}

/** Deletes expired sessions. */
export async function removeEndedSessions({ db, clock, config }: SessionPorts): Promise<void> {
  await deleteEndedSessions(db, sessionEnds(clock(), config))
}

function newToken(): Token {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}
