import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { purgeActions } from '../queries/actions'
import { purgeMessages } from '../queries/messages'
import { removeBlobs } from '../queries/purge'
import { handleContents, INDEX_MISSING, indexMissing } from './indexContents'
import type { Jobs } from './Jobs'
import { handleRecurring } from './recurring'
import { purgeExpired } from './purgeExpired'
import { purgeFailedJobs } from './purgeFailedJobs'
import { purgeRenditions } from './purgeRenditions'
import { purgeUploads } from './purgeUploads'
import { sweepBlobs } from './sweepBlobs'

const HOUR = 3_600_000

/** Bodies that a purge has left without a version. */
const REMOVE_BODIES = 'remove_bodies'

/** Has bodies removed once the transaction has ended, however the process does. */
export async function removeBlobsLater(jobs: Jobs, bodyIds: readonly number[], transaction: Db): Promise<void> {
  if (bodyIds.length > 0) await jobs.add(REMOVE_BODIES, { bodyIds }, {}, transaction)
}

type Needs = Pick<Dependencies, 'db' | 'storage' | 'clock' | 'jobs' | 'log' | 'previews'>

/**
 * What the server does by itself; before the jobs start.
 * @param sweeps not where the clock is not the one that dates files
 */
export function registerMaintenanceJobs(deps: Needs, { sweeps = true } = {}): Promise<void> {
  deps.jobs.handle<{ bodyIds: number[] }>(REMOVE_BODIES, { run: ({ payload }) => removeBlobs(deps, payload.bodyIds) })
  handleContents(deps)
  return handleRecurring(deps.jobs, deps.clock, [
    { kind: 'purge_expired', period: HOUR, run: () => purgeExpired(deps) },
    { kind: 'purge_uploads', period: HOUR, run: () => purgeUploads(deps) },
    { kind: INDEX_MISSING, period: HOUR, run: () => indexMissing(deps) },
    { kind: 'purge_messages', period: HOUR, run: () => purgeMessages(deps.db, deps.clock()) },
    { kind: 'purge_pages', period: 24 * HOUR, run: () => purgeRenditions(deps) },
    { kind: 'purge_temporaries', period: HOUR, run: () => deps.storage.removeTemporaries() },
    { kind: 'purge_failed_jobs', period: 24 * HOUR, run: () => purgeFailedJobs(deps.db, deps.clock()) },
    { kind: 'purge_actions', period: 24 * HOUR, run: () => purgeActions(deps.db, deps.clock()) },
    ...(sweeps ? [{ kind: 'sweep_bodies', period: 24 * HOUR, run: () => sweepBlobs(deps) }] : []),
  ])
}
