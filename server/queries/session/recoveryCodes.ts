import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/** When a user's second step was switched on, locked until the transaction ends; null if it is off. */
export async function lockSecondStep(db: Db, userId: number): Promise<Date | null> {
  const found = await db
    .selectFrom('users')
    .select('totp_enrolled_at')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found?.totp_enrolled_at ?? null
}

/** Replaces all recovery codes of a user. Call with the second step locked, so that two replacements do not add up. */
export async function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::text[])`.execute(db)
}

/** Uses a recovery code up. @returns false if the user has no such code */
export async function useRecoveryCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
