import { sql } from 'kysely'
import type { Clock } from '../clock'
import type { Db } from '../database/connect'
import { loginTooOften } from '../errors'

/** Tries before the first wait, for what is counted; a school sits behind one address. */
const freeTries = { pair: 3, login: 15, address: 100 }
type Subject = keyof typeof freeTries

/** seconds: waits grow 1, 2, 4 … up to this */
const longestWait = 300
/** seconds after which earlier failures are forgotten */
const memory = 900

/**
 * Counts a try before it is judged, so that tries made at once are counted too (decisions 56).
 * @throws Refused login_too_often while a wait lasts
 */
export async function countAttempt(db: Db, clock: Clock, login: string, address: string): Promise<void> {
  for (const [subject, key] of subjectsOf(login, address)) await count(db, clock(), key, freeTries[subject])
}

/** A right password ends the waits of that person at that address; whatever is old is forgotten too. */
export async function forgetAttempts(db: Db, clock: Clock, login: string, address: string): Promise<void> {
  const keys = subjectsOf(login, address)
    .filter(([subject]) => subject !== 'address')
    .map(([, key]) => key)
  await db
    .deleteFrom('login_attempts')
    .where((eb) => eb.or([eb('subject', 'in', keys), eb('updated_at', '<', secondsBefore(clock(), memory))]))
    .execute()
}

function subjectsOf(login: string, address: string): [Subject, string][] {
  const name = login.toLowerCase()
  return [
    ['pair', `pair:${address}:${name}`],
    ['login', `login:${name}`],
    ['address', `address:${address}`],
  ]
}

/** A try without a wait leaves none behind, not even "until now": tries at once come in any order, and an earlier one would be refused. */
async function count(db: Db, now: Date, key: string, free: number) {
  const longAgo = secondsBefore(now, memory)
  const { rows } = await sql`
    insert into login_attempts as attempt (subject, failures, blocked_until, updated_at) values (${key}, 1, ${longAgo}, ${now})
    on conflict (subject) do update set
      failures = case when attempt.updated_at < ${longAgo} then 1 else attempt.failures + 1 end,
      blocked_until = case when attempt.updated_at < ${longAgo} or attempt.failures < ${free} then ${longAgo}::timestamptz
        else ${now}::timestamptz
          + least(power(2, least(attempt.failures - ${free}::integer, 10)), ${longestWait}) * interval '1 second' end,
      updated_at = ${now}
    where attempt.blocked_until <= ${now}
    returning 1`.execute(db)
  if (rows.length === 0) throw loginTooOften()
}

function secondsBefore(date: Date, seconds: number) {
  return new Date(date.getTime() - seconds * 1000)
}
