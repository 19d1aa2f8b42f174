import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, mock, test } from 'node:test'
import { openBucket } from '../../../server/storage/openStorage'
import { S3Bucket } from '../../../server/storage/s3/S3Bucket'
import type { S3Settings } from '../../../server/storage/s3/S3Settings'
import { startServerProcess } from '../../support/serverProcess'
import { FaultyStore } from '../../support/storage/FaultyStore'
import { startSwift, SWIFT_KEYS, swiftBucket, withoutSwift } from '../../support/storage/Swift'

describe('[RUN-01] the server checks its S3 store at start', { skip: withoutSwift }, () => {
  let config: S3Settings
  let store: FaultyStore

  before(async () => {
    store = await FaultyStore.start(await startSwift())
    config = await swiftBucket('start', { url: store.url })
  })
  afterEach(() => {
    store.heal()
    mock.timers.reset()
  })
  after(() => store.close())

  const refused = (more: Partial<S3Settings>, words: RegExp) =>
    assert.rejects(openBucket({ s3: { ...config, ...more } }), (error: Error) => {
      assert.match(error.message, words)
      assert.ok(!error.message.includes(more.secret ?? config.secret), 'the message contains the secret')
      return true
    })

  test('the right settings pass, and the check leaves nothing', async () => {
    const bucket = (await openBucket({ s3: config }))!
    const left: string[] = []
    for await (const { name } of bucket.list('')) left.push(name)
    bucket.close()
    assert.deepEqual(left, [])
  })

  test('two servers may start at the same time', async () => {
    const opened = await Promise.all(Array.from({ length: 4 }, () => openBucket({ s3: config })))
    for (const bucket of opened) bucket!.close()
  })

  test('a wrong secret or key is named', async () => {
    await refused({ secret: 'wrong-secret' }, /S3_SECRET or S3_KEY is wrong/)
    await refused({ key: 'nobody' }, /S3_KEY/)
    store.inflict(() => ({ refuse: 403, code: 'InvalidAccessKeyId' }))
    await refused({}, /S3_KEY is wrong: the store does not know this key/)
  })

  test('a missing bucket and a wrong region are named', async () => {
    await refused({ bucket: 'another' }, /S3_BUCKET=another: the store has no such bucket/)
    await refused({ region: 'eu-central-1' }, /S3_REGION=eu-central-1/)
  })

  test('a wrong clock is named, with the difference', async () => {
    for (const [ahead, words] of [
      [3_600_000, /clock of this machine is 60 minutes ahead of/],
      [-7_200_000, /clock of this machine is 120 minutes behind/],
    ] as const) {
      mock.timers.enable({ apis: ['Date'], now: Date.now() + ahead })
      await refused({}, words)
      mock.timers.reset()
    }
  })

  test('an address without a store is named', async () => {
    await refused({ url: 'http://127.0.0.1:1' }, /S3_URL=http:\/\/127\.0\.0\.1:1: the S3 store did not answer/)
  })

  test('a key that may not do everything is named', async () => {
    for (const method of ['PUT', 'GET', 'DELETE', 'POST']) {
      store.inflict((asked) => (asked.method === method ? { refuse: 403, code: 'AccessDenied' } : null))
      await refused({}, /S3_KEY may not do everything that is needed in the bucket start/)
    }
  })

  test('a full store is named', async () => {
    store.inflict(({ method }) => (method === 'PUT' ? { refuse: 413, code: 'QuotaExceeded' } : null))
    await refused({}, /the store is full/)
  })

  test('a server with a wrong secret says so, starts no database, and ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'satchel-start-'))
    // The account that runs PostgreSQL must reach its folder.
    await chmod(folder, 0o711)
    const secret = join(folder, 'secret')
    await writeFile(secret, 'not-the-secret\n')
    const environment = {
      DATA_DIR: join(folder, 'data'),
      S3_URL: config.url,
      S3_BUCKET: config.bucket,
      S3_KEY: SWIFT_KEYS.key,
      S3_SECRET_FILE: secret,
    }
    try {
      await assert.rejects(startServerProcess(environment), ({ message }: Error) => {
        assert.match(message, /ended with 1:[\s\S]*S3_SECRET or S3_KEY is wrong/)
        assert.doesNotMatch(message, /not-the-secret|listens on/)
        return true
      })
      assert.deepEqual(await readdir(folder), ['secret'])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('the bucket in the name of the host is signed for that host', () => {
    const bucket = new S3Bucket({ ...config, url: 'http://127.0.0.1:1/s3', isPathStyle: true })
    assert.equal(bucket.addressOf(''), 'http://127.0.0.1:1/s3/start')
    const named = new S3Bucket({ ...config, url: 'https://oss.example:444', isPathStyle: false })
    assert.equal(named.addressOf(''), 'https://start.oss.example:444/')
  })
})
