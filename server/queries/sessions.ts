import { sql } from 'kysely'
import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import type { EnterpriseRow, SessionTable } from '../database/tables'

export type SessionKind = SessionTable['kind']

export interface NewSession {
  hash: Buffer
  userId: number
  kind: SessionKind
  at: Date
}

export async function insertSession(db: Db, { hash, userId, kind, at }: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ token_hash: hash, user_id: userId, kind, created_at: at, last_used_at: at })
    .execute()
}

/** A session with its user; null when it is unknown or was last used before `since`, or the user is not active. */
export async function sessionByHash(
  db: Db,
  hash: Buffer,
  kind: SessionKind,
  since: Date,
): Promise<{ actor: UserActor; lastUsedAt: Date; secondStepAt: Date | null } | null> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('enterprises', 'enterprises.id', 'users.enterprise_id')
    .selectAll('users')
    .select(['last_used_at', 'second_step_at', sql<AsJson<EnterpriseRow>>`to_json(enterprises)`.as('enterprise')])
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .where('last_used_at', '>', since)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!found) return null
  const { last_used_at: lastUsedAt, second_step_at: secondStepAt, enterprise, ...user } = found
  return { actor: { kind: 'user', user, enterprise: enterpriseOf(enterprise) }, lastUsedAt, secondStepAt }
}

export async function touchSession(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: at }).where('token_hash', '=', hash).execute()
}

export async function deleteSession(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hash).execute()
}

/** Deletes the sessions that were last used before then. */
export async function deleteIdleSessions(db: Db, then: Date): Promise<void> {
  await db.deleteFrom('sessions').where('last_used_at', '<', then).execute()
}

/** An active user by login, in any case, and the hash of the password. */
export async function findCredentials(db: Db, login: string) {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where((eb) => eb(eb.fn<string>('lower', ['login']), '=', login.toLowerCase()))
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** A user as an actor; null when the account is no longer active. */
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

/** A row within a row: times are text. */
type AsJson<Row> = { [K in keyof Row]: Date extends Row[K] ? string | Exclude<Row[K], Date> : Row[K] }

function enterpriseOf({ created_at, expires_at, ...rest }: AsJson<EnterpriseRow>): EnterpriseRow {
  return {
    ...rest,
    created_at: new Date(created_at),
    expires_at: expires_at === null ? null : new Date(expires_at),
  }
}
