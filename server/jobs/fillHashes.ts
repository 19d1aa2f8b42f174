import type { Dependencies } from '../dependencies'
import { blobsWithoutHash, setHash } from '../queries/uploads/blobs'
import { BlobMissing } from '../storage/BlobStorage'
import { hashOfBlob } from '../storage/hashOfBlob'

/** blobs per run */
const BATCH = 500

/** Hashes contents that came in parts or before migration 118, a batch at a time. */
export async function fillHashes({ db, storage }: Pick<Dependencies, 'db' | 'storage'>): Promise<void> {
  for (const { id, key } of await blobsWithoutHash(db, BATCH)) {
    try {
      await setHash(db, id, await hashOfBlob(storage, key, 'sha1'))
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error
      await setHash(db, id, '')
    }
  }
}
