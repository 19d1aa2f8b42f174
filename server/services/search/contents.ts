import type { Dependencies } from '../../dependencies'
import {
  countPending,
  currentFileOf,
  findAwaiting,
  findUnread,
  deleteOlder,
  insertContent,
  knownExtensions,
  recordRecognition,
} from '../../queries/search/contents'
import { planOf } from '../../previews/plans'
import type { PreviewTarget } from '../../previews/target'

export const INDEX = 'index_content'
/** The job that recognises the words of a scanned document. It is slow, so that other documents do not wait for it. */
export const RECOGNISE = 'recognise_content'

/** The most scans of an actor that wait. Further ones are queued later, by `orderScans`. */
const MOST_WAITING = 200
/** Files whose words are recognised. */
const SCANNED = 'pdf'

/** ms before an office document is indexed: opening it right after the upload converts it for both purposes */
const OFFICE_DELAY = 20_000

export type IndexedFile = Omit<PreviewTarget, 'bodyKey'>

/** The payload of the job. `owner` is absent for documents that the server found itself. */
export interface IndexedBody {
  bodyId: number
  owner?: IndexedFile['asker']
}

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
  await jobs.add(INDEX, { bodyId, owner }, { dedupeKey: String(bodyId), runAt, owner }, db)
}

async function orderRecognition(
  { jobs }: Pick<Dependencies, 'jobs'>,
  bodyId: number,
  owner: IndexedFile['asker'],
): Promise<void> {
  await jobs.add(RECOGNISE, { bodyId }, { dedupeKey: String(bodyId), owner, mostWaiting: MOST_WAITING })
}

/**
 * Queues indexing of current versions without an index entry: those of the demo world, those older than the index, and office documents older
 * than the installation of LibreOffice. Also queues scans that are older than the installation of tesseract. Failed versions are not retried.
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
  await orderScans(ports, limit)
  return missing.length >= free
}

/** Queues scans that await recognition. @param limit most pending jobs */
async function orderScans(ports: Pick<Dependencies, 'db' | 'jobs' | 'previews'>, limit: number): Promise<void> {
  const { db, previews } = ports
  if (!previews.recognises(SCANNED)) return
  const places = Math.max(0, limit - (await countPending(db, RECOGNISE)))
  const scans = await findAwaiting(db, { extension: SCANNED, kind: RECOGNISE, limit: places })
  for (const bodyId of scans) await orderRecognition(ports, bodyId, undefined)
}

/**
 * Indexes a document, if it still is the current version of a file. An unreadable document gets an empty entry, so that the server reads the
 * document only once.
 */
export async function indexContent(
  ports: Pick<Dependencies, 'db' | 'jobs' | 'previews'>,
  { bodyId, owner }: IndexedBody,
  signal: AbortSignal,
): Promise<void> {
  const { db, previews } = ports
  const file = await currentFileOf(db, bodyId)
  if (!file) return
  try {
    const content = previews.isReadable(file) ? await previews.readContent(file, signal) : null
    await insertContent(db, bodyId, content ?? { text: '', key: '', marks: [] })
    if (content?.hasScans && previews.recognises(file.extension)) await orderRecognition(ports, bodyId, owner)
  } catch (error) {
    // The file was purged meanwhile, with its bytes.
    if (!(await currentFileOf(db, bodyId))) return
    throw error
  }
  await deleteOlder(db, bodyId)
}

/**
 * Recognises the words of a scanned document, if it still is the current version of a file. The search then finds the new words. The last queued
 * document queues the next ones that wait. Without tesseract anywhere documents continue to wait.
 * @param limit most pending jobs
 */
export async function recogniseContent(
  ports: Pick<Dependencies, 'db' | 'jobs' | 'previews'>,
  bodyId: number,
  limit: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, previews } = ports
  if (!previews.recognises(SCANNED)) return
  const file = await currentFileOf(db, bodyId)
  try {
    if (file) await recordRecognition(db, bodyId, await previews.recogniseContent(file, signal))
  } catch (error) {
    // The file was purged meanwhile, with its bytes.
    if (await currentFileOf(db, bodyId)) throw error
  }
  if ((await countPending(db, RECOGNISE)) <= 1) await orderScans(ports, limit)
}
