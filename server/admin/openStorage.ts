import { join } from 'node:path'
import type { Configuration } from '../config/configuration'
import type { Db } from '../database/connect'
import { takeLease } from '../database/lease'
import type { BlobStorage } from '../storage/BlobStorage'
import { DiskStorage } from '../storage/DiskStorage'
import type { TemporaryOwner } from '../storage/TemporaryOwner'
import { namedFolder, requireSameStorage } from '../storage/storageName'

/** Runs with the stored blobs of a server, running or not. */
export async function withStorage<T>(
  { db, config }: { db: Db; config: Configuration },
  run: (storage: BlobStorage) => Promise<T>,
): Promise<T> {
  const lease = await takeLease(db, { warn: console.error })
  try {
    await requireSameStorage(db, namedFolder(filesIn(config)))
    return await run(await openStorage(config, lease))
  } finally {
    await lease.end()
  }
}

export function openStorage(config: Configuration, owner: TemporaryOwner): Promise<BlobStorage> {
  return DiskStorage.open(filesIn(config), owner)
}

const filesIn = ({ dataFolder }: Configuration) => join(dataFolder, 'files')
