import type { Dependencies } from '../../dependencies'
import {
  countPending,
  currentFileOf,
  findUnread,
  forgetOlder,
  insertContent,
  knownExtensions,
} from '../../queries/search/contents'
import { planOf } from '../../previews/plans'
import type { PreviewTarget } from '../../previews/target'

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
  { bodyId, extension, asker: owner }: IndexedFile,
): Promise<void> {
  const delay = planOf(extension) === 'office' ? OFFICE_DELAY : 0
  const runAt = new Date(clock().getTime() + delay)
  await jobs.add(INDEX, { bodyId }, { dedupeKey: String(bodyId), runAt, owner }, db)
}

/**
 * Orders what current versions of files lack: those of the demo world, those from before there was an index, office documents from before
 * LibreOffice was installed. What was given up is not tried again.
 * @param limit jobs that wait at most
 * @returns whether more may be missing
 */
export async function orderMissing(
  ports: Pick<Dependencies, 'db' | 'jobs' | 'previews' | 'clock'>,
  limit: number,
): Promise<boolean> {
  const { db, previews } = ports
  const free = Math.max(0, limit - (await countPending(db, INDEX)))
  const extensions = (await knownExtensions(db)).filter((extension) => previews.isReadable({ extension, size: 1 }))
  const missing = await findUnread(db, { extensions, kind: INDEX, limit: free })
  for (const file of missing) await orderIndexing(ports, file)
  return missing.length >= free
}

/**
 * Reads a document for the search, unless it is no file's current version any more. What cannot be read is kept as empty, so that it is
 * read once.
 */
export async function indexContent(
  { db, previews }: Pick<Dependencies, 'db' | 'previews'>,
  bodyId: number,
  signal: AbortSignal,
): Promise<void> {
  const file = await currentFileOf(db, bodyId)
  if (!file) return
  try {
    const content = previews.isReadable(file) ? await previews.readContent(file, signal) : null
    await insertContent(db, bodyId, content ?? { text: '', key: '', marks: [] })
  } catch (error) {
    // It was purged meanwhile, and its bytes with it.
    if (!(await currentFileOf(db, bodyId))) return
    throw error
  }
  await forgetOlder(db, bodyId)
}
