import type { Db } from '../database/connect'

/** Gives a user a secret where they have none. @returns the one they have now, base32 */
export async function keepSecret(db: Db, userId: number, secret: string): Promise<string> {
  const { totp_secret: kept } = await db
    .updateTable('users')
    .set((eb) => ({ totp_secret: eb.fn.coalesce('totp_secret', eb.val(secret)) }))
    .where('id', '=', userId)
    .returning('totp_secret')
    .executeTakeFirstOrThrow()
  return kept!
}

/** Notes the step of a code, and when the user enrolled. @returns false where that step or a later one was taken before */
export async function takeStep(db: Db, userId: number, step: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((eb) => ({ totp_last_step: step, totp_enrolled_at: eb.fn.coalesce('totp_enrolled_at', eb.val(at)) }))
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markSecondStep(db: Db, sessionHash: Buffer, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ second_step_at: at }).where('token_hash', '=', sessionHash).execute()
}
