import type { Db } from '../../database/connect'

/** The hash of an active user's password, locked until the transaction ends; null for an inactive user, or a user without a password. */
export async function lockPassword(db: Db, userId: number): Promise<string | null> {
  const found = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found?.password_hash ?? null
}

/** @param hash null: the user can no longer sign in with a password */
export async function setPassword(db: Db, userId: number, hash: string | null): Promise<void> {
  await db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
}
