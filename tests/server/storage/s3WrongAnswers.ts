import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, test } from 'node:test'
import { PART_SIZE } from '../../../server/storage/s3/PartCutter'
import { S3Bucket } from '../../../server/storage/s3/S3Bucket'
import { S3Storage } from '../../../server/storage/s3/S3Storage'
import type { S3Settings } from '../../../server/storage/s3/S3Settings'
import { FaultyStore } from '../../support/storage/FaultyStore'
import type { ReachedStore } from '../../support/storage/Swift'
import { chunksOf } from './blobStorageContract'

const FUTURE = new Date(8.64e15)
const times = { silence: 20_000, pause: 1 }
const owner = { holder: 'test', living: async () => new Set(['test']) }
const whole = Buffer.from(Array.from({ length: PART_SIZE + 3_000_000 }, (_, at) => at * 31 + (at >> 8)))
const from = (start: number, end?: number) => Readable.from(chunksOf(whole.subarray(start, end), 60_000))

/** Tests wrong answers of a store behind a proxy that makes them. Call within a suite of its own. @param reach starts the store */
export function testWrongAnswers(reach: () => Promise<ReachedStore>): void {
  let store: FaultyStore
  let config: S3Settings
  let folder: string
  let bucket: S3Bucket
  let storage: S3Storage

  before(async () => {
    const { url, bucket: newBucket } = await reach()
    store = await FaultyStore.start(url)
    folder = await mkdtemp(join(tmpdir(), 'satchel-wrong-'))
    config = await newBucket('wrong', { url: store.url })
    bucket = new S3Bucket(config, times)
    storage = await S3Storage.open(new S3Bucket(config, times), folder, owner, config)
  })
  afterEach(async () => {
    store.heal()
    for await (const { name } of bucket.list('')) await bucket.delete(name)
    assert.deepEqual(await readdir(join(folder, 'used')), [], 'temporary files are left')
  })
  after(async () => {
    bucket.close()
    await store.close()
    await rm(folder, { recursive: true })
  })

  const acknowledged: number[] = []
  const append = (key: string, at: number, end?: number) => {
    const acknowledge = async (length: number) => void acknowledged.push(length)
    return storage.append(key, from(at, end), { at, limit: whole.length - at, acknowledge })
  }
  const names = async (beginning = '') => {
    const all: string[] = []
    for await (const { name } of bucket.list(beginning)) all.push(name)
    return all
  }

  for (const [status, code] of [
    [500, 'InternalError'],
    [503, 'SlowDown'],
    [403, 'AccessDenied'],
    [307, 'TemporaryRedirect'],
  ] as const)
    test(`a store that answers ${status} to everything acknowledges nothing, and loses nothing`, async () => {
      const { key: kept } = await storage.write(from(0, 100), { size: 100 })
      const key = await storage.begin()
      await append(key, 0, 1000)
      acknowledged.length = 0
      const location = `${store.url}/elsewhere`
      store.inflict(() => ({ refuse: status, code, location }))
      for (const ask of [
        () => storage.begin(),
        () => append(key, 1000),
        () => storage.complete(key, 1000),
        () => storage.abort(key),
        () => storage.write(from(0), { size: whole.length }),
        () => storage.read(kept),
        () => storage.read(kept, { start: 1, end: 2 }),
        () => storage.fileOf(kept),
        () => storage.stat(kept),
        () => storage.delete(kept),
        () => storage.removeTemporaries(),
        () => storage.writtenBefore(FUTURE)[Symbol.asyncIterator]().next(),
      ])
        await assert.rejects(ask, new RegExp(`the S3 store answered ${status}`))
      assert.ok(!store.asked.some(({ path }) => path.includes('elsewhere')), 'the client follows a redirect')
      assert.deepEqual(acknowledged, [])
      store.heal()
      await append(key, 1000)
      await storage.complete(key, whole.length)
      assert.equal(whole.compare(await buffer(await storage.read(key))), 0)
      assert.equal(whole.compare(await buffer(await storage.read(kept)), 0, 100, 0, 100), 0)
    })

  test('a store that stops within an answer is asked for the rest', async () => {
    const size = 100_000
    const { key } = await storage.write(from(0, size), { size })
    const impatient = await S3Storage.open(new S3Bucket(config, { silence: 1000, pause: 1 }), folder, owner, config)
    store.inflict(({ headers }) => (headers.range === undefined ? { stopAnswerAfter: 60_000 } : null))
    assert.equal(whole.compare(await buffer(await impatient.read(key)), 0, size, 0, size), 0)
    assert.equal(store.asked.at(-1)!.headers.range, `bytes=60000-${size - 1}`)
    store.cut()
  })

  test('a list or a small object whose answer stops is asked for again', async () => {
    await bucket.put('check/x', Buffer.from('x'))
    const impatient = new S3Bucket(config, { silence: 1000, pause: 1 })
    store.inflict((_, count) => (count === 1 ? { stopAnswerAfter: 0 } : null))
    assert.equal(await impatient.get('check/x'), 'x')
    impatient.close()
    store.cut()
  })

  test('an error within the answer 200 of a multipart upload fails the write, and nothing is left', async () => {
    const error = '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>later</Message></Error>'
    store.inflict(({ method, path }) => (isCompletion(method, path) ? { alter: () => error } : null))
    await assert.rejects(storage.write(from(0), { size: whole.length }), /InternalError: later/)
    store.heal()
    assert.deepEqual(
      (await names()).filter((name) => !name.startsWith('blobs/')),
      [],
    )
  })

  test('a wrong or missing ETag of a part fails the write, and nothing is left', async () => {
    for (const [etag, words] of [
      ['"00000000000000000000000000000000"', /the S3 store answered 400 InvalidPart/],
      [undefined, /no ETag/],
    ] as const) {
      store.inflict(({ path }) => (path.includes('partNumber=1') ? { headers: { etag } } : null))
      await assert.rejects(storage.write(from(0), { size: whole.length }), words)
      store.heal()
      assert.deepEqual(await names(), [])
    }
  })

  test('a wrong size is noticed: of an unfinished blob, of a range, and one that is missing', async () => {
    const key = await storage.begin()
    await append(key, 0, 1000)
    const sized = (length: string | undefined) => ({ headers: { 'content-length': length } })
    store.inflict(({ method }) => (method === 'HEAD' ? sized('999') : null))
    await assert.rejects(storage.complete(key, 1000), /declared 1000 bytes, received 999/)
    store.heal()
    await storage.complete(key, 1000)
    store.inflict(({ method }) => (method === 'HEAD' ? sized(undefined) : null))
    await assert.rejects(storage.stat(key), /does not tell the length/)
    store.inflict(({ method }) => (method === 'GET' ? sized(undefined) : null))
    await assert.rejects(storage.read(key), /does not tell the length/)
    store.inflict(({ method }) => (method === 'GET' ? sized('5') : null))
    await assert.rejects(storage.read(key, { start: 0, end: 9 }), /other bytes than those it was asked for/)
  })

  test('bytes of another range are refused, also when a read continues', async () => {
    const { key } = await storage.write(from(0), { size: whole.length })
    const shifted = { headers: { 'content-range': `bytes 1-10/${whole.length}` } }
    store.inflict(() => shifted)
    await assert.rejects(storage.read(key, { start: 0, end: 9 }), /other bytes/)
    store.inflict(({ headers }) => (headers.range === undefined ? { cutAnswerAfter: 2_000_000 } : shifted))
    await assert.rejects(storage.read(key).then(buffer), /other bytes/)
  })

  test('a store that lists what nobody asked for makes the server remove nothing of it', async () => {
    const { key } = await storage.write(from(0, 10), { size: 10 })
    const others = ['blobs/', 'blobs/ab/', 'other', 'open/../blobs/x', `blobs/zz/${'a'.repeat(30)}`]
    const entries = [...others, '老师 &lt;&amp;', `blobs/${key}`].map(
      (name) => `<Contents><Key>${name}</Key><LastModified>2020-01-01T00:00:00Z</LastModified></Contents>`,
    )
    const list = `<ListBucketResult>${entries.join('')}</ListBucketResult>`
    store.inflict(({ path }) => (path.includes('list-type') ? { answer: list } : null))
    const unfinished = await storage.begin()
    await storage.abort(unfinished)
    await storage.removeTemporaries()
    assert.deepEqual(
      store.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path),
      [],
    )
    const listed: unknown[] = []
    for await (const blob of storage.writtenBefore(FUTURE)) listed.push(blob)
    assert.deepEqual(listed, [{ key, isComplete: true }])
    store.heal()
    assert.equal((await storage.stat(key))?.size, 10)
  })

  test('a list that repeats its pages ends with an error', async () => {
    const page = '<ListBucketResult><NextContinuationToken>again</NextContinuationToken></ListBucketResult>'
    store.inflict(({ path }) => (path.includes('list-type') ? { answer: page } : null))
    await assert.rejects(names(), /repeats a page/)
    assert.equal(store.asked.length, 2)
  })

  test('an answer of megabytes without an end of its elements is read in no time, a longer one is refused', async () => {
    const list = '<Contents>'.repeat(400_000)
    store.inflict(({ path }) => (path.includes('list-type') ? { answer: list } : null))
    await assert.rejects(names(), /has no Key/)
    store.inflict(() => ({ answer: list.repeat(9) }))
    await assert.rejects(names(), /too long/)
  })

  test('names that an address would change are sent to no store', async () => {
    store.inflict(() => null)
    for (const name of ['blobs/../x', 'a b', 'a%2fb', '老师', 'a?b', 'a#b', 'a\\b', 'a\nb', './x'])
      await assert.rejects(bucket.delete(name), /is no name of an object/)
    assert.deepEqual(store.asked, [])
  })
}

function isCompletion(method: string, path: string): boolean {
  return method === 'POST' && path.includes('uploadId')
}
