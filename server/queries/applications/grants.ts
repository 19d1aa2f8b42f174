import { sql, type Insertable } from 'kysely'
import type { CodeRow, CodeTable, GrantRow, GrantTable } from '../../database/applicationTables'
import type { Db } from '../../database/connect'

/** Most grants per application and user, or of its enterprise; a new grant replaces the one that expires first. */
const MAX_GRANTS = 10_000

/** @returns the id of the grant */
export async function insertGrant(db: Db, grant: Insertable<GrantTable> & { user_id: number | null }): Promise<number> {
  const { id } = await db.insertInto('application_grants').values(grant).returning('id').executeTakeFirstOrThrow()
  const rest = db
    .selectFrom('application_grants')
    .select('id')
    .where('application_id', '=', grant.application_id)
    .where('user_id', 'is not distinct from', grant.user_id)
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_GRANTS)
  await db.deleteFrom('application_grants').where('id', 'in', rest).execute()
  return id
}

/** Adds the next refresh token of a grant, which lasts as long as this token. */
export async function insertRefreshToken(
  db: Db,
  token: { hash: Buffer; grant_id: number; expires_at: Date },
): Promise<void> {
  await db.insertInto('application_refresh_tokens').values(token).execute()
  const { grant_id: id, expires_at } = token
  await db.updateTable('application_grants').set({ expires_at }).where('id', '=', id).execute()
}

/**
 * The grant of a refresh token of an application that has not expired, and whether the token was spent. The grant is locked until the transaction
 * ends, so that of two requests with one token the second sees the first.
 */
export async function lockRefreshToken(
  db: Db,
  applicationId: number,
  hash: Buffer,
  now: Date,
): Promise<{ grant: GrantRow; isSpent: boolean } | undefined> {
  const grant = await db
    .selectFrom('application_grants')
    .selectAll('application_grants')
    .innerJoin('application_refresh_tokens', 'grant_id', 'application_grants.id')
    .where('hash', '=', hash)
    .where('application_id', '=', applicationId)
    .where('application_refresh_tokens.expires_at', '>', now)
    .forUpdate('application_grants')
    .executeTakeFirst()
  if (!grant) return undefined
  // Read after the lock: a request before this one may have spent the token.
  const token = await db
    .selectFrom('application_refresh_tokens')
    .select('spent_at')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return token && { grant, isSpent: token.spent_at !== null }
}

export async function spendRefreshToken(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db.updateTable('application_refresh_tokens').set({ spent_at: at }).where('hash', '=', hash).execute()
}

/** Ends a grant with its tokens. */
export async function deleteGrant(db: Db, id: number): Promise<void> {
  await db.deleteFrom('application_grants').where('id', '=', id).execute()
}

/** Ends the grants of an application whose assertions a key signed, with their tokens. */
export async function deleteGrantsOfKey(db: Db, applicationId: number, keyName: string): Promise<void> {
  await db
    .deleteFrom('application_grants')
    .where('application_id', '=', applicationId)
    .where('key_name', '=', keyName)
    .execute()
}

/** Ends the grants that a user's former password proved. */
export async function deletePasswordGrants(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('application_grants').where('user_id', '=', userId).where('kind', '=', 'password').execute()
}

/** Ends what a token of an application belongs to: its grant with all tokens, or the access token alone. Unknown tokens change nothing. */
export async function revokeToken(db: Db, applicationId: number, hash: Buffer): Promise<void> {
  await sql`
    delete from application_grants where application_id = ${applicationId} and id in (
      select grant_id from application_refresh_tokens where hash = ${hash}
      union all
      select grant_id from application_tokens where token_hash = ${hash})`.execute(db)
  await db
    .deleteFrom('application_tokens')
    .where('application_id', '=', applicationId)
    .where('token_hash', '=', hash)
    .execute()
}

/** Most codes per application and user: a page that asks again and again fills no table. A new code replaces the oldest. */
const MAX_CODES = 20

export async function insertCode(db: Db, code: Insertable<CodeTable>): Promise<void> {
  await db.insertInto('application_codes').values(code).execute()
  const rest = db
    .selectFrom('application_codes')
    .select('hash')
    .where('application_id', '=', code.application_id)
    .where('user_id', '=', code.user_id)
    .orderBy('expires_at', 'desc')
    .offset(MAX_CODES)
  await db.deleteFrom('application_codes').where('hash', 'in', rest).execute()
}

/** A code of an application that has not expired, locked until the transaction ends. */
export function lockCode(db: Db, applicationId: number, hash: Buffer, now: Date): Promise<CodeRow | undefined> {
  return db
    .selectFrom('application_codes')
    .selectAll()
    .where('hash', '=', hash)
    .where('application_id', '=', applicationId)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
}

/** @param grantId what the code became; null: the request was refused */
export async function spendCode(db: Db, hash: Buffer, at: Date, grantId: number | null): Promise<void> {
  await db.updateTable('application_codes').set({ used_at: at, grant_id: grantId }).where('hash', '=', hash).execute()
}
