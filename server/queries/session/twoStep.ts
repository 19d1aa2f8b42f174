import type { Db } from '../../database/connect'
import type { UserRow } from '../../database/tables'
import { deleteRecoveryCodes } from './recoveryCodes'

/** Gives a user a new secret. @returns false if the second step is on */
export async function storeSecret(db: Db, userId: number, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ totp_secret: secret, totp_last_step: null })
    .where('id', '=', userId)
    .where('totp_enrolled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Records the time step of an accepted code. The first accepted code also completes the enrolment.
 * @returns false if this step or a later one was used before, or the secret has changed
 */
export async function useStep(
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

/** Disables the second step and voids the recovery codes. Call in a transaction. @returns false if the second step was off */
export async function clearSecret(db: Db, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ totp_secret: null, totp_enrolled_at: null, totp_last_step: null })
    .where('id', '=', userId)
    .where('totp_enrolled_at', 'is not', null)
    .executeTakeFirst()
  await deleteRecoveryCodes(db, userId)
  return numUpdatedRows > 0n
}

export async function markSecondStep(db: Db, sessionHash: Buffer, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ second_step_at: at }).where('token_hash', '=', sessionHash).execute()
}
