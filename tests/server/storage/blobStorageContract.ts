import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import {
  BlobMissing,
  ChecksumMismatch,
  StreamAborted,
  WrongLength,
  type BlobStorage,
  type Part,
} from '../../../server/storage/BlobStorage'
import { gate } from '../../support/uploads/upload'

export interface StorageUnderTest {
  storage: BlobStorage
  /** Opens a second process on the same blobs. */
  reopen(): Promise<BlobStorage>
  close(): Promise<void>
}

const FUTURE = new Date(8.64e15)

/** The contract of `BlobStorage` that every implementation must fulfil. */
export function testBlobStorage(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(name, () => {
    let opened: StorageUnderTest
    let storage: BlobStorage

    before(async () => {
      opened = await open()
      storage = opened.storage
    })
    after(() => opened.close())

    const listed = async (time = FUTURE) => {
      const blobs = []
      for await (const blob of storage.writtenBefore(time)) blobs.push(blob)
      return blobs
    }

    describe('a blob written at once', () => {
      for (const size of [0, 1, 65_536, 5_000_001]) {
        test(`${size} bytes are read as written, and hashed`, async () => {
          const bytes = Buffer.alloc(size, 'abc')
          const blob = await storage.write(Readable.from(chunksOf(bytes, 60_000)), { size })
          assert.equal(blob.size, size)
          assert.equal(blob.sha1, createHash('sha1').update(bytes).digest('hex'))
          assert.deepEqual(await storage.stat(blob.key), { size, isComplete: true })
          assert.equal(bytes.compare(await buffer(await storage.read(blob.key))), 0)
          await storage.delete(blob.key)
        })
      }

      test('a range includes both ends, and has the bytes that exist', async () => {
        const { key } = await storage.write(Readable.from([Buffer.from('0123456789')]), { size: 10 })
        const rangeOf = async (start: number, end: number) =>
          String(await buffer(await storage.read(key, { start, end })))
        assert.deepEqual([await rangeOf(3, 5), await rangeOf(8, 99), await rangeOf(10, 99)], ['345', '89', ''])
        await storage.delete(key)
      })

      test('a deleted blob is gone, and deleting it again is no error', async () => {
        const { key } = await storage.write(Readable.from([Buffer.from('x')]), { size: 1 })
        await storage.delete(key)
        await storage.delete(key)
        assert.equal(await storage.stat(key), null)
        await assert.rejects(storage.read(key), BlobMissing)
      })

      test('a blob is listed while it exists, and only if it was written before the given time', async () => {
        const { key } = await storage.write(Readable.from([Buffer.from('x')]), { size: 1 })
        assert.deepEqual(await listed(), [{ key, isComplete: true }])
        assert.deepEqual(await listed(new Date(0)), [])
        await storage.delete(key)
        assert.deepEqual(await listed(), [])
      })

      test('an unknown key reads nothing', async () => {
        for (const key of ['../../etc/passwd', 'incoming/x', '', 'ab/../../x'])
          await assert.rejects(storage.read(key), BlobMissing)
      })

      describe('a failed write leaves nothing', () => {
        const cases: [string, Readable, number, new (...args: never[]) => Error][] = [
          ['a stream shorter than declared', Readable.from([Buffer.alloc(9)]), 10, WrongLength],
          ['a stream longer than declared', Readable.from([Buffer.alloc(8), Buffer.alloc(3)]), 10, WrongLength],
          ['a stream that fails', failing(), 10, StreamAborted],
          ['a stream destroyed before the write', destroyed(), 10, StreamAborted],
        ]
        for (const [what, source, size, error] of cases) {
          test(what, async () => {
            await assert.rejects(storage.write(source, { size }), error)
            assert.deepEqual(await listed(), [])
          })
        }
      })

      test('a source with too many bytes stays open, so that its sender can be answered', async () => {
        const source = new PassThrough()
        source.write(Buffer.alloc(20))
        await assert.rejects(storage.write(source, { size: 10 }), WrongLength)
        assert.equal(source.destroyed, false)
      })
    })

    describe('a blob written in parts', () => {
      const whole = Buffer.from(Array.from({ length: 20_000_000 }, (_, at) => at * 31 + (at >> 8)))
      let key: string
      let kept: number[]
      const append = (source: Readable, at: number, more: Partial<Part> = {}, to: BlobStorage = storage) =>
        to.append(key, source, {
          at,
          limit: whole.length - at,
          acknowledge: async (length) => void kept.push(length),
          ...more,
        })
      const from = (start: number, end?: number) => Readable.from(chunksOf(whole.subarray(start, end), 60_000))
      const completed = async (bytes = whole) => {
        assert.deepEqual(await storage.complete(key, bytes.length), { key, size: bytes.length })
        assert.equal(bytes.compare(await buffer(await storage.read(key))), 0)
      }

      beforeEach(async () => {
        key = await storage.begin()
        kept = []
      })
      afterEach(async () => {
        await storage.abort(key)
        await storage.delete(key)
      })

      test('consists of the parts in order', async () => {
        await append(from(0, 1_000_001), 0)
        await append(from(1_000_001), 1_000_001)
        assert.equal(kept[0], 1_000_001)
        assert.equal(kept.at(-1), whole.length)
        await completed()
      })

      test('is empty without a part', () => completed(Buffer.alloc(0)))

      test('does not exist before completion', async () => {
        await append(from(0, 10), 0)
        assert.deepEqual(await storage.stat(key), { size: 10, isComplete: false })
        assert.deepEqual(await listed(), [{ key, isComplete: false }])
        await assert.rejects(storage.read(key), BlobMissing)
        await storage.delete(key)
        await storage.complete(key, 10)
        assert.deepEqual(await storage.stat(key), { size: 10, isComplete: true })
        assert.deepEqual(await listed(), [{ key, isComplete: true }])
      })

      test('is completed only with all its bytes', async () => {
        await append(from(0, 10), 0)
        for (const size of [9, 11]) await assert.rejects(storage.complete(key, size), WrongLength)
        assert.deepEqual(await storage.stat(key), { size: 10, isComplete: false })
        await completed(whole.subarray(0, 10))
      })

      test('is the same blob when completed again, also by another process', async () => {
        await append(from(0, 10), 0)
        await storage.complete(key, 10)
        assert.deepEqual(await (await opened.reopen()).complete(key, 10), { key, size: 10 })
        await completed(whole.subarray(0, 10))
      })

      test('is gone after aborting, and aborting again is no error', async () => {
        await append(from(0, 10), 0)
        await storage.abort(key)
        await storage.abort(key)
        assert.equal(await storage.stat(key), null)
        assert.deepEqual(await listed(), [])
        await assert.rejects(append(from(10, 20), 10), BlobMissing)
        await assert.rejects(storage.complete(key, 10), BlobMissing)
      })

      test('stays when aborted after completion', async () => {
        await append(from(0, 10), 0)
        await storage.complete(key, 10)
        await storage.abort(key)
        await completed(whole.subarray(0, 10))
      })

      test('stores the received bytes of a long part before the part ends', async () => {
        const { opened: kept1, open: firstKept } = gate()
        const source = Readable.from(
          (async function* () {
            while (kept.length === 0) {
              yield whole.subarray(0, 1_000_000)
              await new Promise(setImmediate)
            }
            firstKept()
            yield whole.subarray(0, 1_000_000)
          })(),
        )
        const appended = append(source, 0, { limit: 1e12 })
        await kept1
        const [first] = kept
        await appended
        assert.ok(first! > 0 && kept.at(-1)! > first!)
      })

      test('is complete when an acknowledged part is sent again', async () => {
        await append(from(0, 3_000_000), 0)
        await append(from(3_000_000, 5_000_000), 3_000_000)
        await append(from(3_000_000), 3_000_000)
        await completed()
      })

      test('is complete when another process wrote the first parts', async () => {
        await append(from(0, 6_000_000), 0)
        await append(from(6_000_000), 6_000_000, {}, await opened.reopen())
        await completed()
      })

      test('keeps the bytes received before a broken connection', async () => {
        const source = Readable.from(
          (function* () {
            yield* chunksOf(whole.subarray(0, 3_000_007), 60_000)
            throw new Error('cut')
          })(),
        )
        await assert.rejects(append(source, 0), StreamAborted)
        assert.deepEqual(kept, [3_000_007])
        await append(from(3_000_007), 3_000_007)
        await completed()
      })

      test('keeps the received bytes when writing is stopped, and leaves the source open', async () => {
        const stop = new AbortController()
        const source = new PassThrough()
        source.write(whole.subarray(0, 10_000))
        const appended = append(source, 0, { signal: stop.signal, touch: () => setImmediate(() => stop.abort()) })
        await assert.rejects(appended, StreamAborted)
        assert.deepEqual(kept, [10_000])
        assert.equal(source.destroyed, false)
      })

      test('never exceeds its maximum length', async () => {
        await assert.rejects(append(from(0, 11), 0, { limit: 10 }), WrongLength)
        assert.deepEqual(kept, [])
        assert.ok((await storage.stat(key))!.size <= 10)
      })

      for (const algorithm of ['sha1', 'sha256'] as const) {
        test(`accepts a part whose ${algorithm} matches, and keeps nothing of another part`, async () => {
          const digest = createHash(algorithm).update(whole.subarray(0, 9_000_000)).digest()
          const checksum = { algorithm, digest }
          await assert.rejects(append(from(1, 9_000_001), 0, { checksum }), ChecksumMismatch)
          await assert.rejects(append(failing(), 0, { checksum }), StreamAborted)
          assert.deepEqual(kept, [])
          await append(from(0, 9_000_000), 0, { checksum })
          assert.deepEqual(kept, [9_000_000])
          await append(from(9_000_000), 9_000_000)
          await completed()
        })
      }

      test('replaces unacknowledged bytes', async () => {
        await append(from(0, 1_000), 0)
        const refused = { acknowledge: async () => Promise.reject(new Error('not noted')) }
        await assert.rejects(append(Readable.from([Buffer.alloc(8_000, 'x')]), 1_000, refused), /not noted/)
        await append(from(1_000), 1_000)
        await completed()
      })

      test('can be written again from its first byte, but not from the middle, after it was aborted', async () => {
        await storage.abort(key)
        await assert.rejects(append(from(5), 5), BlobMissing)
        assert.equal(await storage.stat(key), null)
        await append(from(0), 0)
        await completed()
      })

      test('stops when its progress cannot be recorded', async () => {
        const acknowledge = async () => Promise.reject(new Error('nobody knows it'))
        await assert.rejects(append(from(0), 0, { acknowledge }), /nobody knows it/)
      })
    })
  })
}

export function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function failing(): Readable {
  return Readable.from(
    (function* () {
      yield Buffer.alloc(5)
      throw new Error('cut')
    })(),
  )
}

function destroyed(): Readable {
  const source = new PassThrough()
  source.destroy()
  return source
}
