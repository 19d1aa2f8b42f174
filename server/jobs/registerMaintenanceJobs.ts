import type { Dependencies } from '../dependencies'
import { recordStorage } from '../queries/administration/overview'
import { deleteOldImports } from '../queries/administration/imports'
import { deleteExpiredSignInLinks } from '../queries/session/signInLinks'
import { IMPORT_HOURS } from '../services/administration/import/imports'
import { eraseDeletedPeople } from '../services/administration/leaving'
import { deletePasswordRequests } from '../queries/session/forgottenPasswords'
import { purgeActions } from '../queries/session/actions'
import { purgeAudit } from '../queries/audit'
import { purgeDeletedComments } from '../queries/comments/deleted'
import { purgeMessages } from '../queries/messages'
import { REMOVE_BLOBS, removeBlobs, type BlobsToRemove } from '../services/trash/blobs'
import { removeEndedTokens } from '../services/applications/tokens'
import { removeEndedSessions } from '../services/session/sessions'
import { tidyPictures } from '../services/documents/tidyPictures'
import { deleteOldCollects } from '../services/fileRequests/people'
import { purgeCodes } from '../services/session/sentCodes'
import { deleteOldVisits, notifyOfExpiry } from '../services/shares/upkeep'
import { calendar } from '../time/calendar'
import { maintainDocuments } from './documents'
import { handleContents, INDEX_MISSING, indexMissing } from './indexContents'
import { fillHashes } from './fillHashes'
import { fillMissingSounds } from './fillSounds'
import { purgeMinuteCounts } from '../limits/SharedMinuteLimit'
import { handleRecurring } from './recurring'
import { purgeExpired } from './purgeExpired'
import { purgeFailedJobs } from './purgeFailedJobs'
import { purgeRenditions } from './purgeRenditions'
import { purgeUploads } from './purgeUploads'
import { sweepBlobs } from './sweepBlobs'
import { handleTrimming } from './trimRenditions'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Needs = Pick<Dependencies, 'db' | 'config' | 'storage' | 'clock' | 'jobs' | 'log' | 'previews'>

/**
 * Registers the server's own work; call before the jobs start.
 * @param sweeps whether to sweep blobs; false when the files' dates come from another clock than the server's
 */
export function registerMaintenanceJobs(deps: Needs, { sweeps = true } = {}): Promise<void> {
  deps.jobs.handle<BlobsToRemove>(REMOVE_BLOBS, { run: ({ payload }) => removeBlobs(deps, payload.bodyIds) })
  handleContents(deps)
  handleTrimming(deps)
  return handleRecurring(deps.jobs, deps.clock, [
    { kind: 'purge_expired', period: HOUR, run: () => purgeExpired(deps) },
    { kind: 'purge_uploads', period: HOUR, run: () => purgeUploads(deps) },
    { kind: INDEX_MISSING, period: HOUR, run: () => indexMissing(deps) },
    { kind: 'fill_hashes', period: MINUTE, run: () => fillHashes(deps) },
    { kind: 'fill_sounds', period: HOUR / 6, run: () => fillMissingSounds(deps) },
    { kind: 'purge_comments', period: HOUR, run: () => purgeDeletedComments(deps.db, deps.clock()) },
    { kind: 'purge_messages', period: HOUR, run: () => purgeMessages(deps.db, deps.clock()) },
    { kind: 'purge_pages', period: 24 * HOUR, run: () => purgeRenditions(deps) },
    { kind: 'maintain_documents', period: MINUTE, run: () => maintainDocuments(deps) },
    { kind: 'tidy_pictures', period: 24 * HOUR, run: () => tidyPictures(deps) },
    { kind: 'purge_temporaries', period: HOUR, run: () => removeTemporaries(deps) },
    { kind: 'purge_failed_jobs', period: 24 * HOUR, run: () => purgeFailedJobs(deps.db, deps.clock()) },
    { kind: 'purge_minute_counts', period: HOUR, run: () => purgeMinuteCounts(deps) },
    { kind: 'purge_actions', period: 24 * HOUR, run: () => purgeActions(deps.db, deps.clock()) },
    { kind: 'purge_sessions', period: HOUR, run: () => removeEndedSessions(deps) },
    { kind: 'purge_phone_codes', period: 24 * HOUR, run: () => purgeCodes(deps) },
    { kind: 'purge_tokens', period: HOUR, run: () => removeEndedTokens(deps) },
    { kind: 'tell_share_expiry', period: HOUR, run: () => notifyOfExpiry(deps) },
    { kind: 'trim_share_visits', period: 24 * HOUR, run: () => deleteOldVisits(deps) },
    { kind: 'trim_collects', period: 24 * HOUR, run: () => deleteOldCollects(deps) },
    { kind: 'purge_audit', period: 24 * HOUR, run: () => purgeAudit(deps.db, deps.config.auditDays, deps.clock()) },
    { kind: 'erase_people', period: 24 * HOUR, run: () => eraseDeletedPeople(deps) },
    { kind: 'purge_sign_in_links', period: HOUR, run: () => purgeSignInLinks(deps) },
    { kind: 'purge_imports', period: HOUR, run: () => deleteOldImports(deps.db, importsBefore(deps.clock())) },
    { kind: 'record_storage', period: 6 * HOUR, run: () => recordStorage(deps.db, deps.clock()) },
    ...(sweeps ? [{ kind: 'sweep_bodies', period: 24 * HOUR, run: () => sweepBlobs(deps) }] : []),
  ])
}

/** days that a person waits for an administrator */
const REQUEST_DAYS = 30

async function purgeSignInLinks({ db, clock }: Needs): Promise<void> {
  await deleteExpiredSignInLinks(db, clock())
  await deletePasswordRequests(db, calendar(clock()).subtract(REQUEST_DAYS, 'days').toDate())
}
const importsBefore = (now: Date) => new Date(now.getTime() - IMPORT_HOURS * HOUR)

async function removeTemporaries({ storage, previews }: Needs): Promise<void> {
  await storage.removeTemporaries()
  await previews.removeTemporaries()
}
