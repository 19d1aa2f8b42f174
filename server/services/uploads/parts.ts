import type { UploadRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import type { Access } from '../../policies/access/facts'
import { markBegun } from '../../queries/uploads/uploads'
import type { BlobStorage } from '../../storage/BlobStorage'
import { reserve } from './target'

/** The number of bytes that the client need not send again, because they are acknowledged and still stored. */
export async function receivedOf(
  storage: BlobStorage,
  { state, size, received, part_key: key }: UploadRow,
): Promise<number> {
  if (state === 'done') return size
  const found = key === null ? null : await storage.stat(key)
  if (found === null || (found.isComplete && found.size !== size)) return 0
  return Math.min(received, found.size)
}

/**
 * The key of an upload's growing blob, created with the first byte; null if the upload is no longer open.
 * @throws Refused quota_exceeded
 */
export async function beginParts(
  { db, storage, clock }: Pick<Dependencies, 'db' | 'storage' | 'clock'>,
  access: Access,
  upload: UploadRow,
): Promise<string | null> {
  if (upload.part_key !== null) return upload.part_key
  const key = await storage.begin()
  let isBegun = false
  try {
    const at = clock()
    isBegun = await reserve(db, access, upload, at, (transaction) =>
      markBegun(transaction, upload.id, { key, spaceId: access.space.id, at }),
    )
  } finally {
    if (!isBegun) await storage.abort(key)
  }
  return isBegun ? key : null
}

/** Removes the bytes of an upload without a row, including a blob that a refused finish has completed. */
export async function discardParts(storage: BlobStorage, key: string): Promise<void> {
  await storage.abort(key)
  await storage.delete(key)
}
