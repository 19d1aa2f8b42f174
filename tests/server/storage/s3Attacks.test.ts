import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BlobMissing, READ_CHUNK } from '../../../server/storage/BlobStorage'
import { PART_SIZE } from '../../../server/storage/s3/PartCutter'
import { S3Bucket } from '../../../server/storage/s3/S3Bucket'
import { S3Storage } from '../../../server/storage/s3/S3Storage'
import type { S3Settings } from '../../../server/storage/s3/S3Settings'
import { FaultyStore } from '../../support/storage/FaultyStore'
import { startSwift, swiftBucket, withoutSwift } from '../../support/storage/Swift'
import { settled, until } from '../../support/until'

const MB = 1024 * 1024
/** bytes of memory per upload, at most */
const MEMORY = 12 * MB
const UPLOADS = 6
const owner = { holder: 'test', living: async () => new Set(['test']) }

describe('[RUN-01] attacks on an S3 storage', { skip: withoutSwift }, () => {
  let store: FaultyStore
  let config: S3Settings
  let folder: string
  let storage: S3Storage

  before(async () => {
    store = await FaultyStore.start(await startSwift())
    folder = await mkdtemp(join(tmpdir(), 'satchel-attacks-'))
    config = await swiftBucket('attacks', { url: store.url })
    storage = await S3Storage.open(new S3Bucket(config, { silence: 30_000, pause: 1 }), folder, owner, config)
  })
  afterEach(() => store.heal())
  after(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('keys that are no keys reach no object', async () => {
    const bad = ['../check/x', 'ab/../../x', '', '%2e%2e/x', 'ab/', `ab/${'c'.repeat(31)}`, `AB/${'c'.repeat(30)}`]
    store.inflict(() => null)
    for (const key of bad) {
      const part = { at: 0, limit: 1, acknowledge: async () => undefined }
      for (const ask of [
        () => storage.read(key),
        () => storage.stat(key),
        () => storage.delete(key),
        () => storage.abort(key),
        () => storage.fileOf(key),
        () => storage.complete(key, 1),
        () => storage.append(key, Readable.from([Buffer.alloc(1)]), part),
      ])
        await assert.rejects(ask, BlobMissing, key)
    }
    assert.deepEqual(store.asked, [])
  })

  test('uploads to a store that takes nothing hold at most 12 MB of memory each', async () => {
    const memory = await memoryOf()
    const keys = await Promise.all(Array.from({ length: UPLOADS }, () => storage.begin()))
    store.inflict(({ path }) => (path.includes('partNumber') ? 'stall' : null))
    const stop = new AbortController()
    const pulled = keys.map(() => 0)
    const appends = keys.map((key, at) => {
      const source = Readable.from(
        (function* () {
          for (let count = 0; count < 64; count += 1) {
            pulled[at]! += MB
            yield Buffer.alloc(MB, count)
          }
        })(),
        { highWaterMark: 1 },
      )
      return storage.append(key, source, {
        at: 0,
        limit: 64 * MB,
        signal: stop.signal,
        acknowledge: async () => undefined,
      })
    })
    // A part is on its way and the next one is full: nothing more is received.
    await until('all uploads stand', () => pulled.every((bytes) => bytes >= 2 * PART_SIZE))
    const used = (await memoryOf()) - memory
    assert.ok(used / UPLOADS <= MEMORY, `${Math.round(used / UPLOADS / MB)} MB per upload`)
    assert.ok(Math.max(...pulled) < 3 * PART_SIZE, String(pulled))
    stop.abort()
    store.heal()
    store.cut()
    await Promise.allSettled(appends)
  })

  test('readers that take nothing hold a few chunks each, and still get every byte', async () => {
    const bytes = Buffer.alloc(20 * MB, 'satchel')
    const { key } = await storage.write(Readable.from([bytes]), { size: bytes.length })
    const memory = await memoryOf()
    const readers = await Promise.all(Array.from({ length: UPLOADS }, () => storage.read(key)))
    for (const reader of readers) reader.once('readable', () => undefined)
    await until('all readers have bytes', () => readers.every((reader) => reader.readableLength > 0))
    for (const reader of readers) assert.ok(reader.readableLength <= 2 * READ_CHUNK, String(reader.readableLength))
    const used = (await memoryOf()) - memory
    assert.ok(used / UPLOADS <= 4 * MB, `${Math.round(used / UPLOADS / MB)} MB per reader`)
    // A store ends connections that stand still.
    store.cut()
    for (const reader of readers) assert.equal(bytes.compare(await settled('a slow reader', buffer(reader))), 0)
  })

  test('a reader that leaves ends the request to the store', async () => {
    const bytes = Buffer.alloc(20 * MB, 'satchel')
    const { key } = await storage.write(Readable.from([bytes]), { size: bytes.length })
    store.inflict(() => null)
    const areGone = async () => (await store.connections()) === 0
    store.cut()
    await until('earlier connections end', areGone)
    const reader = await storage.read(key)
    reader.destroy()
    await until('the connection ends', areGone)
    assert.equal(store.asked.length, 1)
  })
})

/** bytes that the process holds outside the heap, after collecting what is unused */
async function memoryOf(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let times = 0; times < 3; times += 1) {
    collect()
    await new Promise(setImmediate)
  }
  const { external, arrayBuffers } = process.memoryUsage()
  return Math.max(external, arrayBuffers)
}
