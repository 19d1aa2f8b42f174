import type { Dependencies } from '../../dependencies'
import {
  countPending,
  currentFileOf,
  findUnread,
  deleteOlder,
  insertContent,
  knownExtensions,
} from '../../queries/search/contents'
import { planOf } from '../../previews/plans'
import type { PreviewTarget } from '../../previews/target'

export const INDEX = 'index_content'

/** ms before an office document is indexed: opening it right after the upload converts it for both purposes */
const OFFICE_DELAY = 20_000

export type IndexedFile = Omit<PreviewTarget, 'bodyKey'>

/** Queues indexing of a file's new version in the transaction; omits encrypted files and files without text. */
export async function indexLater(
  ports: Pick<Dependencies, 'db' | 'jobs' | 'previews' | 'clock'>,
  file: IndexedFile & { isEncrypted: boolean },
): Promise<void> {
  if (!file.isEncrypted && ports.previews.isReadable(file)) await orderIndexing(ports, file)
}

export async function orderIndexing(
  { db, jobs, clock }: Pick<Dependencies, 'db' | 'jobs' | 'clock'>,
  { bodyId, extension, asker: owner }: IndexedFile,
): Promise<void> {
  const delay = planOf(extension) === 'office' ? OFFICE_DELAY : 0
  const runAt = new Date(clock().getTime() + delay)
  await jobs.add(INDEX, { bodyId }, { dedupeKey: String(bodyId), runAt, owner }, db)
}

/**
 * Queues indexing of current versions without an index entry: those of the demo world, those older than the index, and office documents older
 * than the installation of LibreOffice. Failed versions are not retried.
 * @param limit most pending jobs
 * @returns whether more versions may be missing
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
 * Indexes a document, if it still is the current version of a file. An unreadable document gets an empty entry, so that the server reads the
 * document only once.
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
    // The file was purged meanwhile, with its bytes.
    if (!(await currentFileOf(db, bodyId))) return
    throw error
  }
  await deleteOlder(db, bodyId)
}
