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
 * Counts an attempt, unless a wait lasts. An attempt that causes no wait sets `blocked_until` to a past time, not to `now`. Concurrent attempts
 * arrive in any order, and `now` would refuse an attempt whose own time is slightly earlier.
 * @returns false while a wait lasts
 */
export async function insertAttempt(db: Db, { subject, free, now, since, longestWait }: Attempt): Promise<boolean> {
  const { rows } = await sql`
    insert into login_attempts as attempt (subject, failures, blocked_until, updated_at) values (${subject}, 1, ${since}, ${now})
    on conflict (subject) do update set
      failures = case when attempt.updated_at < ${since} then 1 else attempt.failures + 1 end,
      blocked_until = case when attempt.updated_at < ${since} or attempt.failures < ${free} then ${since}::timestamptz
        else ${now}::timestamptz
          + least(power(2, least(attempt.failures - ${free}::integer, 10)), ${longestWait}) * interval '1 second' end,
      updated_at = ${now}
    where attempt.blocked_until <= ${now}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Whether a subject has failures after `since`. */
export async function hasFailures(db: Db, subject: string, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('login_attempts')
    .select('failures')
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .where('updated_at', '>=', since)
    .executeTakeFirst()
  return found !== undefined
}

/** Subtracts one failure. Ends the wait if the remaining failures do not exceed `free`. */
export async function forgiveAttempt(db: Db, subject: string, free: number, now: Date): Promise<void> {
  await sql`
    update login_attempts set failures = failures - 1,
      blocked_until = case when failures - 1 <= ${free} then least(blocked_until, ${now}) else blocked_until end
    where subject = ${subject} and failures > 0`.execute(db)
}

/** Deletes the counts of some subjects, and all counts older than `since`. */
export async function deleteAttempts(db: Db, subjects: readonly string[], since: Date): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where((eb) => eb.or([eb('subject', 'in', subjects), eb('updated_at', '<', since)]))
    .execute()
}
