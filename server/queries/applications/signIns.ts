import type { Insertable, Selectable } from 'kysely'
import type { SignInTable } from '../../database/applicationTables'
import type { Db } from '../../database/connect'

/** Stores a key that signs a person in once, and deletes those that expired. */
export async function insertSignIn(db: Db, row: Insertable<SignInTable>, now: Date): Promise<void> {
  await db.deleteFrom('application_sign_ins').where('expires_at', '<=', now).execute()
  await db.insertInto('application_sign_ins').values(row).execute()
}

/** Deletes a key. @returns it, unless it is unknown or has expired */
export function takeSignIn(db: Db, hash: Buffer, now: Date): Promise<Selectable<SignInTable> | undefined> {
  return db
    .deleteFrom('application_sign_ins')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}
