import type { Dependencies } from '../dependencies'
import { planOf } from '../previews/plans'
import type { PreviewTarget } from '../previews/target'

/** The kind of job that reads a document for the search. */
export const INDEX = 'index_content'

/** ms that an office document waits: who opens it right after the upload has it converted meanwhile */
const OFFICE_DELAY = 20_000

export type IndexedFile = Omit<PreviewTarget, 'bodyKey'>

/** Has a file's new version read by a job, once the transaction has ended; not where it has no text or is encrypted. */
export async function indexLater(
  ports: Pick<Dependencies, 'db' | 'jobs' | 'previews' | 'clock'>,
  file: IndexedFile & { isEncrypted: boolean },
): Promise<void> {
  if (!file.isEncrypted && ports.previews.isReadable(file)) await orderIndexing(ports, file)
}

/** Adds the job, within the transaction that `db` is. */
export async function orderIndexing(
  { db, jobs, clock }: Pick<Dependencies, 'db' | 'jobs' | 'clock'>,
  { bodyId, extension }: IndexedFile,
): Promise<void> {
  const delay = planOf(extension) === 'office' ? OFFICE_DELAY : 0
  await jobs.add(INDEX, { bodyId }, { dedupeKey: String(bodyId), runAt: new Date(clock().getTime() + delay) }, db)
}
