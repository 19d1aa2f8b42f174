import { sql, type Insertable } from 'kysely'
import type { Db } from '../database/connect'
import type {
  ApplicationRow,
  ApplicationTable,
  ApplicationTokenRow,
  ApplicationTokenTable,
} from '../database/applicationTables'

/** An application, and whether its administrator selected the user. */
export interface FoundApplication extends ApplicationRow {
  isNamed: boolean
}

/** @param userIds the users that the application may act for; empty if it may act for all @returns the application's id */
export async function insertApplication(
  db: Db,
  application: Insertable<ApplicationTable>,
  userIds: readonly number[],
): Promise<number> {
  const { id } = await db.insertInto('applications').values(application).returning('id').executeTakeFirstOrThrow()
  if (userIds.length > 0) {
    const rows = userIds.map((user_id) => ({ application_id: id, user_id }))
    await db.insertInto('application_users').values(rows).execute()
  }
  return id
}

export function applicationByClientId(db: Db, clientId: string): Promise<ApplicationRow | undefined> {
  return db.selectFrom('applications').selectAll().where('client_id', '=', clientId).executeTakeFirst()
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

/** Disables an enterprise's application and deletes its tokens. @returns the application's name; undefined without such an enabled application */
export async function disableApplication(
  db: Db,
  enterpriseId: number,
  clientId: string,
  at: Date,
): Promise<string | undefined> {
  const found = await db
    .updateTable('applications')
    .set({ disabled_at: at })
    .where('client_id', '=', clientId)
    .where('enterprise_id', '=', enterpriseId)
    .where('disabled_at', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (found) await db.deleteFrom('application_tokens').where('application_id', '=', found.id).execute()
  return found?.name
}

/** Most valid tokens per user and application; a new token replaces the one that expires first. Other users' tokens are not affected. */
const MAX_TOKENS = 10_000

export async function insertToken(db: Db, token: Insertable<ApplicationTokenTable>): Promise<void> {
  await db.insertInto('application_tokens').values(token).execute()
  const rest = db
    .selectFrom('application_tokens')
    .select('token_hash')
    .where('application_id', '=', token.application_id)
    .where('user_id', '=', token.user_id)
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
