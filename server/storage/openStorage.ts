import { join } from 'node:path'
import type { BlobStorage } from './BlobStorage'
import { DiskStorage } from './DiskStorage'
import { checkBucket } from './s3/checkBucket'
import { namedBucket } from './s3/namedBucket'
import { S3Bucket } from './s3/S3Bucket'
import type { S3Settings } from './s3/S3Settings'
import { S3Storage } from './s3/S3Storage'
import { namedFolder, type NamedPlace } from './storageName'
import type { TemporaryOwner } from './TemporaryOwner'

interface Settings {
  s3: S3Settings | null
  dataFolder: string
}

/** Opens the S3 store of the settings; null without one. @throws Error that says which setting is wrong */
export async function openBucket({ s3 }: Pick<Settings, 's3'>): Promise<S3Bucket | null> {
  if (s3 === null) return null
  const bucket = new S3Bucket(s3)
  try {
    await checkBucket(bucket, s3)
    return bucket
  } catch (error) {
    bucket.close()
    throw error
  }
}

/** The place of the blobs: a bucket, or a folder of the data folder. */
export function placeOf(bucket: S3Bucket | null, { dataFolder }: Pick<Settings, 'dataFolder'>): NamedPlace {
  return bucket === null ? namedFolder(filesIn(dataFolder)) : namedBucket(bucket)
}

/** Opens the storage in a bucket, or in the data folder. @param owner owns the temporary files of this process */
export async function openStorage(
  bucket: S3Bucket | null,
  { s3, dataFolder }: Settings,
  owner: TemporaryOwner,
): Promise<BlobStorage> {
  if (bucket === null || s3 === null) return DiskStorage.open(filesIn(dataFolder), owner)
  return S3Storage.open(bucket, join(dataFolder, 's3'), owner, s3)
}

function filesIn(dataFolder: string): string {
  return join(dataFolder, 'files')
}
