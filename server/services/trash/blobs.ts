import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { deleteBlob, keysMadeOf, lockUnusedBlob } from '../../queries/uploads/blobs'

/** The kind of job that removes blobs which a purge has left without a version. */
export const REMOVE_BLOBS = 'remove_bodies'

export interface BlobsToRemove {
  bodyIds: readonly number[]
}

/** Has blobs removed once the transaction has ended, however the process does. */
export async function removeBlobsLater(
  jobs: Dependencies['jobs'],
  bodyIds: readonly number[],
  transaction: Db,
): Promise<void> {
  if (bodyIds.length > 0) await jobs.add(REMOVE_BLOBS, { bodyIds } satisfies BlobsToRemove, {}, transaction)
}

/**
 * Removes blobs that no version refers to any more, and what was made of them; the others stay. The files go first: what a crash
 * leaves is a row that the next sweep finds.
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
