import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { DiskStorage } from '../../server/storage/DiskStorage'
import { BlobMissing, ChecksumMismatch, StreamCut, WrongLength, type Part } from '../../server/storage/BlobStorage'
import { gate } from '../support/upload'

const owner = { holder: 'test', living: async () => new Set(['test']) }

describe('bodies in a folder', () => {
  let root: string
  let store: DiskStorage

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'satchel-store-'))
    store = await DiskStorage.open(root, owner)
  })
  after(() => rm(root, { recursive: true }))

  const files = async () =>
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)

  for (const size of [0, 1, 65_536, 5_000_001]) {
    test(`${size} bytes come back as they were given`, async () => {
      const bytes = Buffer.alloc(size, 'abc')
      const body = await store.write(Readable.from(chunksOf(bytes, 60_000)), { size })
      assert.equal(body.size, size)
      assert.deepEqual(await store.stat(body.key), { size })
      assert.equal(bytes.compare(await buffer(await store.read(body.key))), 0)
      await store.remove(body.key)
    })
  }

  test('a range is read with both ends', async () => {
    const { key } = await store.write(Readable.from([Buffer.from('0123456789')]), { size: 10 })
    assert.equal((await buffer(await store.read(key, { start: 3, end: 5 }))).toString(), '345')
    await store.remove(key)
  })

  test('a removed body is gone, removing it again is no error', async () => {
    const { key } = await store.write(Readable.from([Buffer.from('x')]), { size: 1 })
    await store.remove(key)
    await store.remove(key)
    assert.equal(await store.stat(key), null)
    await assert.rejects(store.read(key), BlobMissing)
  })

  test('a key cannot lead out of the folder', async () => {
    for (const key of ['../../etc/passwd', 'incoming/x', '', 'ab/../../x'])
      await assert.rejects(store.read(key), BlobMissing)
  })

  describe('leaves nothing', () => {
    const cases: [string, Readable, number, new (...args: never[]) => Error][] = [
      ['a stream shorter than declared', Readable.from([Buffer.alloc(9)]), 10, WrongLength],
      ['a stream longer than declared', Readable.from([Buffer.alloc(8), Buffer.alloc(3)]), 10, WrongLength],
      ['a stream that fails', failing(), 10, StreamCut],
      ['a stream destroyed before', destroyed(), 10, StreamCut],
    ]
    for (const [what, source, size, error] of cases) {
      test(what, async () => {
        await assert.rejects(store.write(source, { size }), error)
        assert.deepEqual(await files(), [])
      })
    }
  })

  test('a source with too many bytes is left open, so that its sender can be answered', async () => {
    const source = new PassThrough()
    source.write(Buffer.alloc(20))
    await assert.rejects(store.write(source, { size: 10 }), WrongLength)
    assert.equal(source.destroyed, false)
  })

  describe('a body that comes in parts', () => {
    const whole = Buffer.from(Array.from({ length: 20_000_000 }, (_, at) => at * 31 + (at >> 8)))
    let key: string
    let kept: number[]
    const append = (source: Readable, at: number, more: Partial<Part> = {}, to: DiskStorage = store) =>
      to.append(key, source, { at, limit: whole.length - at, kept: async (length) => void kept.push(length), ...more })
    const from = (start: number, end?: number) => Readable.from(chunksOf(whole.subarray(start, end), 60_000))
    const read = async () => buffer(await store.read(key))

    beforeEach(() => {
      key = store.newKey()
      kept = []
    })
    afterEach(() => store.remove(key))

    test('is the parts behind each other', async () => {
      await append(from(0, 1_000_001), 0)
      await append(from(1_000_001), 1_000_001)
      assert.deepEqual([kept[0], kept.at(-1)], [1_000_001, whole.length])
      assert.equal(whole.compare(await read()), 0)
    })

    test('of a long part is safe what came, each 16 MiB', async () => {
      await append(from(0), 0)
      const [first = 0] = kept
      assert.ok(first >= 16 * 1024 * 1024 && first < whole.length, String(kept))
    })

    test('of a long part is safe what came, before its end', async () => {
      const { opened, open } = gate()
      const source = Readable.from(
        (async function* () {
          while (kept.length === 0) {
            yield whole.subarray(0, 1_000_000)
            await new Promise(setImmediate)
          }
          open()
          yield whole.subarray(0, 1_000_000)
        })(),
      )
      const appended = append(source, 0, { limit: 1e12 })
      await opened
      const [first] = kept
      await appended
      assert.ok(first! > 0 && kept.at(-1)! > first!)
    })

    test('is whole where a part was sent twice', async () => {
      await append(from(0, 5_000_000), 0)
      await append(from(3_000_000), 3_000_000)
      assert.equal(whole.compare(await read()), 0)
    })

    test('is whole where another process took the first parts', async () => {
      await append(from(0, 6_000_000), 0)
      const other = await DiskStorage.open(root, owner)
      await append(from(6_000_000), 6_000_000, {}, other)
      assert.equal(whole.compare(await read()), 0)
    })

    test('keeps what came before a cut', async () => {
      const source = Readable.from(
        (function* () {
          yield* chunksOf(whole.subarray(0, 3_000_007), 60_000)
          throw new Error('cut')
        })(),
      )
      await assert.rejects(append(source, 0), StreamCut)
      assert.deepEqual(kept, [3_000_007])
      await append(from(3_000_007), 3_000_007)
      assert.equal(whole.compare(await read()), 0)
    })

    test('keeps what came when it is told to stop, and leaves the source open', async () => {
      const stop = new AbortController()
      const source = new PassThrough()
      source.write(whole.subarray(0, 10_000))
      const appended = append(source, 0, { signal: stop.signal, touch: () => setImmediate(() => stop.abort()) })
      await assert.rejects(appended, StreamCut)
      assert.deepEqual([kept, source.destroyed], [[10_000], false])
    })

    test('takes no byte more than may come', async () => {
      await assert.rejects(append(from(0, 11), 0, { limit: 10 }), WrongLength)
      assert.deepEqual(kept, [])
      assert.ok((await store.stat(key))!.size <= 10)
    })

    for (const algorithm of ['sha1', 'sha256'] as const) {
      test(`a part with its ${algorithm} counts, one with another or cut short does not`, async () => {
        const digest = createHash(algorithm).update(whole.subarray(0, 9_000_000)).digest()
        const checksum = { algorithm, digest }
        await assert.rejects(append(from(1, 9_000_001), 0, { checksum }), ChecksumMismatch)
        await assert.rejects(append(failing(), 0, { checksum }), StreamCut)
        assert.deepEqual(kept, [])
        await append(from(0, 9_000_000), 0, { checksum })
        assert.deepEqual(kept, [9_000_000])
        await append(from(9_000_000), 9_000_000)
        assert.equal(whole.compare(await read()), 0)
      })
    }

    test('what was not acknowledged is written over', async () => {
      await append(Readable.from([Buffer.alloc(9_000, 'x')]), 0)
      await append(from(1_000), 1_000)
      assert.equal((await read()).subarray(1_000).compare(whole.subarray(1_000)), 0)
    })

    test('one that is gone is not begun in its middle', async () => {
      await assert.rejects(append(from(5), 5), BlobMissing)
      assert.equal(await store.stat(key), null)
    })

    test('stops where its progress cannot be noted', async () => {
      const kept = async () => Promise.reject(new Error('nobody knows it'))
      await assert.rejects(append(from(0), 0, { kept }), /nobody knows it/)
    })
  })
})

function* chunksOf(bytes: Buffer, size: number) {
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
