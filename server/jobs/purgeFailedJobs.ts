import type { Db } from '../database/connect'

/** ms that a failed job is kept for whoever looks for its cause */
const KEPT = 30 * 86_400_000

/** Removes the jobs that failed for good more than 30 days ago. */
export async function purgeFailedJobs(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('state', '=', 'failed')
    .where('updated_at', '<=', new Date(now.getTime() - KEPT))
    .execute()
}
