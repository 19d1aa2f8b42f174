import { sql, type Insertable } from 'kysely'
import { preparedStatement, type Db } from '../../database/connect'
import type { UserActor } from '../../actors/actor'
import { userActorOf, userColumns, type FoundUser } from '../session/sessions'
import type { ApplicationRow, ApplicationTokenRow, ApplicationTokenTable } from '../../database/applicationTables'

/** An application's public id, and its secret, of which only a hash is stored. */
export interface ClientCredentials {
  clientId: string
  secret: string
}

/** An application, and whether its administrator selected the user. */
export interface FoundApplication extends ApplicationRow {
  isNamed: boolean
}

export function applicationByClientId(db: Db, clientId: string): Promise<ApplicationRow | undefined> {
  return db.selectFrom('applications').selectAll().where('client_id', '=', clientId).executeTakeFirst()
}

export function applicationById(db: Db, id: number): Promise<ApplicationRow | undefined> {
  return db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst()
}

/** As `userColumns`: a prepared statement names its columns, and `satisfies` checks that none is missing. */
const applicationColumns = columnsOf({
  id: true,
  enterprise_id: true,
  client_id: true,
  secret_hash: true,
  name: true,
  origins: true,
  scopes: true,
  for_all: true,
  created_at: true,
  disabled_at: true,
  former_secret_hash: true,
  former_secret_ends_at: true,
  last_used_at: true,
  redirect_uris: true,
  grants: true,
} satisfies Record<keyof ApplicationRow, true>)

const tokenColumns = columnsOf({
  token_hash: true,
  application_id: true,
  user_id: true,
  scopes: true,
  origin: true,
  grant_id: true,
  file_id: true,
  version_id: true,
  created_at: true,
  expires_at: true,
} satisfies Record<keyof ApplicationTokenRow, true>)

function columnsOf(names: object) {
  return sql.raw(Object.keys(names).join())
}

export async function findApplication(db: Db, id: number, userId: number): Promise<FoundApplication | undefined> {
  const { rows } = await sql<FoundApplication>`${preparedStatement}
    select ${applicationColumns}, exists (
      select from application_users where application_id = applications.id and user_id = ${userId}::bigint
    ) as "isNamed"
    from applications where id = ${id}::bigint`.execute(db)
  return rows[0]
}

/** Records that an application was used. */
export async function markUsed(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('applications').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** The public key that verifies assertions of an application, in PEM. @param name the `kid` of the assertion */
export async function publicKeyOf(db: Db, applicationId: number, name: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('application_keys')
    .select('public_key')
    .where('application_id', '=', applicationId)
    .where('name', '=', name)
    .executeTakeFirst()
  return found?.public_key
}

/** Records that an assertion was used. @returns false if it was used before */
export async function claimAssertion(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('application_assertions')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Most valid tokens per user and application; a new token replaces the one that expires first. Other users' tokens are not affected. */
const MAX_TOKENS = 10_000

export async function insertToken(
  db: Db,
  token: Insertable<ApplicationTokenTable> & { user_id: number | null },
): Promise<void> {
  await db.insertInto('application_tokens').values(token).execute()
  const rest = db
    .selectFrom('application_tokens')
    .select('token_hash')
    .where('application_id', '=', token.application_id)
    .where('user_id', 'is not distinct from', token.user_id)
    .orderBy('expires_at', 'desc')
    .offset(MAX_TOKENS)
  await db.deleteFrom('application_tokens').where('token_hash', 'in', rest).execute()
}

/** A token that has not expired. @param shows `file`: a preview token; `calls`: an access token */
export async function findToken(
  db: Db,
  hash: Buffer,
  shows: 'file' | 'calls',
  now: Date,
): Promise<ApplicationTokenRow | undefined> {
  const { rows } = await sql<ApplicationTokenRow>`${preparedStatement}
    select ${tokenColumns} from application_tokens
    where token_hash = ${hash} and (file_id is not null) = ${shows === 'file'}::boolean and expires_at > ${now}`.execute(
    db,
  )
  return rows[0]
}

/** An access token of an active user, with the application that holds the token. */
export interface UserToken {
  token: Pick<ApplicationTokenRow, 'scopes' | 'origin' | 'expires_at'>
  application: ActingApplication
  user: UserActor
}

/** The facts about an application that its calls need, and whether the administrator selected the user. */
export type ActingApplication = Pick<
  FoundApplication,
  'id' | 'enterprise_id' | 'name' | 'scopes' | 'for_all' | 'disabled_at' | 'last_used_at' | 'isNamed'
>

interface UserTokenColumns {
  token_scopes: ApplicationTokenRow['scopes']
  token_origin: string | null
  token_ends_at: Date
  application_id: number
  application_enterprise_id: number
  application_name: string
  application_scopes: ApplicationRow['scopes']
  application_for_all: boolean
  application_disabled_at: Date | null
  application_last_used_at: Date | null
  is_named: boolean
}

/** As findToken for calls, with user and application, in one query: every call of a program makes it. */
export async function findUserToken(db: Db, hash: Buffer, now: Date): Promise<UserToken | undefined> {
  const { rows } = await sql<FoundUser & UserTokenColumns>`${preparedStatement}
    select ${userColumns}, to_json(enterprises) as enterprise,
      token.scopes as token_scopes, token.origin as token_origin, token.expires_at as token_ends_at,
      applications.id as application_id, applications.enterprise_id as application_enterprise_id, applications.name as application_name,
      applications.scopes as application_scopes, applications.for_all as application_for_all,
      applications.disabled_at as application_disabled_at, applications.last_used_at as application_last_used_at,
      exists (
        select from application_users where application_users.application_id = applications.id and application_users.user_id = users.id
      ) as is_named
    from application_tokens token
    join applications on applications.id = token.application_id
    join users on users.id = token.user_id and users.is_active
    join enterprises on enterprises.id = users.enterprise_id
    where token.token_hash = ${hash} and token.file_id is null and token.expires_at > ${now}`.execute(db)
  if (!rows[0]) return undefined
  const {
    token_scopes: scopes,
    token_origin: origin,
    token_ends_at: expires_at,
    application_id: id,
    application_enterprise_id: enterprise_id,
    application_name: name,
    application_scopes,
    application_for_all: for_all,
    application_disabled_at: disabled_at,
    application_last_used_at: last_used_at,
    is_named: isNamed,
    ...user
  } = rows[0]
  return {
    token: { scopes, origin, expires_at },
    application: { id, enterprise_id, name, scopes: application_scopes, for_all, disabled_at, last_used_at, isNamed },
    user: userActorOf(user),
  }
}

export async function deleteEndedTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('application_tokens').where('expires_at', '<=', now).execute()
  for (const table of ['application_assertions', 'application_refresh_tokens', 'application_codes'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
  await db.deleteFrom('application_grants').where('expires_at', '<=', now).execute()
}

/** An active user by login (ignoring case), with their enterprise. */
export function userByLogin(db: Db, login: string): Promise<{ id: number; enterprise_id: number } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'enterprise_id'])
    .where(sql<boolean>`login_key(login) = login_key(${login})`)
    .where('is_active', '=', true)
    .executeTakeFirst()
}
