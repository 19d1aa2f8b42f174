import { join } from 'node:path'
import type { Configuration } from '../config/configuration'
import type { Db } from '../database/connect'
import { takeLease } from '../database/lease'
import { DiskStorage } from '../storage/DiskStorage'

/** Runs with the stored blobs of a server, running or not. */
export async function withStorage<T>(
  { db, config }: { db: Db; config: Configuration },
  run: (storage: DiskStorage) => Promise<T>,
): Promise<T> {
  const lease = await takeLease(db, { warn: console.error })
  try {
    return await run(await DiskStorage.open(join(config.dataFolder, 'files'), lease))
  } finally {
    await lease.end()
  }
}
