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
 * Removes blobs without versions, and their renditions; other blobs stay. Deletes files before rows: after a crash, the next sweep finds the
 * remaining row.
 */
export async function removeBlobs(
  { db, storage }: Pick<Dependencies, 'db' | 'storage'>,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    await inTransaction(db, async (transaction) => {
      const blob = await lockUnusedBlob(transaction, id)
      if (blob === undefined) return
      for (const key of new Set([blob.key, ...(await keysMadeOf(transaction, id))])) await storage.delete(key)
      await deleteBlob(transaction, id, blob)
    })
  }
}
