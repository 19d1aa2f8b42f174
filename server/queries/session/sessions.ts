import { sql, type RawBuilder } from 'kysely'
import type { UserActor } from '../../actors/actor'
import { preparedStatement, type Db } from '../../database/connect'
import type { EnterpriseRow, SessionTable, UserRow } from '../../database/tables'
import { unreadSum } from '../messages'
import { forgetDeactivated } from './deactivated'

export type SessionKind = SessionTable['kind']

export interface NewSession {
  hash: Buffer
  userId: number
  kind: SessionKind
  at: Date
  device: string | null
  userAgent: string
  address: string
}

/** Most sessions per user; a new session replaces the least recently used one. */
const MAX_SESSIONS = 200

export async function insertSession(
  db: Db,
  { hash, userId, kind, at, device, userAgent, address }: NewSession,
): Promise<void> {
  const times = { created_at: at, last_used_at: at }
  await db
    .insertInto('sessions')
    .values({ token_hash: hash, user_id: userId, kind, device, user_agent: userAgent, address, ...times })
    .execute()
  const rest = db.selectFrom('sessions').select('id').where('user_id', '=', userId).orderBy('last_used_at', 'desc')
  await db.deleteFrom('sessions').where('id', 'in', rest.orderBy('id', 'desc').offset(MAX_SESSIONS)).execute()
  await db.updateTable('users').set({ last_sign_in_at: at }).where('id', '=', userId).execute()
}

/** A valid session was last used after `idleSince` and begun after `begunSince`. */
export interface SessionEnds {
  idleSince: Date
  begunSince: Date
  /** An enterprise may end its sessions earlier (`session_days`). */
  now: Date
}

export interface FoundSession {
  actor: UserActor
  id: number
  device: string | null
  lastUsedAt: Date
  secondStepAt: Date | null
  /** null: not counted */
  unreadMessages: number | null
  signsOutAtProvider: boolean
}

/** The names of all columns of users. A prepared statement may not change its columns, so it names each; `satisfies` checks that none is missing. */
export const userColumns = sql.raw(
  Object.keys({
    id: true,
    enterprise_id: true,
    login: true,
    name: true,
    password_hash: true,
    administrator_role: true,
    is_active: true,
    email: true,
    phone: true,
    hides_phone: true,
    downloads_nothing: true,
    deactivated_at: true,
    removed_at: true,
    last_sign_in_at: true,
    keeps_links: true,
    is_demo: true,
    quota_bytes: true,
    totp_secret: true,
    totp_enrolled_at: true,
    totp_last_step: true,
    user_guide_h5_sync: true,
    user_guide_h5_upload: true,
    user_guide_h5_logout: true,
    picture_key: true,
    search_text: true,
    name_order: true,
    sounds: true,
    created_at: true,
  } satisfies Record<keyof UserRow, true>)
    .map((name) => `users.${name}`)
    .join(),
)

/** A row of `userColumns` with the enterprise as JSON. */
export type FoundUser = UserRow & { enterprise: AsJson<EnterpriseRow> }

/**
 * A session with its user; null for an unknown or ended session, or an inactive user.
 * @param countsUnread also counts the user's unread messages in the same query
 */
export async function sessionByHash(
  db: Db,
  hash: Buffer,
  kind: SessionKind,
  { idleSince, begunSince, now }: SessionEnds,
  countsUnread: boolean,
): Promise<FoundSession | null> {
  const {
    rows: [found],
  } = await sql<FoundUser & FoundSessionColumns>`${preparedStatement}
    select ${userColumns}, to_json(enterprises) as enterprise, sessions.id as session_id, device, last_used_at, second_step_at, signs_out_at_provider,
      ${countsUnread ? sql`(${unreadSum(sql.ref('users.id'))})` : sql`null::int`} as unread
    from sessions join users on users.id = user_id join enterprises on enterprises.id = users.enterprise_id
    where token_hash = ${hash} and kind = ${kind} and last_used_at > ${idleSince} and sessions.created_at > ${begunSince}
      and (session_days is null or sessions.created_at > ${now}::timestamptz - make_interval(days => session_days)) and is_active`.execute(
    db,
  )
  if (!found) return null
  const {
    session_id: id,
    device,
    last_used_at: lastUsedAt,
    second_step_at: secondStepAt,
    signs_out_at_provider: signsOutAtProvider,
    unread,
    ...rest
  } = found
  return { actor: userActorOf(rest), id, device, lastUsedAt, secondStepAt, unreadMessages: unread, signsOutAtProvider }
}

interface FoundSessionColumns {
  session_id: number
  device: string | null
  last_used_at: Date
  second_step_at: Date | null
  signs_out_at_provider: boolean
  unread: number | null
}

