import { join } from 'node:path'
import type { Configuration } from '../config/configuration'
import type { Db } from '../database/connect'
import { takeLease } from '../database/lease'
import type { BlobStorage } from '../storage/BlobStorage'
import { openBucket, openStorage } from '../storage/openStorage'
import { namedFolder, requireSameStorage } from '../storage/storageName'

/** Runs with the stored blobs of a server, running or not. */
export async function withStorage<T>(
  { db, config }: { db: Db; config: Configuration },
  run: (storage: BlobStorage) => Promise<T>,
): Promise<T> {
  const bucket = await openBucket(config)
  const lease = await takeLease(db, { warn: console.error })
  try {
    if (bucket === null) await requireSameStorage(db, namedFolder(join(config.dataFolder, 'files')))
    return await run(await openStorage(bucket, config, lease))
  } finally {
    await lease.end()
    bucket?.close()
  }
}
