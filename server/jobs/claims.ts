import { sql } from 'kysely'
import { preparedStatement, type Db } from '../database/connect'
import { ownersAtLimit, type JobOwner, type ServingOrder, type Slots } from './ServingOrder'

export interface ClaimedJob {
  id: number
  payload: unknown
  attempts: number
  max_attempts: number
  last_error: string | null
  enterprise_id: number | null
  actor_key: string | null
}

/** A process that claims a job of a kind. */
export interface Claim {
  kind: string
  slots: Slots
  order: ServingOrder
  worker: string
  /** The programs of the process. */
  programs: readonly string[]
  now: Date
  /** Until when the job is locked. */
  until: Date
  /** The jobs of the kind, and of all kinds that share the converting processes, that run in this process. */
  running: readonly ClaimedJob[]
  sharing: readonly ClaimedJob[]
}

/** The condition for jobs to claim: the job waits and its time has come, or the job runs but its worker sends no heartbeat; its program is here. */
function isDue(now: Date, programs: readonly string[]) {
  return sql`((state = 'waiting' and run_at <= ${now}) or (state = 'running' and locked_until < ${now}))
    and (program is null or program = any(${programs}::text[]))`
}

/** The kinds of due jobs, by one query for all kinds, because most checks find nothing. */
export async function dueKinds(db: Db, now: Date, programs: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ kind: string }>`${preparedStatement}
    select distinct kind from jobs where ${isDue(now, programs)}`.execute(db)
  return new Set(rows.map(({ kind }) => kind))
}

export function ownerOf({ enterprise_id: enterprise, actor_key: actor }: ClaimedJob): JobOwner | null {
  return enterprise === null || actor === null ? null : { enterprise, actor }
}

function owners(jobs: readonly ClaimedJob[]): JobOwner[] {
  return jobs.map(ownerOf).filter((owner) => owner !== null)
}

/** Claims a job of the owner that was served longest ago, among owners with free slots. Jobs that run here are not claimed again, even late. */
export function claimJob(db: Db, claim: Claim): Promise<ClaimedJob | undefined> {
  if (claim.slots.overall === undefined) return claimIn(db, claim)
  return db.transaction().execute(async (transaction) => {
    // Processes count the running jobs one after another: two of them could otherwise take the last slot.
    await sql`select pg_advisory_xact_lock(hashtextextended('jobs', hashtext(${claim.kind})))`.execute(transaction)
    return claimIn(transaction, claim)
  })
}

async function claimIn(db: Db, claim: Claim): Promise<ClaimedJob | undefined> {
  const { kind, slots, order, worker, programs, now, until, running, sharing } = claim
  const full = ownersAtLimit(owners(running), slots, owners(sharing))
  const { rows } = await sql<ClaimedJob>`
    with busy as materialized (
      select enterprise_id, actor_key from jobs where ${slots.overall !== undefined} and kind = ${kind} and state = 'running' and locked_until >= ${now}
    )
    update jobs set state = 'running', locked_by = ${worker}, locked_until = ${until}, attempts = attempts + 1, updated_at = ${now}
    where id = (
      select id from jobs
      where kind = ${kind} and ${isDue(now, programs)} and id <> all(${running.map(({ id }) => id)}::bigint[])
        and (enterprise_id is null or enterprise_id <> all(${full.enterprises}::bigint[]))
        and (actor_key is null or actor_key <> all(${full.actors}::text[]))
        and (${slots.overall !== 'all'} or (select count(*) from busy) < ${slots.all})
        and (select count(*) from busy where busy.enterprise_id = jobs.enterprise_id) < ${slots.enterprise}
        and (select count(*) from busy where busy.actor_key = jobs.actor_key) < ${slots.actor}
      order by priority, array_position(${order.enterprises}::bigint[], enterprise_id) nulls first,
        array_position(${order.actors}::text[], actor_key) nulls first, run_at, id
      for update skip locked
      limit 1
    )
    returning id, payload, attempts, max_attempts, last_error, enterprise_id, actor_key`.execute(db)
  return rows[0]
}
