import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { PART_SIZE } from '../../../server/storage/s3/PartCutter'
import { S3Bucket } from '../../../server/storage/s3/S3Bucket'
import type { S3Settings } from '../../../server/storage/s3/S3Settings'
import { runAdmin } from '../../support/administration/runAdmin'
import { client, type Client } from '../../support/client'
import { createTestDatabase, type TestDatabase } from '../../support/cluster'
import { factories } from '../../support/factories'
import { addressOf } from '../../support/manyServers'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'
import { FaultyStore, type StoreFault } from '../../support/storage/FaultyStore'
import { settingsOf, startSwift, swiftBucket, withoutSwift } from '../../support/storage/Swift'
import { post, upload } from '../../support/uploads/upload'

describe('[RUN-01] the credentials of the store stay secret', { skip: withoutSwift }, () => {
  let store: FaultyStore
  let s3: S3Settings
  let database: TestDatabase
  let folder: string
  let settings: Record<string, string>
  let server: ServerProcess
  let me: Client

  before(async () => {
    store = await FaultyStore.start(await startSwift())
    s3 = await swiftBucket('secrets', { url: store.url })
    database = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'satchel-secrets-'))
    await chmod(folder, 0o711)
    const { S3_SECRET, ...others } = settingsOf(s3)
    const S3_SECRET_FILE = join(folder, 'secret')
    await writeFile(S3_SECRET_FILE, `${S3_SECRET}\n`)
    const DATABASE_URL = addressOf(database.connection)
    settings = { DATABASE_URL, DATA_DIR: join(folder, 'data'), DEMO: '0', ...others, S3_SECRET_FILE }
    server = await startServerProcess({ ...settings, METRICS_PORT: '0', LOG_LEVEL: 'trace' })
    const { login } = await factories({ db: database.db, storage: undefined as never, clock: () => new Date() }).user()
    me = await client(server).as(login)
  })
  after(async () => {
    await server.stop()
    await database.drop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  function assertSecret(what: string, text: string): void {
    for (const secret of [s3.secret, s3.key, 'AWS4-HMAC-SHA256', 'Signature='])
      assert.ok(!text.includes(secret), `${what} contains ${secret}: ${text}`)
  }

  test('in answers, logs and figures, also when the store refuses, repeats them or breaks off', async () => {
    const { id } = await upload(me, 'known.bin', randomBytes(PART_SIZE + 1000), { folder_id: 0 })
    const { download_url } = await me.call('GET /apps/files/download', { file_id: id, no_redirect: true })
    const echo = `${s3.key} ${s3.secret}`
    const faults: StoreFault[] = [
      { refuse: 403, code: 'SignatureDoesNotMatch', message: `The key ${echo} signs otherwise.` },
      { refuse: 500, code: `InternalError ${echo}` },
      { refuse: 307, code: 'TemporaryRedirect', location: `http://127.0.0.1:1/${s3.bucket}` },
      'cutRequest',
    ]
    for (const fault of faults) {
      store.inflict(() => fault)
      const answer = await fetch(new URL(download_url, server.url))
      const text = await answer.text()
      assert.equal(answer.status, 500, text)
      assertSecret('an answer', `${text}${JSON.stringify([...answer.headers])}`)
      assert.ok(!text.includes(s3.bucket) && !text.includes(store.url), text)
      const { upload_url } = await me.call('POST /apps/files/presign_upload', { file_size: 5, folder_id: 0 })
      const sent = await post(me, upload_url, [Buffer.from('12345')], { 'content-length': '5', 'x-file-name': 'x' })
      assert.equal(sent.status, 500)
      assertSecret('an answer', JSON.stringify(sent.body))
      await fetch(`${server.url}/readyz`)
    }
    store.heal()
    const figures = /Metrics: (http:\S+)/.exec(server.output())![1]!
    const text = await (await fetch(figures)).text()
    assert.match(text, /^satchel_request_seconds_count\{/m)
    assertSecret('the figures', text)
    assert.match(server.output(), /S3Refusal|the S3 store answered/, 'the faults are not in the log')
    assertSecret('the log', server.output())
  })

  test('in the words of commands, whose store refuses the key', async () => {
    store.inflict(() => ({ refuse: 403, code: 'SignatureDoesNotMatch', message: `Wrong: ${s3.key} ${s3.secret}` }))
    const { code, out, err } = await runAdmin(['check'], settings)
    store.heal()
    assert.equal(code, 1)
    assert.match(err, /S3_SECRET or S3_KEY is wrong/)
    assertSecret('the command', out + err)
  })

  test('in addresses of objects and errors of requests', async () => {
    const bucket = new S3Bucket({ ...s3, url: 'http://127.0.0.1:1' }, { silence: 1000, pause: 1 })
    assertSecret('an address', bucket.addressOf('x'))
    await assert.rejects(bucket.get('x'), (error: Error) => {
      assertSecret('an error', `${error.message}${error.stack}${JSON.stringify(error)}${String(error.cause)}`)
      return true
    })
    bucket.close()
  })
})
