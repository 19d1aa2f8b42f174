import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/** The only form in which the server keeps the token of the set-up page. */
export interface StoredSetupToken {
  /** SHA-256, hexadecimal */
  hash: string
  /** ISO 8601 */
  expiresAt: string
}

const NAME = 'setup_token'

/** Lets the set-up happen once, until the transaction ends. */
export async function lockSetup(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('setup', 0))`.execute(db)
}

export async function putSetupToken(db: Db, token: StoredSetupToken): Promise<void> {
  const value = JSON.stringify(token)
  await db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function readSetupToken(db: Db): Promise<StoredSetupToken | null> {
  const found = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
  return (found?.value as StoredSetupToken | undefined) ?? null
}

export async function deleteSetupToken(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', NAME).execute()
}
