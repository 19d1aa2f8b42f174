import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sweepBlobs } from '../../../server/jobs/sweepBlobs'
import { checkBlobs } from '../../../server/operation/check/checkBlobs'
import { Findings, type Fault } from '../../../server/operation/check/Fault'
import { PART_SIZE } from '../../../server/storage/s3/PartCutter'
import { S3Bucket } from '../../../server/storage/s3/S3Bucket'
import type { S3Settings } from '../../../server/storage/s3/S3Settings'
import { runAdminHere, settingsBeside } from '../../support/administration/runAdminHere'
import { client } from '../../support/client'
import { photo, sendPicture } from '../../support/documents/pictures'
import { endWriters, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { makeEmptyServer, type EmptyServer } from '../../support/operation/emptyServer'
import { FaultyStore } from '../../support/storage/FaultyStore'
import { settingsOf, startSwift, swiftBucket, withoutSwift } from '../../support/storage/Swift'
import { startTestServer, type TestServer } from '../../support/testServer'
import { settled, until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const DAY = 24 * 3600_000

describe('[RUN-01] operating a server with an S3 store', { skip: withoutSwift }, () => {
  let store: FaultyStore
  let s3: S3Settings
  let bucket: S3Bucket
  let server: TestServer
  let settings: Record<string, string>
  let backup: string
  /** Keys of a long file, a short file and a picture of a text. */
  let keys: { long: string; short: string; picture: string }
  const made: EmptyServer[] = []

  before(async () => {
    store = await FaultyStore.start(await startSwift())
    s3 = await swiftBucket('operation', { url: store.url, prefix: 'drive/' })
    bucket = new S3Bucket(s3)
    server = await startTestServer({ config: { s3 } })
    settings = { ...settingsBeside(server), ...settingsOf(s3) }
    backup = await mkdtemp(join(tmpdir(), 'satchel-s3-backup-'))
    const make = factories(server.deps)
    const owner = await make.user({ enterprise: await make.enterprise({ collaborative_document: true }) })
    const me = await client(server).as(owner.login)
    const long = await upload(me, 'long.bin', randomBytes(PART_SIZE + 1_000_000), { folder_id: 0 })
    const short = await upload(me, 'short.txt', Buffer.from('short'), { folder_id: 0 })
    await sendPicture(server, await tokenOf(me, (await makeDocument(me)).item.id), await photo())
    const { db } = server.deps
    const picture = await db
      .selectFrom('document_pictures')
      .innerJoin('bodies', 'bodies.id', 'document_pictures.body_id')
      .select('bodies.key')
      .executeTakeFirstOrThrow()
    keys = { long: await keyOf(long.id), short: await keyOf(short.id), picture: picture.key }
  })
  afterEach(async () => {
    endWriters()
    store.heal()
    store.cut()
    for (const empty of made.splice(0)) await empty.remove()
  })
  after(async () => {
    await server.close()
    bucket.close()
    await store.close()
    await rm(backup, { recursive: true, force: true })
  })

  async function keyOf(itemId: number): Promise<string> {
    const { key } = await server.deps.db
      .selectFrom('versions')
      .innerJoin('bodies', 'bodies.id', 'body_id')
      .select('bodies.key')
      .where('item_id', '=', itemId)
      .executeTakeFirstOrThrow()
    return key
  }

  /** Runs a command that must end with the code. */
  async function run<T>(args: string[], environment: Record<string, string>, code = 0): Promise<T> {
    const answer = await runAdminHere([...args, '--json'], environment)
    assert.equal(answer.code, code, `${answer.out}${answer.err}`)
    return JSON.parse(answer.out || '{}') as T
  }

  /** The settings of an empty server with a bucket of its own. */
  async function emptyServer(name: string): Promise<Record<string, string>> {
    const empty = await makeEmptyServer()
    made.push(empty)
    return { ...empty.settings, ...settingsOf(await swiftBucket(name)) }
  }

  async function names(of: S3Bucket): Promise<string[]> {
    const all: string[] = []
    for await (const { name } of of.list('')) all.push(name)
    return all
  }

  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`)
    return [answer.status, ((await answer.json()) as { storage: string }).storage] as const
  }

  test('[RUN-05] a backup of the bucket, restored into another, equals the server, bytes included', async () => {
    const { files } = await run<{ files: number }>(['backup', backup], settings)
    const restored = await emptyServer('restored')
    assert.deepEqual((await run<{ written: number }>(['restore', backup], restored)).written, files)
    const { differences } = await run<{ differences: unknown[] }>(['compare', backup], restored)
    assert.deepEqual(differences, [])
    const other = new S3Bucket({ ...s3, bucket: 'restored', prefix: '' })
    for (const key of Object.values(keys)) assert.deepEqual(await bytesOf(other, key), await bytesOf(bucket, key))
    const left = await names(other)
    other.close()
    assert.deepEqual(
      left.filter((name) => !/^blobs\/|^storage\.name$/.test(name)),
      [],
    )
    assert.equal((await run<{ copied: number }>(['backup', backup], settings)).copied, 0)
  })

  test('[RUN-05] the bytes and the settings of a backup hold no credentials of the store', async () => {
    await run(['backup', backup], settings)
    for (const entry of await readdir(backup, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.part')) continue
      const bytes = await readFile(join(entry.parentPath, entry.name))
      const text = (entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
      assert.ok(!text.includes(s3.secret) && !text.includes(s3.key), entry.name)
    }
  })

  test('[RUN-05] a restore refuses a bucket with the files of another server, and leaves nothing of a damaged file', async () => {
    await run(['backup', backup], settings)
    const foreign = await emptyServer('foreign')
    const other = new S3Bucket({ ...s3, bucket: 'foreign', prefix: '' })
    const name = `blobs/ab/${'0'.repeat(30)}`
    await other.put(name, Buffer.from('of another server'))
    const refused = async (message: RegExp) => {
      const { code, err } = await runAdminHere(['restore', backup], foreign)
      assert.equal(code, 1, err)
      assert.match(err, message)
    }
    await refused(/files that are not in the backup/)
    await other.delete(name)
    const path = join(backup, 'blobs', keys.long)
    const bytes = await readFile(path)
    await writeFile(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]))
    try {
      await refused(new RegExp(`${keys.long} of the backup cannot be restored: it has other bytes`))
      assert.ok(!(await names(other)).some((each) => each.includes(keys.long)))
    } finally {
      await writeFile(path, bytes)
    }
    await run(['restore', backup], foreign)
    other.close()
  })

  test('[RUN-07] a check finds lost and changed objects, and restores them from a backup', async () => {
    await run(['backup', backup], settings)
    const long = await bytesOf(bucket, keys.long)
    await bucket.delete(`blobs/${keys.picture}`)
    await bucket.put(`blobs/${keys.short}`, Buffer.from('trohs'))
    await bucket.put(`blobs/${keys.long}`, Buffer.from('too short'))
    const look = async (code: number, ...options: string[]) =>
      (await run<Fault[]>(['check', '--from', backup, ...options], settings, code)).map(
        ({ kind, state }) => `${kind} ${state}`,
      )
    const kinds = ['missing_blob', 'wrong_bytes', 'wrong_size']
    assert.deepEqual(
      (await look(1)).sort(),
      kinds.map((kind) => `${kind} open`),
    )
    assert.deepEqual(
      (await look(0, '--repair')).sort(),
      kinds.map((kind) => `${kind} repaired`),
    )
    assert.deepEqual(await look(0), [])
    assert.deepEqual(await bytesOf(bucket, keys.long), long)
  })

  test('[RUN-07] a repair and the sweep remove objects that nothing uses, and no others', async () => {
    const { db, storage, log } = server.deps
    const known = await names(bucket)
    const later = new Date(Date.now() + 2 * DAY)
    const leave = async () => {
      const { key } = await storage.write(buffered('unknown'), { size: 7 })
      return [key, await storage.begin()]
    }
    const left = await leave()
    const findings = new Findings(true)
    await checkBlobs({ db, storage, backup: null, now: later }, findings)
    assert.deepEqual(
      findings.faults.map(({ kind, text, state }) => [kind, left.some((key) => text.includes(key)), state]),
      [
        ['unknown_blob', true, 'repaired'],
        ['unknown_blob', true, 'repaired'],
      ],
    )
    assert.deepEqual(await names(bucket), known)
    await leave()
    await sweepBlobs({ db, storage, log, clock: () => later })
    assert.deepEqual(await names(bucket), known)
  })

  test('[RUN-03] the server is not ready while the store refuses, is silent or cannot be reached, and is ready again afterwards', async () => {
    await until('the server is ready', async () => (await ready())[0] === 200)
    for (const fault of [
      { refuse: 503, code: 'SlowDown' },
      { refuse: 403, code: 'AccessDenied' },
      'cutRequest',
    ] as const) {
      store.inflict(() => fault)
      await until(`storage: not (${JSON.stringify(fault)})`, async () => String(await ready()) === '503,not')
      assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
      store.heal()
      await until('the server is ready again', async () => String(await ready()) === '200,ok')
    }
    store.inflict(() => 'stall')
    await until('the silent store is noticed', async () => String(await ready()) === '503,not', 20_000)
    const asked = store.asked.length
    // Each takes three seconds: the silence outlasts the time after which the store ends idle connections.
    for (let times = 0; times < 2; times += 1) await settled('an answer', ready())
    assert.equal(store.asked.length, asked, 'a silent store is asked again and again')
    store.heal()
    store.cut()
    await until('the server is ready again', async () => String(await ready()) === '200,ok', 20_000)
  })

  test('[RUN-03] the server is not ready with a bucket that has none of its files', async () => {
    store.inflict(({ method }) => (method === 'HEAD' ? { refuse: 404, code: 'NoSuchKey' } : null))
    await until('storage: not', async () => String(await ready()) === '503,not')
    store.heal()
    await until('the server is ready again', async () => String(await ready()) === '200,ok')
  })
})

const buffered = (text: string) => Readable.from([Buffer.from(text)])

async function bytesOf(bucket: S3Bucket, key: string): Promise<Buffer> {
  return buffer(await bucket.open(`blobs/${key}`))
}
