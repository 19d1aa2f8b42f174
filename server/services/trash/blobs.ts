import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { deleteBlob, keysMadeOf, lockUnusedBlob } from '../../queries/uploads/blobs'

/** Job: removes blobs that a purge has left without a version. */
export const REMOVE_BLOBS = 'remove_bodies'

export interface BlobsToRemove {
  bodyIds: readonly number[]
}

/** Queues a job that removes blobs after the transaction. The job survives a crash of the process. */
export async function removeBlobsLater(
  jobs: Dependencies['jobs'],
  bodyIds: readonly number[],
  transaction: Db,
): Promise<void> {
  if (bodyIds.length > 0) await jobs.add(REMOVE_BLOBS, { bodyIds } satisfies BlobsToRemove, {}, transaction)
}

/**
 * Removes blobs without versions, and their renditions; other blobs stay. Deletes rows before stored bytes, so that no connection to the database
 * waits for the storage. After a crash, the next sweep finds the stored bytes without a row.
 */
export async function removeBlobs(
  { db, storage }: Pick<Dependencies, 'db' | 'storage'>,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    const keys = await inTransaction(db, (transaction) => removeRows(transaction, id))
    for (const key of new Set(keys)) await storage.delete(key)
  }
}

/** @returns the keys that nothing refers to any more */
async function removeRows(db: Db, id: number): Promise<string[]> {
  const blob = await lockUnusedBlob(db, id)
  if (blob === undefined) return []
  const made = await keysMadeOf(db, id)
  await deleteBlob(db, id, blob)
  return [blob.key, ...made]
}
