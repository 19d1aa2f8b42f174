import { sql } from 'kysely'
import type { Db } from '../../database/connect'

export interface Attempt {
  /** What is counted, such as an address. */
  subject: string
  /** Failures before the first wait. */
  free: number
  now: Date
  /** Earlier failures are forgotten. */
  since: Date
  /** seconds: waits grow 1, 2, 4 … up to this */
  longestWait: number
}

/**
 * Counts an attempt unless a wait lasts. An attempt without a wait leaves none behind, not even "until now": attempts at once come in any
 * order, and an earlier one would be refused.
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

/** Whether anything was counted of a subject since then. */
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

/** Takes one failure back, and its wait where no more are left than are free. */
export async function forgiveAttempt(db: Db, subject: string, free: number, now: Date): Promise<void> {
  await sql`
    update login_attempts set failures = failures - 1,
      blocked_until = case when failures - 1 <= ${free} then least(blocked_until, ${now}) else blocked_until end
    where subject = ${subject} and failures > 0`.execute(db)
}

/** Deletes what was counted of some subjects, and whatever is older than `since`. */
export async function deleteAttempts(db: Db, subjects: readonly string[], since: Date): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where((eb) => eb.or([eb('subject', 'in', subjects), eb('updated_at', '<', since)]))
    .execute()
}
