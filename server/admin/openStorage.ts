import type { Configuration } from '../config/configuration'
import type { Db } from '../database/connect'
import { takeLease } from '../database/lease'
import type { BlobStorage } from '../storage/BlobStorage'
import { openBucket, openStorage, placeOf } from '../storage/openStorage'
import { requireSameStorage } from '../storage/storageName'

/** Runs with the stored blobs of a server, running or not. */
export async function withStorage<T>(
  { db, config }: { db: Db; config: Configuration },
  run: (storage: BlobStorage) => Promise<T>,
): Promise<T> {
  const bucket = await openBucket(config)
  const lease = await takeLease(db, { warn: console.error })
  try {
    await requireSameStorage(db, placeOf(bucket, config))
    return await run(await openStorage(bucket, config, lease))
  } finally {
    await lease.end()
    bucket?.close()
  }
}
