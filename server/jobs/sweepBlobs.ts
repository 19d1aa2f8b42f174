import type { Dependencies } from '../dependencies'
import { blobsWithoutVersion, unknownKeys } from '../queries/blobs'
import { removeBlobs } from '../services/blobs'

/** ms that a body may be without a version: its upload may not have ended */
const GRACE = 86_400_000
/** keys compared at a time */
const BATCH = 1000

/** Removes bodies without a version that killed transactions and processes left: rows, and files of which the database knows nothing. */
export async function sweepBlobs({
  db,
  storage,
  clock,
  log,
}: Pick<Dependencies, 'db' | 'storage' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(clock().getTime() - GRACE)
  const ids = await blobsWithoutVersion(db, before)
  await removeBlobs({ db, storage }, ids)

  let removed = 0
  const sweep = async (keys: readonly string[]) => {
    const unknown = await unknownKeys(db, keys)
    for (const key of unknown) await storage.remove(key)
    removed += unknown.length
  }
  const batch: string[] = []
  for await (const key of storage.writtenBefore(before)) {
    batch.push(key)
    if (batch.length === BATCH) await sweep(batch.splice(0))
  }
  await sweep(batch)
  if (ids.length + removed > 0) log.info({ rows: ids.length, files: removed }, 'bodies without a version were removed')
}
