import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/**
 * Records that a code is sent to a phone or an e-mail address, unless the last one is too recent or the day's limit is reached. Only one of several
 * concurrent calls records.
 * @param codeKey null: `putCode` stores it later
 * @param before latest time of the previous code @param day start of the counted day @param most codes per day
 * @returns whether it was recorded
 */
export async function recordCode(
  db: Db,
  { targetKey, codeKey, now }: { targetKey: string; codeKey: string | null; now: Date },
  { before, day, most }: { before: Date; day: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sent_codes as code (target_key, code_key, sent_at, day_begun_at) values (${targetKey}, ${codeKey}, ${now}, ${now})
    on conflict (target_key) do update set
      code_key = excluded.code_key, tries = 0, sent_at = excluded.sent_at,
      day_begun_at = case when code.day_begun_at <= ${day} then excluded.sent_at else code.day_begun_at end,
      day_count = case when code.day_begun_at <= ${day} then 1 else code.day_count + 1 end
    where code.sent_at <= ${before} and (code.day_begun_at <= ${day} or code.day_count < ${most})
    returning 1`.execute(db)
  return rows.length > 0
}

/** Stores the code of a recorded row once it is made. */
export async function putCode(db: Db, targetKey: string, codeKey: string, now: Date): Promise<void> {
  await db
    .updateTable('sent_codes')
    .set({ code_key: codeKey, tries: 0, sent_at: now })
    .where('target_key', '=', targetKey)
    .execute()
}

/** The rows that count the codes to all phones, and to all e-mail addresses. No target has such a key, because keys of targets are signed. */
export const COUNTED = { phone: 'all', email: 'all mails' } as const

/**
 * Counts a code to any target.
 * @param all a key of `COUNTED` @param day start of the counted day @param most codes per day
 * @returns false once the day's limit is reached
 */
export async function countCode(
  db: Db,
  { all, now, day, most }: { all: string; now: Date; day: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sent_codes as code (target_key, sent_at, day_begun_at) values (${all}, ${now}, ${now})
    on conflict (target_key) do update set
      sent_at = excluded.sent_at,
      day_begun_at = case when code.day_begun_at <= ${day} then excluded.sent_at else code.day_begun_at end,
      day_count = case when code.day_begun_at <= ${day} then 1 else code.day_count + 1 end
    where code.day_begun_at <= ${day} or code.day_count < ${most}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Deletes a code that could not be sent. The code still counts for the day, to limit the calls of the SMS gateway. */
export async function forgetCode(db: Db, targetKey: string, codeKey: string): Promise<void> {
  await db
    .updateTable('sent_codes')
    .set({ code_key: null, sent_at: new Date(0) })
    .where('target_key', '=', targetKey)
    .where('code_key', '=', codeKey)
    .execute()
}

/**
 * Counts an attempt to enter the code of a target.
 * @param since earliest time the code was sent @param most attempts per code
 * @returns the code's key; undefined without a valid code
 */
export async function tryCode(db: Db, targetKey: string, { since, most }: { since: Date; most: number }) {
  const tried = await db
    .updateTable('sent_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('target_key', '=', targetKey)
    .where('sent_at', '>', since)
    .where('tries', '<', most)
    .where('code_key', 'is not', null)
    .returning('code_key')
    .executeTakeFirst()
  return tried?.code_key ?? undefined
}

/** Uses up a code. @returns false if another request was first */
export async function useCode(db: Db, targetKey: string, codeKey: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sent_codes')
    .set({ code_key: null })
    .where('target_key', '=', targetKey)
    .where('code_key', '=', codeKey)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes codes sent before `before`, if the day in which they count began before `before` too. */
export async function deleteCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sent_codes').where('sent_at', '<', before).where('day_begun_at', '<', before).execute()
}
