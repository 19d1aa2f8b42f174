import { sql, type Insertable } from 'kysely'
import type { Db } from '../database/connect'
import type {
  ApplicationRow,
  ApplicationTable,
  ApplicationTokenRow,
  ApplicationTokenTable,
} from '../database/applicationTables'

/** An application, and whether it is named for a user. */
export interface FoundApplication extends ApplicationRow {
  isNamed: boolean
}

/** @param userIds for whom it may act, where that is not everybody */
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

/** Ends an application of an enterprise for good, with all its tokens. @returns its name; undefined where there is no such one */
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

/** Tokens of one user of an application that are valid at once. Those that end first make room: nobody pushes out those of others. */
const MOST = 10_000

export async function insertToken(db: Db, token: Insertable<ApplicationTokenTable>): Promise<void> {
  await db.insertInto('application_tokens').values(token).execute()
  const rest = db
    .selectFrom('application_tokens')
    .select('token_hash')
    .where('application_id', '=', token.application_id)
    .where('user_id', '=', token.user_id)
    .orderBy('expires_at', 'desc')
    .offset(MOST)
  await db.deleteFrom('application_tokens').where('token_hash', 'in', rest).execute()
}

/** A token that has not expired. @param shows whether it is one that shows a file, or one that calls */
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

/** An active user by login, in any case, and their enterprise. */
export function userByLogin(db: Db, login: string): Promise<{ id: number; enterprise_id: number } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'enterprise_id'])
    .where(sql<string>`lower(login)`, '=', login.toLowerCase())
    .where('is_active', '=', true)
    .executeTakeFirst()
}
