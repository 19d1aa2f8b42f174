import { sql } from 'kysely'
import type { Db } from '../../database/connect'

export interface JobCount {
  kind: string
  state: 'waiting' | 'scheduled' | 'running' | 'failed'
  count: number
  /** seconds for which the oldest is due; 0 unless `waiting` */
  age: number
}

/** Jobs by kind and state. A job whose time has not come is `scheduled`. */
export async function jobCounts(db: Db, now: Date): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select kind, state, count(*) as count, case when state = 'waiting' then max(age) else 0 end as age from (
      select kind, case when state = 'waiting' and run_at > ${now} then 'scheduled' else state end as state,
        extract(epoch from ${now}::timestamptz - run_at)::float8 as age
      from jobs
    ) jobs group by kind, state`.execute(db)
  return rows
}

/** Uploads that can still end as a file, by state. */
export async function uploadCounts(db: Db, now: Date): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from uploads
    where state in ('open', 'receiving', 'partial') and expires_at > ${now} group by state`.execute(db)
  return rows
}
