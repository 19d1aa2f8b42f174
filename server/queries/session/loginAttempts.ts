import { sql } from 'kysely'
import type { Db } from '../../database/connect'

export interface Attempt {
  /** The key to count under, such as an address. */
  subject: string
  /** failures before the first wait */
  free: number
  now: Date
  /** Failures before this time have expired. */
  since: Date
  /** seconds: waits grow 1, 2, 4 … up to this */
  longestWait: number
}

/**
 * Counts an attempt, unless a wait lasts. An attempt that causes no wait sets `blocked_until` to the epoch, not to `now`. Concurrent attempts arrive in
 * any order, and `now` would refuse an attempt whose own time is slightly earlier.
 * @returns the failures including this attempt; null while a wait lasts
 */
export async function insertAttempt(
  db: Db,
  { subject, free, now, since, longestWait }: Attempt,
): Promise<number | null> {
  const { rows } = await sql<{ failures: number }>`
    insert into login_attempts as attempt (subject, failures, blocked_until, updated_at) values (${subject}, 1, 'epoch', ${now})
    on conflict (subject) do update set
      failures = case when attempt.updated_at < ${since} then 1 else attempt.failures + 1 end,
      blocked_until = case when attempt.updated_at < ${since} or attempt.failures < ${free} then 'epoch'::timestamptz
        else ${now}::timestamptz
          + least(power(2, least(attempt.failures - ${free}::integer, 10)), ${longestWait}) * interval '1 second' end,
      updated_at = ${now}
    where attempt.blocked_until <= ${now}
    returning failures`.execute(db)
  return rows[0]?.failures ?? null
}

/** The failures of a subject after `since`. */
export async function failuresOf(db: Db, subject: string, since: Date): Promise<number> {
  const found = await db
    .selectFrom('login_attempts')
    .select('failures')
    .where('subject', '=', subject)
    .where('updated_at', '>=', since)
    .executeTakeFirst()
  return found?.failures ?? 0
}

/**
 * Subtracts failures. Ends the wait if the remaining failures do not exceed `free`.
 * @param hasPassed whether the attempt itself was counted under this subject. No wait lasted then, so the wait that the attempt caused ends: people
 * who share a network and have the right password do not wait for each other.
 */
export async function forgiveAttempts(
  db: Db,
  { subject, free, count, hasPassed }: Pick<Attempt, 'subject' | 'free'> & { count: number; hasPassed: boolean },
): Promise<void> {
  await sql`
    update login_attempts set failures = greatest(failures - ${count}::integer, 0),
      blocked_until = case when ${hasPassed} or failures - ${count}::integer <= ${free} then 'epoch' else blocked_until end
    where subject = ${subject} and failures > 0`.execute(db)
}

/** Counts that live for a day, longer than failed sign-ins; `deleteDailyCounts` deletes them. */
const DAILY = ['phone-codes:%', 'mails:%', 'messages:%', 'registered:%', 'report-checks:%']
const isDaily = sql<boolean>`subject like any(${sql.val(DAILY)}::text[])`

/** Counts one act of a subject. @returns false, without counting, once the subject has `most` acts since `since` */
export async function countUpTo(
  db: Db,
  { subject, most, now, since }: Pick<Attempt, 'subject' | 'now' | 'since'> & { most: number },
): Promise<boolean> {
  // A refused act must not count: whoever repeats it without end would never be served again.
  if ((await failuresOf(db, subject, since)) >= most) return false
  const count = await insertAttempt(db, { subject, free: most, now, since, longestWait: 0 })
  return count !== null && count <= most
}

/** Deletes the counts of some subjects, and all counts of failures older than `since`. */
export async function deleteAttempts(db: Db, subjects: readonly string[], since: Date): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where((eb) => eb.or([eb('subject', 'in', subjects), eb.and([eb('updated_at', '<', since), eb.not(isDaily)])]))
    .execute()
}

/** Deletes the daily counts older than `before`. */
export async function deleteDailyCounts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('login_attempts').where(isDaily).where('updated_at', '<', before).execute()
}
