import { sql, type Insertable, type Updateable } from 'kysely'
import type { AllowedGrant } from '@/contract/grants'
import type { ApplicationKeyTable, ApplicationRow, ApplicationTable } from '../../database/applicationTables'
import type { Db } from '../../database/connect'

/** An application as administrators see it. Its secrets are left out, so that no answer can contain them. */
export interface ApplicationDetail extends Omit<
  ApplicationRow,
  'enterprise_id' | 'secret_hash' | 'former_secret_hash'
> {
  /** By name; empty if the application may act for all members. */
  users: { id: number; name: string; login: string }[]
  keys: { name: string; fingerprint: string; created_at: string }[]
}

/** The applications of an organisation by name, those that have ended at the end. @param id only this one */
export async function applicationRows(db: Db, enterpriseId: number, id?: number): Promise<ApplicationDetail[]> {
  const { rows } = await sql<ApplicationDetail>`
    select id, client_id, name, origins, redirect_uris, grants, scopes, for_all, created_at, disabled_at, former_secret_ends_at, last_used_at,
      coalesce((
        select json_agg(json_build_object('id', users.id, 'name', users.name, 'login', users.login) order by users.name, users.id)
        from application_users join users on users.id = user_id where application_id = applications.id
      ), '[]') as users,
      coalesce((
        select json_agg(json_build_object('name', name, 'fingerprint', fingerprint, 'created_at', created_at) order by created_at, name)
        from application_keys where application_id = applications.id
      ), '[]') as keys
    from applications where enterprise_id = ${enterpriseId} ${id === undefined ? sql`` : sql`and id = ${id}`}
    order by disabled_at is not null, name, id`.execute(db)
  return rows
}

/** Locks an application until the transaction ends. */
export async function lockApplication(
  db: Db,
  enterpriseId: number,
  id: number,
): Promise<ApplicationDetail | undefined> {
  const found = await db
    .selectFrom('applications')
    .select('id')
    .where('id', '=', id)
    .where('enterprise_id', '=', enterpriseId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found && (await applicationRows(db, enterpriseId, id))[0]
}

/** The id of an organisation's application by its public id. */
export async function applicationIdOf(db: Db, enterpriseId: number, clientId: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('applications')
    .select('id')
    .where('client_id', '=', clientId)
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
  return found?.id
}

/** @param userIds the users that the application may act for; empty if it may act for all @returns the application's id */
export async function insertApplication(
  db: Db,
  application: Insertable<ApplicationTable>,
  userIds: readonly number[],
): Promise<number> {
  const { id } = await db.insertInto('applications').values(application).returning('id').executeTakeFirstOrThrow()
  await setUsers(db, id, userIds)
  return id
}

export async function updateApplication(db: Db, id: number, change: Updateable<ApplicationTable>): Promise<void> {
  await db.updateTable('applications').set(change).where('id', '=', id).execute()
}

/** Replaces the users that an application may act for. */
export async function setUsers(db: Db, id: number, userIds: readonly number[]): Promise<void> {
  await db.deleteFrom('application_users').where('application_id', '=', id).execute()
  await sql`
    insert into application_users (application_id, user_id) select ${id}, user_id from unnest(${userIds}::bigint[]) user_id`.execute(
    db,
  )
}

/** Replaces the secret. @param formerEndsAt until when the present secret works; null: it ends at once */
export async function replaceSecret(
  db: Db,
  id: number,
  { hash, formerEndsAt }: { hash: Buffer; formerEndsAt: Date | null },
): Promise<void> {
  await db
    .updateTable('applications')
    .set((eb) => ({
      secret_hash: hash,
      former_secret_hash: formerEndsAt === null ? null : eb.ref('secret_hash'),
      former_secret_ends_at: formerEndsAt,
    }))
    .where('id', '=', id)
    .execute()
}

/** Ends all tokens, codes and grants of an application. */
export async function deleteTokens(db: Db, id: number): Promise<void> {
  for (const table of [
    'application_codes',
    'application_grants',
    'application_tokens',
    'application_sign_ins',
  ] as const)
    await db.deleteFrom(table).where('application_id', '=', id).execute()
}

/** Deletes the tokens for pages whose origins are none of these. */
export async function deleteTokensOfPages(db: Db, id: number, exceptOrigins: readonly string[]): Promise<void> {
  await db
    .deleteFrom('application_tokens')
    .where('application_id', '=', id)
    .where(sql<boolean>`origin is not null and origin <> all(${exceptOrigins}::text[])`)
    .execute()
}

/** Ends the grants of these kinds, with their tokens. */
export async function deleteGrantsOfKinds(db: Db, id: number, kinds: readonly AllowedGrant[]): Promise<void> {
  await sql`
    delete from application_grants where application_id = ${id}
    and (kind = any(${kinds}::text[]) or (user_id is null and 'enterprise' = any(${kinds}::text[])))`.execute(db)
}

/** @returns false if the application has a key of this name */
export async function insertKey(db: Db, key: Insertable<ApplicationKeyTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('application_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false if the application has no key of this name */
export async function deleteKey(db: Db, id: number, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('application_keys')
    .where('application_id', '=', id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
