import type { Db } from '../../database/connect'
import type { UserRow } from '../../database/tables'

/** Gives a user another secret. @returns false where the second step is on */
export async function keepSecret(db: Db, userId: number, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ totp_secret: secret, totp_last_step: null })
    .where('id', '=', userId)
    .where('totp_enrolled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Notes the step of a code, and when the user enrolled.
 * @returns false where that step or a later one was taken before, or the secret is another one now
 */
export async function takeStep(
  db: Db,
  { id, totp_secret: secret }: Pick<UserRow, 'id' | 'totp_secret'>,
  step: number,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((eb) => ({ totp_last_step: step, totp_enrolled_at: eb.fn.coalesce('totp_enrolled_at', eb.val(at)) }))
    .where('id', '=', id)
    .where('totp_secret', '=', secret)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Switches the second step off. @returns false where it was not on */
export async function clearSecret(db: Db, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ totp_secret: null, totp_enrolled_at: null, totp_last_step: null })
    .where('id', '=', userId)
    .where('totp_enrolled_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markSecondStep(db: Db, sessionHash: Buffer, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ second_step_at: at }).where('token_hash', '=', sessionHash).execute()
}
