import { join } from 'node:path'
import type { Configuration } from '../config/configuration'
import type { BlobStorage } from './BlobStorage'
import { DiskStorage } from './DiskStorage'
import { checkBucket } from './s3/checkBucket'
import { S3Bucket } from './s3/S3Bucket'
import { S3Storage } from './s3/S3Storage'
import type { TemporaryOwner } from './TemporaryOwner'

export interface OpenedStorage {
  storage: BlobStorage
  /** null without an S3 store */
  bucket: S3Bucket | null
}

/**
 * Opens the storage of the settings.
 * @param owner owns the temporary files of this process
 * @throws Error that says which setting of the S3 store is wrong
 */
export async function openStorage(
  { s3, dataFolder }: Pick<Configuration, 's3' | 'dataFolder'>,
  owner: TemporaryOwner,
): Promise<OpenedStorage> {
  if (s3 === null) return { storage: await DiskStorage.open(join(dataFolder, 'files'), owner), bucket: null }
  const bucket = new S3Bucket(s3)
  try {
    await checkBucket(bucket, s3)
    return { storage: await S3Storage.open(bucket, join(dataFolder, 's3'), owner, s3), bucket }
  } catch (error) {
    bucket.close()
    throw error
  }
}
