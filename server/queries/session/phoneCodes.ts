import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/**
 * Records a code sent to a phone, unless the last code is too recent or the day's limit is reached. Only one of several concurrent calls records.
 * @param before latest time of the previous code @param day start of the counted day @param most codes per day
 * @returns whether the code was recorded
 */
export async function recordCode(
  db: Db,
  { phoneKey, codeKey, now }: { phoneKey: string; codeKey: string; now: Date },
  { before, day, most }: { before: Date; day: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into phone_codes as code (phone_key, code_key, sent_at, day_begun_at) values (${phoneKey}, ${codeKey}, ${now}, ${now})
    on conflict (phone_key) do update set
      code_key = excluded.code_key, tries = 0, sent_at = excluded.sent_at,
      day_begun_at = case when code.day_begun_at <= ${day} then excluded.sent_at else code.day_begun_at end,
      day_count = case when code.day_begun_at <= ${day} then 1 else code.day_count + 1 end
    where code.sent_at <= ${before} and (code.day_begun_at <= ${day} or code.day_count < ${most})
    returning 1`.execute(db)
  return rows.length > 0
}

/** The row that counts the codes of all phones. No phone has this key, because keys of phones are signed. */
const ALL = 'all'

/**
 * Counts a code to any phone.
 * @param day start of the counted day @param most codes per day
 * @returns false once the day's limit is reached
 */
export async function countCode(db: Db, { now, day, most }: { now: Date; day: Date; most: number }): Promise<boolean> {
  const { rows } = await sql`
    insert into phone_codes as code (phone_key, sent_at, day_begun_at) values (${ALL}, ${now}, ${now})
    on conflict (phone_key) do update set
      sent_at = excluded.sent_at,
      day_begun_at = case when code.day_begun_at <= ${day} then excluded.sent_at else code.day_begun_at end,
      day_count = case when code.day_begun_at <= ${day} then 1 else code.day_count + 1 end
    where code.day_begun_at <= ${day} or code.day_count < ${most}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Deletes a code that could not be sent. The code still counts for the day, to limit the calls of the SMS gateway. */
export async function forgetCode(db: Db, phoneKey: string, codeKey: string): Promise<void> {
  await db
    .updateTable('phone_codes')
    .set({ code_key: null, sent_at: new Date(0) })
    .where('phone_key', '=', phoneKey)
    .where('code_key', '=', codeKey)
    .execute()
}

/**
 * Counts an attempt to enter a phone's code.
 * @param since earliest time the code was sent @param most attempts per code
 * @returns the code's key; undefined without a valid code
 */
export async function tryCode(db: Db, phoneKey: string, { since, most }: { since: Date; most: number }) {
  const tried = await db
    .updateTable('phone_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('phone_key', '=', phoneKey)
    .where('sent_at', '>', since)
    .where('tries', '<', most)
    .where('code_key', 'is not', null)
    .returning('code_key')
    .executeTakeFirst()
  return tried?.code_key ?? undefined
}

/** Uses up a code. @returns false if another request was first */
export async function useCode(db: Db, phoneKey: string, codeKey: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('phone_codes')
    .set({ code_key: null })
    .where('phone_key', '=', phoneKey)
    .where('code_key', '=', codeKey)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes codes sent before `before`, if the day in which they count began before `before` too. */
export async function deleteCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('phone_codes').where('sent_at', '<', before).where('day_begun_at', '<', before).execute()
}
