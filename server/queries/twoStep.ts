import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../clock'
import type { Db } from '../database/connect'
import type { UserRow } from '../database/tables'

/** seconds that a code holds */
const period = 30
/** Codes of the step before and after are taken, too: clocks differ. */
const window = 1

/** The user's secret (base32), made when there is none yet. */
export async function secretOf(db: Db, user: Pick<UserRow, 'id' | 'totp_secret'>): Promise<string> {
  if (user.totp_secret) return user.totp_secret
  const { totp_secret: secret } = await db
    .updateTable('users')
    .set((eb) => ({ totp_secret: eb.fn.coalesce('totp_secret', eb.val(new Secret({ size: 20 }).base32)) }))
    .where('id', '=', user.id)
    .returning('totp_secret')
    .executeTakeFirstOrThrow()
  return secret!
}

/** The address that authenticator apps read. */
export function enrolmentAddress(secret: string, login: string, issuer: string): string {
  return new TOTP({ secret, label: login, issuer, period }).toString()
}

/** Takes a code once: enrols the user and marks the session. Answers whether it was right. */
export async function passSecondStep(
  db: Db,
  clock: Clock,
  user: Pick<UserRow, 'id' | 'totp_secret'>,
  session: Buffer,
  code: string,
): Promise<boolean> {
  if (!user.totp_secret) return false
  const now = clock()
  const delta = new TOTP({ secret: user.totp_secret, period }).validate({
    token: code,
    timestamp: now.getTime(),
    window,
  })
  if (delta === null) return false
  const step = Math.floor(now.getTime() / 1000 / period) + delta
  return db.transaction().execute(async (transaction) => {
    const taken = await transaction
      .updateTable('users')
      .set((eb) => ({ totp_last_step: step, totp_enrolled_at: eb.fn.coalesce('totp_enrolled_at', eb.val(now)) }))
      .where('id', '=', user.id)
      .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) return false
    await transaction.updateTable('sessions').set({ second_step_at: now }).where('token_hash', '=', session).execute()
    return true
  })
}
