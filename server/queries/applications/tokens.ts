import { sql, type Insertable } from 'kysely'
import type { Db } from '../../database/connect'
import type { ApplicationRow, ApplicationTokenRow, ApplicationTokenTable } from '../../database/applicationTables'

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

export function findApplication(db: Db, id: number, userId: number): Promise<FoundApplication | undefined> {
  return db
    .selectFrom('applications')
    .selectAll()
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('application_users')
            .select('user_id')
            .whereRef('application_id', '=', 'applications.id')
            .where('user_id', '=', userId),
        )
        .$castTo<boolean>()
        .as('isNamed'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
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
export function findToken(
  db: Db,
  hash: Buffer,
  shows: 'file' | 'calls',
  now: Date,
): Promise<ApplicationTokenRow | undefined> {
  return db
    .selectFrom('application_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('file_id', shows === 'file' ? 'is not' : 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
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
