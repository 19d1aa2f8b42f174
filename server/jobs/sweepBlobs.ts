import { calendar } from '../time/calendar'
import type { Dependencies } from '../dependencies'
import { blobsWithoutVersion, unknownKeys } from '../queries/uploads/blobs'
import { removeBlobs } from '../services/trash/blobs'
import type { ListedBlob } from '../storage/BlobStorage'

/** days that a blob may exist without a version, because its upload may still be in progress */
const GRACE = 1
/** blobs compared per query */
const BATCH = 1000

/** Removes the leftovers of killed transactions and processes: rows of blobs without a version, and stored blobs without a row. */
export async function sweepBlobs({
  db,
  storage,
  clock,
  log,
}: Pick<Dependencies, 'db' | 'storage' | 'clock' | 'log'>): Promise<void> {
  const before = calendar(clock()).subtract(GRACE, 'days').toDate()
  const ids = await blobsWithoutVersion(db, before)
  await removeBlobs({ db, storage }, ids)

  let removed = 0
  const sweep = async (blobs: readonly ListedBlob[]) => {
    const isComplete = new Map(blobs.map((blob) => [blob.key, blob.isComplete]))
    const unknown = await unknownKeys(db, [...isComplete.keys()])
    for (const key of unknown) await (isComplete.get(key) ? storage.delete(key) : storage.abort(key))
    removed += unknown.length
  }
  const batch: ListedBlob[] = []
  for await (const blob of storage.writtenBefore(before)) {
    batch.push(blob)
    if (batch.length === BATCH) await sweep(batch.splice(0))
  }
  await sweep(batch)
  if (ids.length + removed > 0) log.info({ rows: ids.length, files: removed }, 'removed unused blobs')
}
