import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { UserActor } from '../actor'
import type { Clock } from '../clock'
import type { Db } from '../database/connect'
import type { EnterpriseRow } from '../database/tables'

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

export type SessionKind = 'cookie' | 'token'

/** days without use after which a session ends (decisions 44) */
const sessionDays = 30
const day = 86_400_000
/** ms between two records of use, so that reading a list does not write */
const touchInterval = 3_600_000

/** @returns the token, which the client keeps; the database has its hash only */
export async function openSession(db: Db, clock: Clock, userId: number, kind: SessionKind): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock()
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, kind, created_at: now, last_used_at: now })
    .execute()
  await db.deleteFrom('sessions').where('last_used_at', '<', oldest(now)).execute()
  return token
}

/** A row within a row: times are words. */
type AsJson<Row> = { [K in keyof Row]: Date extends Row[K] ? string | Exclude<Row[K], Date> : Row[K] }

/** The session of a token, marked as used; null when it is unknown or idle for too long, or the user is not active. */
export async function findSession(db: Db, clock: Clock, token: string, kind: SessionKind): Promise<SignedIn | null> {
  const hash = hashToken(token)
  const now = clock()
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('enterprises', 'enterprises.id', 'users.enterprise_id')
    .selectAll('users')
    .select(['last_used_at', 'second_step_at', sql<AsJson<EnterpriseRow>>`to_json(enterprises)`.as('enterprise')])
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .where('last_used_at', '>', oldest(now))
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!found) return null
  const { last_used_at: lastUsedAt, second_step_at: secondStepAt, enterprise: json, ...user } = found
  const enterprise = enterpriseOf(json)
  if (now.getTime() - lastUsedAt.getTime() > touchInterval) {
    await db.updateTable('sessions').set({ last_used_at: now }).where('token_hash', '=', hash).execute()
  }
  const isEnterpriseExpired = enterprise.expires_at !== null && enterprise.expires_at <= now
  return {
    actor: { kind: 'user', user, enterprise },
    session: { hash, kind, hasSecondStep: secondStepAt !== null, isEnterpriseExpired },
  }
}

export async function closeSession(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hash).execute()
}

/** The user who ordered a job; null when the account is no longer active. */
export async function findUser(db: Db, userId: number): Promise<UserActor | null> {
  const found = await db
    .selectFrom('users')
    .innerJoin('enterprises', 'enterprises.id', 'users.enterprise_id')
    .selectAll('users')
    .select(sql<AsJson<EnterpriseRow>>`to_json(enterprises)`.as('enterprise'))
    .where('users.id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!found) return null
  const { enterprise, ...user } = found
  return { kind: 'user', user, enterprise: enterpriseOf(enterprise) }
}

function enterpriseOf({ created_at, expires_at, ...rest }: AsJson<EnterpriseRow>): EnterpriseRow {
  return {
    ...rest,
    created_at: new Date(created_at),
    expires_at: expires_at === null ? null : new Date(expires_at),
  }
}

/** What the database knows of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function oldest(now: Date) {
  return new Date(now.getTime() - sessionDays * day)
}
