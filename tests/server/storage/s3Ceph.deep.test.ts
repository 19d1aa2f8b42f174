import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openBucket } from '../../../server/storage/openStorage'
import { S3Bucket } from '../../../server/storage/s3/S3Bucket'
import { S3Storage } from '../../../server/storage/s3/S3Storage'
import { Ceph, withoutCeph } from '../../support/storage/Ceph'
import { testBlobStorage } from './blobStorageContract'
import { testFaults } from './s3Faults'
import { testWrongAnswers } from './s3WrongAnswers'

const owner = { holder: 'test', living: async () => new Set(['test']) }

describe('[RUN-01] Ceph as the S3 store', { skip: withoutCeph }, () => {
  let ceph: Ceph
  const reach = async () => ({ url: ceph.url, bucket: ceph.bucket.bind(ceph) })

  before(async () => {
    ceph = await Ceph.start()
  })
  after(() => ceph.stop())

  testBlobStorage('blobs in Ceph', async () => {
    const settings = await ceph.bucket('contract')
    const folder = await mkdtemp(join(tmpdir(), 'satchel-storage-'))
    const buckets: S3Bucket[] = []
    const open = () => {
      buckets.push(new S3Bucket(settings))
      return S3Storage.open(buckets.at(-1)!, folder, owner, settings)
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

  describe('faults', () => testFaults(reach))
  describe('wrong answers', () => testWrongAnswers(reach))

  test('wrong settings are named at start', async () => {
    const s3 = await ceph.bucket('start')
    ;(await openBucket({ s3 }))!.close()
    await assert.rejects(openBucket({ s3: { ...s3, secret: 'wrong' } }), /S3_SECRET or S3_KEY is wrong/)
    await assert.rejects(openBucket({ s3: { ...s3, key: 'NOBODY' } }), /S3_KEY is wrong/)
    await assert.rejects(openBucket({ s3: { ...s3, bucket: 'another' } }), /no such bucket/)
  })
})
