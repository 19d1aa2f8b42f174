import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { findFfmpeg } from '../../../server/previews/makers/ffmpeg'
import { MANIFEST_FILE } from '../../../server/web/manifest'
import { purge } from '../../../server/queries/trash/purge'
import { removeBlobs } from '../../../server/services/trash/blobs'
import { S3Bucket } from '../../../server/storage/s3/S3Bucket'
import type { S3Settings } from '../../../server/storage/s3/S3Settings'
import { manifestText } from '../../support/builtPage'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { recording } from '../../support/samples/media'
import { FaultyStore } from '../../support/storage/FaultyStore'
import { startSwift, swiftBucket, withoutSwift } from '../../support/storage/Swift'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { eventually, upload } from '../../support/uploads/upload'

const skip = (await findFfmpeg()) === null && 'ffmpeg is not installed'

describe('[RUN-01] a server with an S3 store', { skip: withoutSwift }, () => {
  let store: FaultyStore
  let s3: S3Settings
  let bucket: S3Bucket
  let server: TestServer
  let webFolder: string
  let me: Client

  before(async () => {
    store = await FaultyStore.start(await startSwift())
    s3 = await swiftBucket('server', { url: store.url, prefix: 'drive/' })
    bucket = new S3Bucket(s3)
    webFolder = await mkdtemp(join(tmpdir(), 'satchel-web-'))
    await build(webFolder, 'app.0123abcd.js', 'old')
    server = await startTestServer({ config: { s3 }, webFolder, connections: 2 })
    me = await client(server).as((await factories(server.deps).user()).login)
  })
  afterEach(() => {
    store.heal()
    store.cut()
  })
  after(async () => {
    await server.close()
    bucket.close()
    await store.close()
    await rm(webFolder, { recursive: true })
  })

  const names = async (beginning: string) => {
    const all: string[] = []
    for await (const { name } of bucket.list(beginning)) all.push(name)
    return all
  }
  const bodyOf = (itemId: number) =>
    server.deps.db
      .selectFrom('versions')
      .innerJoin('bodies', 'bodies.id', 'body_id')
      .select(['bodies.id', 'bodies.key'])
      .where('item_id', '=', itemId)
      .executeTakeFirstOrThrow()

  test('a file goes to the store and comes back whole and in ranges; no blob is on the disk', async () => {
    const bytes = Buffer.alloc(9_000_000, 'satchel ')
    const item = await upload(me, 'a.bin', bytes)
    const { key } = await bodyOf(item.id)
    assert.deepEqual(await names('blobs/'), [`blobs/${key}`])
    const { download_url } = await me.call('GET /apps/files/download', { file_id: item.id, no_redirect: true })
    const whole = await fetch(new URL(download_url, server.url))
    assert.equal(bytes.compare(Buffer.from(await whole.arrayBuffer())), 0)
    const part = await fetch(new URL(download_url, server.url), { headers: { range: 'bytes=8999990-' } })
    assert.deepEqual([part.status, await part.text()], [206, bytes.subarray(8_999_990).toString()])
    assert.equal(existsSync(join(server.folder, 'files')), false)
    assert.deepEqual(await readdir(join(server.folder, 's3/used')), [])
  })

  test('no connection to the database waits for the store when blobs are removed', async () => {
    const items = await Promise.all([1, 2, 3, 4].map((at) => upload(me, `${at}.bin`, Buffer.alloc(10, at))))
    const bodies = await Promise.all(items.map(({ id }) => bodyOf(id)))
    const { db, storage } = server.deps
    const ids = items.map(({ id }) => id)
    await me.call('POST /apps/files/delete', { item_typed_ids: ids.map((id) => `file_${id}` as const) })
    await purge(db, ids, { at: new Date(), userId: null, address: '' })
    store.inflict(({ method }) => (method === 'DELETE' ? 'stall' : null))
    const removing = bodies.map(({ id }) => removeBlobs({ db, storage }, [id]))
    removing.forEach((one) => one.catch(() => undefined))
    await until('the store is asked', () => store.asked.filter(({ method }) => method === 'DELETE').length === 4)
    // All connections are free: the server has two.
    const left = await db
      .selectFrom('bodies')
      .select('id')
      .where(
        'id',
        'in',
        bodies.map(({ id }) => id),
      )
      .execute()
    assert.deepEqual(left, [])
    store.heal()
    store.cut()
    await Promise.all(removing)
    for (const { key } of bodies) assert.equal(await storage.stat(key), null)
  })

  test('[PREV-09] a video is converted from a copy of its object, and the result is an object', { skip }, async () => {
    const content = await recording({ extension: 'avi', video: 'mpeg4', audio: 'libmp3lame' })
    const before = await names('blobs/')
    const { id } = await upload(me, 'video.avi', content)
    const made = await eventually(async () => {
      const answer = await me.call('GET /apps/representations/info', { file_id: id })
      assert.equal(answer.status, 'generated', answer.reason ?? '')
      return answer
    })
    const video = await fetch(new URL(made.preview_url!, server.url))
    assert.deepEqual([video.status, video.headers.get('content-type')], [200, 'video/mp4'])
    assert.equal((await video.arrayBuffer()).byteLength, Number(video.headers.get('content-length')))
    assert.ok((await names('blobs/')).length >= before.length + 2)
    const { key } = await bodyOf(id)
    assert.ok((await readdir(join(server.folder, 's3/copies'))).includes(key.replace('/', '')))
    await until('all copies are released', async () => (await readdir(join(server.folder, 's3/used'))).length === 0)
  })

  test('a server of another release serves the files of this one, and asks the store seldom for others', async () => {
    await until('the build is stored', async () => (await names('web/builds/')).length === 1)
    assert.deepEqual(await names('web/files/'), ['web/files/js/app.0123abcd.js', 'web/files/js/app.0123abcd.js.gz'])
    const folder = await mkdtemp(join(tmpdir(), 'satchel-web-'))
    await build(folder, 'app.89abcdef.js', 'new')
    const other = await startTestServer({ config: { s3 }, webFolder: folder })
    try {
      const get = (path: string, encoding = 'identity') =>
        fetch(other.url + path, { headers: { 'accept-encoding': encoding } })
      const plain = await get('/js/app.0123abcd.js')
      assert.deepEqual([plain.status, await plain.text()], [200, 'old'])
      assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.match(plain.headers.get('content-type')!, /javascript/)
      assert.equal((await get('/js/app.0123abcd.js', 'gzip')).headers.get('content-encoding'), 'gzip')
      store.inflict(() => null)
      for (let at = 0; at < 50; at += 1) assert.equal((await get(`/js/x${at}.00000000.js`)).status, 404)
      assert.equal((await get('/js/..%2f..%2fapp.0123abcd.js')).status, 404)
      // One list for the guesses; another by the job that removes old files.
      const lists = store.asked.filter(({ path }) => path.includes('web%2Ffiles'))
      assert.ok(lists.length <= 2, `guesses reach the store: ${lists.length}`)
      assert.ok(!store.asked.some(({ path }) => path.includes('00000000')))
    } finally {
      await other.close()
      await rm(folder, { recursive: true })
    }
  })

  async function build(folder: string, name: string, text: string) {
    await mkdir(join(folder, 'js'), { recursive: true })
    await writeFile(join(folder, 'js', name), text)
    await writeFile(join(folder, 'js', `${name}.gz`), `zipped ${text}`)
    await writeFile(join(folder, MANIFEST_FILE), manifestText())
    const now = new Date()
    await utimes(join(folder, MANIFEST_FILE), now, now)
  }
})
