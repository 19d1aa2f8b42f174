import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { WrongLength } from '../../../server/storage/BlobStorage'
import { DiskStorage } from '../../../server/storage/DiskStorage'
import { chunksOf, testBlobStorage } from './blobStorageContract'

const owner = { holder: 'test', living: async () => new Set(['test']) }

testBlobStorage('blobs in a folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'satchel-storage-'))
  return {
    storage: await DiskStorage.open(root, owner),
    reopen: () => DiskStorage.open(root, owner),
    close: () => rm(root, { recursive: true }),
  }
})

describe('files of blobs in a folder', () => {
  let root: string
  let storage: DiskStorage

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'satchel-storage-'))
    storage = await DiskStorage.open(root, owner)
  })
  after(() => rm(root, { recursive: true }))

  const files = async () =>
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  const append = (key: string, bytes: Buffer, at: number, progress: number[] = []) =>
    storage.append(key, Readable.from(chunksOf(bytes, 60_000)), {
      at,
      limit: bytes.length,
      acknowledge: async (length) => void progress.push(length),
    })

  test('a failed write leaves no file', async () => {
    for (const bytes of [9, 11]) {
      await assert.rejects(storage.write(Readable.from([Buffer.alloc(bytes)]), { size: 10 }), WrongLength)
      assert.deepEqual(await files(), [])
    }
    const source = new PassThrough()
    source.destroy()
    await assert.rejects(storage.write(source, { size: 10 }))
    assert.deepEqual(await files(), [])
  })

  test('a blob has one file, under its key', async () => {
    const key = await storage.begin()
    await append(key, Buffer.alloc(10), 0)
    assert.equal(existsSync(join(root, key)), false)
    await storage.complete(key, 10)
    assert.deepEqual(await files(), [key.slice(3)])
    await storage.delete(key)
    assert.deepEqual(await files(), [])
  })

  test('a long part is safe after each 16 MiB', async () => {
    const whole = Buffer.alloc(20_000_000, 'abc')
    const key = await storage.begin()
    const progressList: number[] = []
    await append(key, whole, 0, progressList)
    const [first = 0] = progressList
    assert.ok(first >= 16 * 1024 * 1024 && first < whole.length, String(progressList))
    await storage.abort(key)
  })

  test('a part may start anywhere within the written bytes, and replaces those behind', async () => {
    const whole = Buffer.from(Array.from({ length: 6_000_000 }, (_, at) => at * 31 + (at >> 8)))
    const key = await storage.begin()
    await append(key, whole.subarray(0, 5_000_000), 0)
    await append(key, whole.subarray(3_000_000), 3_000_000)
    await storage.complete(key, whole.length)
    assert.equal(whole.compare(await buffer(await storage.read(key))), 0)
    await storage.delete(key)
  })
})