/** Whether a session has neither ended nor expired. */
export async function isSessionValid(
  db: Db,
  { id, userId }: { id: number; userId: number },
  { idleSince, begunSince, now }: SessionEnds,
): Promise<boolean> {
  const { rows } = await sql`${preparedStatement}
    select from sessions join users on users.id = user_id join enterprises on enterprises.id = users.enterprise_id
    where sessions.id = ${id} and user_id = ${userId} and last_used_at > ${idleSince} and sessions.created_at > ${begunSince}
      and (session_days is null or sessions.created_at > ${now}::timestamptz - make_interval(days => session_days)) and is_active`.execute(
    db,
  )
  return rows.length > 0
}

export interface SessionRow {
  id: number
  kind: SessionKind
  user_agent: string
  address: string
  created_at: Date
  last_used_at: Date
}

/** A user's valid sessions, last used first. */
export function sessionsOf(db: Db, userId: number, { idleSince, begunSince }: SessionEnds): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'kind', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('last_used_at', '>', idleSince)
    .where('created_at', '>', begunSince)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function touchSession(db: Db, hash: Buffer, at: Date, address: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: at, address }).where('token_hash', '=', hash).execute()
}

/** Lets signing out of a session lead to the OpenID provider, too. */
export async function markSignedOn(db: Db, hash: Buffer): Promise<void> {
  await db.updateTable('sessions').set({ signs_out_at_provider: true }).where('token_hash', '=', hash).execute()
}

/** Gives a session a new token. @returns false if the session ended meanwhile */
export async function renewHash(db: Db, before: Buffer, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ token_hash: hash })
    .where('token_hash', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false if the session had ended already */
export async function deleteSession(db: Db, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('token_hash', '=', hash).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends a user's session. @returns the session's device; undefined without such a session */
export async function deleteSessionOf(
  db: Db,
  userId: number,
  id: number,
): Promise<{ device: string | null } | undefined> {
  return db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('device')
    .executeTakeFirst()
}

/** Ends all of a user's sessions except `kept`. @returns the number of ended sessions */
export async function deleteOtherSessions(db: Db, userId: number, kept: Buffer): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', kept)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes expired sessions, and the tokens of deactivated accounts after the time for which sessions may be idle. */
export async function deleteEndedSessions(db: Db, { idleSince, begunSince }: SessionEnds): Promise<void> {
  await forgetDeactivated(db, idleSince)
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('last_used_at', '<=', idleSince), eb('created_at', '<=', begunSince)]))
    .execute()
}

/** An active user by login (ignoring case, width and composition), with the hash of the password. */
export async function findCredentials(db: Db, login: string) {
  return db
    .selectFrom('users')
    .select(['id', 'login', 'password_hash'])
    .where(sql<boolean>`login_key(login) = login_key(${login})`)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** A user as an actor; null for an inactive account. */
export async function findUser(db: Db, userId: number): Promise<UserActor | null> {
  const {
    rows: [found],
  } = await sql<FoundUser>`${preparedStatement}
    select ${userColumns}, to_json(enterprises) as enterprise
    from users join enterprises on enterprises.id = users.enterprise_id where users.id = ${userId}::bigint and is_active`.execute(
    db,
  )
  return found ? userActorOf(found) : null
}

export function userActorOf({ enterprise, ...user }: FoundUser): UserActor {
  return { kind: 'user', user, enterprise: enterpriseOf(enterprise) }
}

/** Users by id. Inactive accounts are left out. */
export function findUsers(db: Db, userIds: readonly number[]): Promise<Map<number, UserActor>> {
  return selectUsers(db, userIds, sql<boolean>`is_active`)
}

/** Makers of links by id. Inactive accounts are left out, unless their links still open. */
export function findMakers(db: Db, userIds: readonly number[]): Promise<Map<number, UserActor>> {
  return selectUsers(db, userIds, sql<boolean>`(is_active or keeps_links)`)
}

/** Users by id, active or not. */
export function findUsersWithInactive(db: Db, userIds: readonly number[]): Promise<Map<number, UserActor>> {
  return selectUsers(db, userIds, sql<boolean>`true`)
}

async function selectUsers(db: Db, userIds: readonly number[], condition: RawBuilder<boolean>) {
  if (userIds.length === 0) return new Map<number, UserActor>()
  const found = await db
    .selectFrom('users')
    .innerJoin('enterprises', 'enterprises.id', 'users.enterprise_id')
    .selectAll('users')
    .select(sql<AsJson<EnterpriseRow>>`to_json(enterprises)`.as('enterprise'))
    .where('users.id', 'in', userIds)
    .where(condition)
    .execute()
  return new Map<number, UserActor>(found.map((each) => [each.id, userActorOf(each)]))
}

/** A row inside JSON, where times are text. */
type AsJson<Row> = { [K in keyof Row]: Date extends Row[K] ? string | Exclude<Row[K], Date> : Row[K] }

function enterpriseOf({ created_at, expires_at, ...rest }: AsJson<EnterpriseRow>): EnterpriseRow {
  return {
    ...rest,
    created_at: new Date(created_at),
    expires_at: expires_at === null ? null : new Date(expires_at),
  }
}
