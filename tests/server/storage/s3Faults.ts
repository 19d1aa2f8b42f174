import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, test } from 'node:test'
import type { Part } from '../../../server/storage/BlobStorage'
import { PART_SIZE } from '../../../server/storage/s3/PartCutter'
import { S3Bucket } from '../../../server/storage/s3/S3Bucket'
import { S3Storage } from '../../../server/storage/s3/S3Storage'
import type { S3Settings } from '../../../server/storage/s3/S3Settings'
import { FaultyStore } from '../../support/storage/FaultyStore'
import type { ReachedStore } from '../../support/storage/Swift'
import { chunksOf } from './blobStorageContract'

const FUTURE = new Date(8.64e15)
const times = { silence: 20_000, pause: 1 }

/** Tests faults of a store behind a proxy that inflicts them. Call within a suite of its own. @param reach starts the store */
export function testFaults(reach: () => Promise<ReachedStore>): void {
  let store: FaultyStore
  let config: S3Settings
  let folder: string
  let bucket: S3Bucket
  let storage: S3Storage
  const living = new Set(['test'])
  const open = (more: Partial<S3Settings> = {}, holder = 'test', patience = times) => {
    const owner = { holder, living: async () => living }
    return S3Storage.open(new S3Bucket({ ...config, ...more }, patience), folder, owner, config)
  }

  before(async () => {
    const { url, bucket: newBucket } = await reach()
    store = await FaultyStore.start(url)
    folder = await mkdtemp(join(tmpdir(), 'satchel-faults-'))
    config = await newBucket('faults', { url: store.url })
    bucket = new S3Bucket(config, times)
    storage = await open()
  })
  afterEach(async () => {
    store.heal()
    for await (const { name } of bucket.list('')) await bucket.delete(name)
    assert.deepEqual(await readdir(join(folder, 'used')), [], 'temporary files are left')
  })
  after(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })

  const whole = Buffer.from(Array.from({ length: PART_SIZE + 3_000_000 }, (_, at) => at * 31 + (at >> 8)))
  const from = (start: number, end?: number) => Readable.from(chunksOf(whole.subarray(start, end), 60_000))
  const append = async (key: string, at: number, more: Partial<Part> = {}, end?: number) => {
    const kept: number[] = []
    const acknowledge = async (length: number) => void kept.push(length)
    await storage.append(key, from(at, end), { at, limit: whole.length - at, acknowledge, ...more })
    return kept
  }
  const readAll = async (key: string) => buffer(await storage.read(key))
  const names = async () => {
    const all: string[] = []
    for await (const { name } of bucket.list('')) all.push(name)
    return all
  }

  for (const [what, fault] of [
    ['the store answers 500', { refuse: 500, code: 'InternalError' }],
    ['the store wants fewer requests', { refuse: 503, code: 'SlowDown' }],
    ['the connection breaks', 'cutRequest'],
    ['the answer is lost', 'loseAnswer'],
  ] as const) {
    test(`each request is sent again when ${what}`, async () => {
      store.inflict((_, count) => (count % 2 === 1 ? fault : null))
      const { key } = await storage.write(from(0), { size: whole.length })
      const parts = await storage.begin()
      assert.equal((await append(parts, 0, {}, PART_SIZE + 10)).at(-1), PART_SIZE + 10)
      await append(parts, PART_SIZE + 10)
      await storage.complete(parts, whole.length)
      store.heal()
      for (const each of [key, parts]) assert.equal(whole.compare(await readAll(each)), 0)
      assert.deepEqual(await names(), [`blobs/${key}`, `blobs/${parts}`].sort())
    })
  }

  test('a store that stays down fails a write after four attempts, and nothing is left', async () => {
    store.inflict(({ method }) => (method === 'PUT' ? { refuse: 503, code: 'ServiceUnavailable' } : null))
    await assert.rejects(storage.write(from(0, 10), { size: 10 }), /503 ServiceUnavailable/)
    assert.equal(store.asked.length, 4)
    store.heal()
    assert.deepEqual(await names(), [])
  })

  test('a store that is silent is asked again', async () => {
    const { key } = await storage.write(from(0, 10), { size: 10 })
    const impatient = await open({}, 'test', { silence: 300, pause: 1 })
    store.inflict((_, count) => (count === 1 ? 'stall' : null))
    assert.equal((await buffer(await impatient.read(key))).length, 10)
  })

  test('a full store refuses at once, and the acknowledged bytes stay', async () => {
    const key = await storage.begin()
    await append(key, 0, {}, 1_000_000)
    store.inflict(({ method }) => (method === 'PUT' ? { refuse: 507, code: 'InsufficientStorage' } : null))
    await assert.rejects(append(key, 1_000_000), /507 InsufficientStorage/)
    assert.equal(store.asked.filter(({ method }) => method === 'PUT').length, 1)
    store.heal()
    assert.deepEqual(await storage.stat(key), { size: 1_000_000, isComplete: false })
    await append(key, 1_000_000)
    await storage.complete(key, whole.length)
    assert.equal(whole.compare(await readAll(key)), 0)
  })

  test('a read goes on behind the last byte when the connection breaks', async () => {
    const { key } = await storage.write(from(0), { size: whole.length })
    store.inflict(({ method }) => (method === 'GET' ? { cutAnswerAfter: 3_000_000 } : null))
    assert.equal(whole.compare(await readAll(key)), 0)
    assert.deepEqual(
      store.asked.map(({ headers }) => headers.range),
      [0, 3, 6, 9].map((at) => (at === 0 ? undefined : `bytes=${at * 1_000_000}-${whole.length - 1}`)),
    )
    const range = await buffer(await storage.read(key, { start: 100, end: 4_000_099 }))
    assert.equal(range.compare(whole.subarray(100, 4_000_100)), 0)
  })

  test('a read fails when connections end without a byte', async () => {
    const { key } = await storage.write(from(0), { size: whole.length })
    store.inflict(({ method }) => (method === 'GET' ? { cutAnswerAfter: 0 } : null))
    await assert.rejects(readAll(key), /did not answer/)
  })

  test('a store that ignores ranges never sends wrong bytes', async () => {
    const { key } = await storage.write(from(0, 100), { size: 100 })
    store.inflict(() => ({ without: ['range'] }))
    await assert.rejects(storage.read(key, { start: 5, end: 9 }), /other bytes than those it was asked for/)
  })

  test('an upload continues before a part that the store lost', async () => {
    const key = await storage.begin()
    await append(key, 0, {}, PART_SIZE + 10)
    const withoutParts = (body: string) => body.replace(/<Part>[\s\S]*<\/Part>/, '')
    store.inflict(({ path }) => (path.includes('uploadId') ? { alter: withoutParts } : null))
    assert.deepEqual(await storage.stat(key), { size: 0, isComplete: false })
    await assert.rejects(append(key, PART_SIZE + 10), /no blob/)
    store.heal()
    await append(key, 0)
    await storage.complete(key, whole.length)
    assert.equal(whole.compare(await readAll(key)), 0)
  })

  test('an upload begins again when the store discarded its parts', async () => {
    const key = await storage.begin()
    await append(key, 0, {}, PART_SIZE + 10)
    const { upload } = JSON.parse((await bucket.get(`open/${key}`))!) as { upload: string }
    await bucket.abortUpload(`blobs/${key}`, upload)
    assert.deepEqual(await storage.stat(key), { size: 0, isComplete: false })
    await append(key, 0)
    await storage.complete(key, whole.length)
    assert.equal(whole.compare(await readAll(key)), 0)
  })

  test('two processes complete a blob at the same time', async () => {
    const other = await open()
    for (const size of [10, whole.length]) {
      const key = await storage.begin()
      await append(key, 0, {}, size)
      const done = await Promise.all([storage.complete(key, size), other.complete(key, size)])
      assert.deepEqual(done, [
        { key, size },
        { key, size },
      ])
      assert.equal(whole.subarray(0, size).compare(await readAll(key)), 0)
      assert.deepEqual(await storage.stat(key), { size, isComplete: true })
      await storage.delete(key)
    }
  })

  test('unfinished writes of ended processes are removed, and no others', async () => {
    const dead = await open({}, 'dead')
    store.inflict(({ method, path }) => (method === 'PUT' && path.includes('partNumber=2') ? 'stall' : null))
    const writes = [dead, storage].map((each) => each.write(from(0), { size: whole.length }))
    writes.forEach((write) => write.catch(() => undefined))
    while (store.asked.filter(({ path }) => path.includes('partNumber=2')).length < 2) await new Promise(setImmediate)
    await storage.removeTemporaries()
    const left = await names()
    assert.deepEqual(
      left.map((name) => name.split('/')[1]),
      ['test'],
    )
    store.heal()
    store.cut()
    await assert.rejects(writes[0]!)
    await writes[1]
  })

  test('a tail that was stored after its upload was aborted is listed and removed', async () => {
    const key = await storage.begin()
    await append(key, 0, {}, 10)
    await bucket.delete(`open/${key}`)
    const listed: unknown[] = []
    for await (const blob of storage.writtenBefore(FUTURE)) listed.push(blob)
    assert.deepEqual(listed, [{ key, isComplete: false }])
    await storage.abort(key)
    assert.deepEqual(await names(), [])
  })

  test('storages with other prefixes do not see each other', async () => {
    const other = await open({ prefix: 'school/' })
    const { key } = await storage.write(from(0, 10), { size: 10 })
    await assert.rejects(other.read(key), /no blob/)
    await other.write(from(0, 10), { size: 10 })
    const listed: unknown[] = []
    for await (const blob of storage.writtenBefore(FUTURE)) listed.push(blob)
    assert.deepEqual(listed, [{ key, isComplete: true }])
  })
}
