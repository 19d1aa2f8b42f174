import { join } from 'node:path'
import type { Configuration } from '../config/configuration'
import type { Db } from '../database/connect'
import { takeLease } from '../database/lease'
import type { BlobStorage } from '../storage/BlobStorage'
import { DiskStorage } from '../storage/DiskStorage'
import type { TemporaryOwner } from '../storage/TemporaryOwner'

/** Runs with the stored blobs of a server, running or not. */
export async function withStorage<T>(
  { db, config }: { db: Db; config: Configuration },
  run: (storage: BlobStorage) => Promise<T>,
): Promise<T> {
  const lease = await takeLease(db, { warn: console.error })
  try {
    return await run(await openStorage(config, lease))
  } finally {
    await lease.end()
  }
}

export function openStorage({ dataFolder }: Configuration, owner: TemporaryOwner): Promise<BlobStorage> {
  return DiskStorage.open(join(dataFolder, 'files'), owner)
}
