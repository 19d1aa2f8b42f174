import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import { S3Bucket } from '../../../server/storage/s3/S3Bucket'
import { S3Storage } from '../../../server/storage/s3/S3Storage'
import { swiftBucket, withoutSwift } from '../../support/storage/Swift'
import { testBlobStorage } from './blobStorageContract'

const owner = { holder: 'test', living: async () => new Set(['test']) }

describe('[RUN-01] an S3 store', { skip: withoutSwift }, () => {
  testBlobStorage('blobs in Swift', async () => {
    const config = await swiftBucket('contract')
    const folder = await mkdtemp(join(tmpdir(), 'satchel-storage-'))
    const buckets: S3Bucket[] = []
    const open = () => {
      buckets.push(new S3Bucket(config))
      return S3Storage.open(buckets.at(-1)!, folder, owner, config)
    }
    return {
      storage: await open(),
      reopen: open,
      async close() {
        for (const bucket of buckets) bucket.close()
        await rm(folder, { recursive: true })
      },
    }
  })
})
