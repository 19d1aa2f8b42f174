import { calendar } from '../time/calendar'
import type { Db } from '../database/connect'

/** days that a failed job is stored for finding its cause */
const LIFETIME = 30

/** Removes the jobs that failed for good more than 30 days ago. */
export async function purgeFailedJobs(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('state', '=', 'failed')
    .where('updated_at', '<=', calendar(now).subtract(LIFETIME, 'days').toDate())
    .execute()
}
