import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openUploadLocks } from '../../../server/storage/UploadLocks'
import { client, type Client } from '../../support/client'
import { begin, checksum, offsetOf, openPatch, patch, tus, type TusMethod } from '../../support/uploads/tus'
import { until } from '../../support/until'
import { post, refusedWith, upload } from '../../support/uploads/upload'
import {
  DAY,
  finish,
  finishRefused,
  keyOf,
  locks,
  make,
  me,
  namesOf,
  owner,
  refusal,
  rowOf,
  server,
  sha256,
  sha256Of,
  startTusServer,
  storedBefore,
  storedFiles,
} from './tusServer'

const MIB = 1024 * 1024

describe('[AH-02] resumable uploads on the server', () => {
  const now = new Date('2026-03-01T08:20:00Z')

  startTusServer(() => now)
  /** Waits until some bytes of the upload are on disk. */
  const something = (id: string) =>
    until('bytes', async () => {
      const key = (await rowOf(id))?.part_key
      return key != null && ((await server.deps.storage.stat(key))?.size ?? 0) > 0
    })

  describe('from presign to file', () => {
    test('presign answers both addresses; parts with their offsets, then finish create the file with every byte and the remark', async () => {
      const bytes = randomBytes(3_000_001)
      const input = { file_size: bytes.length, name: ' 照片 100%.jpg ', remark: '第一版' }
      const { upload_url, tus_url, upload_id } = await me.call('POST /apps/files/presign_upload', input)
      assert.ok(upload_url.includes(upload_id!) && tus_url!.endsWith(upload_id!))
      for (const [from, to] of [
        [0, 1_000_000],
        [1_000_000, 1_000_001],
        [1_000_001, bytes.length],
      ] as const) {
        assert.equal(await offsetOf(me, tus_url!), from)
        const { status, offset, headers } = await patch(me, tus_url!, from, bytes.subarray(from, to))
        assert.deepEqual([status, offset, headers['tus-resumable']], [204, to, '1.0.0'])
        assert.equal(Date.parse(headers['upload-expires'] as string), now.getTime() + 3 * DAY)
      }
      assert.deepEqual(await namesOf(), [])
      const item = await finish(upload_id!)
      assert.deepEqual([item.name, item.size, item.version], ['照片 100%.jpg', bytes.length, 1])
      assert.equal(await sha256Of(item.id), sha256(bytes))
      const { remark } = await server.deps.db
        .selectFrom('versions')
        .select('remark')
        .where('item_id', '=', item.id)
        .executeTakeFirstOrThrow()
      assert.equal(remark, '第一版')
      assert.deepEqual(await namesOf(), [item.name])
      assert.equal(await storedFiles(), storedBefore + 1)
    })

    test('an empty file needs no part', async () => {
      const { path, id } = await begin(me, 0)
      assert.equal(await offsetOf(me, path), 0)
      const item = await finish(id)
      assert.deepEqual([item.size, await sha256Of(item.id)], [0, sha256(Buffer.alloc(0))])
    })

    test('the mini-program uses its token, and POST overridden as PATCH', async () => {
      const applet = await client(server).asApplet(owner.login)
      const { path, id } = await begin(applet, 4)
      const headers = {
        'x-http-method-override': 'PATCH',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      }
      const { status, offset } = await tus(applet, 'POST', path, headers, Buffer.from('abcd'))
      assert.deepEqual([status, offset], [204, 4])
      assert.equal(await sha256Of((await finish(id, applet)).id), sha256(Buffer.from('abcd')))
    })

    test('a new version of a file keeps its name', async () => {
      const file = await upload(me, '作业.txt', Buffer.from('one'))
      const { path, id } = await begin(me, 5, { target_file_id: file.id, name: 'other.txt' })
      await patch(me, path, 0, Buffer.from('three'))
      const item = await finish(id)
      assert.deepEqual([item.id, item.name, item.version, item.size], [file.id, '作业.txt', 2, 5])
    })

    test('an upload without parts can still use the single POST, an upload with parts cannot', async () => {
      const input = { file_size: 3, name: 'a.txt' }
      const first = await me.call('POST /apps/files/presign_upload', input)
      await post(me, first.upload_url, [Buffer.from('abc')])
      assert.deepEqual(await namesOf(), ['a.txt'])
      assert.equal(await offsetOf(me, first.tus_url!), 3)
      assert.equal((await finish(first.upload_id!)).name, 'a.txt')
      const second = await me.call('POST /apps/files/presign_upload', input)
      await patch(me, second.tus_url!, 0, Buffer.from('x'))
      refusedWith(await post(me, second.upload_url, [Buffer.from('abc')]), 'upload_address')
      assert.equal(await offsetOf(me, second.tus_url!), 1)
      assert.deepEqual(await namesOf(), ['a.txt'])
    })

    test('the list of resumable uploads contains an upload until it is a file', async () => {
      const [one, unbegun] = [await begin(me, 10, { name: '一.bin' }), await begin(me, 10)]
      await patch(me, one.path, 0, Buffer.from('abcd'))
      const { uploads } = await me.call('GET /apps/files/uploads', {})
      assert.deepEqual(
        uploads.map(({ upload_id, tus_url, name, file_size, received }) => ({
          upload_id,
          tus_url,
          name,
          file_size,
          received,
        })),
        [{ upload_id: one.id, tus_url: one.path, name: '一.bin', file_size: 10, received: 4 }],
      )
      const other = await client(server).as((await make.user()).login)
      assert.deepEqual((await other.call('GET /apps/files/uploads', {})).uploads, [])
      await patch(me, one.path, 4, Buffer.from('efghij'))
      await finish(one.id)
      assert.deepEqual((await me.call('GET /apps/files/uploads', {})).uploads, [])
      assert.equal(await offsetOf(me, unbegun.path), 0)
    })
  })

  describe('the protocol', () => {
    test('OPTIONS tells anybody version, extensions and maximum size', async () => {
      const { path } = await begin(me, 1)
      for (const address of [path, path.slice(0, path.lastIndexOf('/'))]) {
        const { status, headers } = await tus(client(server).visitor, 'OPTIONS', address, { 'tus-resumable': '' })
        assert.deepEqual(
          [
            status,
            headers['tus-version'],
            headers['tus-extension'],
            headers['tus-checksum-algorithm'],
            headers['tus-max-size'],
          ],
          [204, '1.0.0', 'checksum,expiration,termination', 'sha1,sha256', String(50 * 1024 ** 3 - 1)],
        )
      }
    })

    test('HEAD answers offset and length, and is not cached', async () => {
      const { path } = await begin(me, 7)
      const { status, headers, offset } = await tus(me, 'HEAD', path)
      assert.deepEqual([status, offset, headers['upload-length'], headers['cache-control']], [200, 0, '7', 'no-store'])
    })

    const whole = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    const wrong: [string, TusMethod, Record<string, string>, number][] = [
      ['another version', 'PATCH', { ...whole, 'tus-resumable': '0.2.2' }, 412],
      ['no version', 'HEAD', { 'tus-resumable': '' }, 412],
      ['another content type', 'PATCH', { ...whole, 'content-type': 'application/octet-stream' }, 415],
      ['no offset', 'PATCH', { ...whole, 'upload-offset': '' }, 400],
      ['a negative offset', 'PATCH', { ...whole, 'upload-offset': '-1' }, 400],
      ['an offset that is no number', 'PATCH', { ...whole, 'upload-offset': '0x0' }, 400],
      ['an offset beyond the received bytes', 'PATCH', { ...whole, 'upload-offset': '1' }, 409],
      ['an unknown checksum', 'PATCH', { ...whole, 'upload-checksum': 'crc32 AAAA' }, 400],
      ['a checksum of another length', 'PATCH', { ...whole, 'upload-checksum': 'sha1 AAAA' }, 400],
      ['a POST that says nothing', 'POST', whole, 405],
    ]
    for (const [what, method, headers, status] of wrong) {
      test(`${what} answers ${status}, and no byte is stored`, async () => {
        const { path } = await begin(me, 3)
        const answer = await tus(me, method, path, headers, method === 'HEAD' ? undefined : Buffer.from('abc'))
        assert.equal(answer.status, status)
        assert.equal(await offsetOf(me, path), 0)
        assert.equal(await storedFiles(), storedBefore)
      })
    }

    test('an offset behind or ahead is a conflict that answers the right one', async () => {
      const { path } = await begin(me, 10)
      await patch(me, path, 0, Buffer.from('abcde'))
      for (const wrongOffset of [0, 4, 6, 10]) {
        const { status, offset } = await patch(me, path, wrongOffset, Buffer.from('x'))
        assert.deepEqual([status, offset], [409, 5], String(wrongOffset))
      }
    })

    test('bytes beyond the declared length are refused, announced or not, and earlier bytes stay', async () => {
      const { path, id } = await begin(me, 10)
      await patch(me, path, 0, Buffer.from('abcde'))
      refusal(await patch(me, path, 5, Buffer.from('fghijk')), 413, 'upload_length')
      refusal(
        await patch(me, path, 5, Buffer.from('fghijk'), { 'content-length': '', 'transfer-encoding': 'chunked' }),
        413,
        'upload_length',
      )
      assert.equal(await offsetOf(me, path), 5)
      await patch(me, path, 5, Buffer.from('fghij'))
      assert.equal(await sha256Of((await finish(id)).id), sha256(Buffer.from('abcdefghij')))
    })

    test('a part with its checksum is accepted; a part with another checksum is refused and sent again', async () => {
      const bytes = randomBytes(200_000)
      const { path, id } = await begin(me, bytes.length)
      const half = bytes.subarray(0, 100_000)
      assert.equal((await patch(me, path, 0, half, checksum(bytes))).status, 460)
      assert.equal(await offsetOf(me, path), 0)
      assert.equal((await patch(me, path, 0, half, checksum(half))).status, 204)
      assert.equal(
        (await patch(me, path, 100_000, bytes.subarray(100_000), checksum(bytes.subarray(100_000), 'sha256'))).status,
        204,
      )
      assert.equal(await sha256Of((await finish(id)).id), sha256(bytes))
    })

    test('DELETE cancels the upload and deletes its bytes; afterwards it is unknown', async () => {
      const { path, id } = await begin(me, 10)
      await patch(me, path, 0, Buffer.from('abcde'))
      const key = await keyOf(id)
      assert.equal((await tus(me, 'DELETE', path)).status, 204)
      assert.equal(await server.deps.storage.stat(key), null)
      for (const answer of [await patch(me, path, 5, Buffer.from('x')), await tus(me, 'DELETE', path)])
        refusal(answer, 404, 'upload_address')
      await finishRefused(id, 'upload_address')
      assert.equal(await storedFiles(), storedBefore)
    })

    test('DELETE of an upload that became a file leaves the file', async () => {
      const { path, id } = await begin(me, 3)
      await patch(me, path, 0, Buffer.from('abc'))
      const item = await finish(id)
      refusal(await tus(me, 'DELETE', path), 410, 'upload_address')
      assert.equal(await sha256Of(item.id), sha256(Buffer.from('abc')))
    })

    test('without a session the answer is 401, without the request token 403, with the usual error codes', async () => {
      const { path } = await begin(me, 3)
      refusal(await patch(client(server).visitor, path, 0, Buffer.from('abc')), 401, 'login_expired')
      const forged = Object.assign(Object.create(me) as Client, { headers: { cookie: me.headers.cookie } })
      refusal(await patch(forged, path, 0, Buffer.from('abc')), 403, 'security_check_failed')
      refusal(await tus(forged, 'DELETE', path), 403, 'security_check_failed')
      assert.equal(await offsetOf(me, path), 0)
    })

    test('a foreign and an unknown upload answer alike for every verb', async () => {
      const { path, id } = await begin(me, 3)
      await patch(me, path, 0, Buffer.from('a'))
      const other = await client(server).as((await make.user()).login)
      const missing = 'A'.repeat(22)
      const answersFor = async (address: string, upload_id: string) => {
        const answers = [
          await tus(other, 'HEAD', address),
          await patch(other, address, 1, Buffer.from('bc')),
          await patch(other, address, 9, Buffer.from('bc')),
          await tus(other, 'DELETE', address),
        ].map(({ status, headers, body }) => ({
          status,
          names: Object.keys(headers).sort(),
          body: { ...(body as object), request_id: '' },
        }))
        const { body } = await other.send('POST /apps/files/upload_finish', { upload_id })
        return { answers, finish: { ...(body as object), request_id: '' } }
      }
      assert.deepEqual(await answersFor(path, id), await answersFor(path.replace(id, missing), missing))
      assert.equal(await offsetOf(me, path), 1)
    })
  })

  describe('connections', () => {
    test('bytes received before a broken connection are kept, and the rest completes the file', async () => {
      const bytes = randomBytes(2 * MIB)
      const { path, id } = await begin(me, bytes.length)
      const request = openPatch(me, path, 0, bytes.length)
      request.write(bytes.subarray(0, 1_500_000))
      await something(id)
      request.destroy()
      const at = await until('the offset', () => offsetOf(me, path))
      assert.ok(at >= MIB && at <= 1_500_000, String(at))
      assert.equal((await patch(me, path, at, bytes.subarray(at))).status, 204)
      assert.equal(await sha256Of((await finish(id)).id), sha256(bytes))
    })

    test('the second of two connections on one upload gets 423 while the first continues, and nothing is mixed', async () => {
      const bytes = randomBytes(300_000)
      const { path, id } = await begin(me, bytes.length)
      const first = openPatch(me, path, 0, bytes.length)
      const answered = once(first, 'response')
      let sent = 0
      const trickle = setInterval(() => {
        if (sent < 200_000) first.write(bytes.subarray(sent, (sent += 1000)))
      }, 20)
      await until('the first to begin', async () => (await rowOf(id))?.state === 'partial')
      locks.patience = 100
      const { status } = await patch(me, path, 0, randomBytes(bytes.length))
      assert.equal(status, 423)
      await finishRefused(id, 'upload_length')
      clearInterval(trickle)
      first.end(bytes.subarray(sent))
      const [{ statusCode }] = (await answered) as [{ statusCode: number }]
      assert.equal(statusCode, 204)
      assert.equal(await sha256Of((await finish(id)).id), sha256(bytes))
    })

    test('a silent sender loses its lock, and its bytes stay', async () => {
      const bytes = randomBytes(2 * MIB)
      const { path, id } = await begin(me, bytes.length)
      const silent = openPatch(me, path, 0, bytes.length)
      silent.write(bytes.subarray(0, 1_500_000))
      await something(id)
      locks.quiet = 0
      const { status, offset } = await patch(me, path, 0, bytes)
      assert.equal(status, 409)
      assert.ok(offset! >= MIB && offset! <= 1_500_000)
      locks.quiet = 600_000
      silent.write(randomBytes(100_000))
      assert.equal((await patch(me, path, offset!, bytes.subarray(offset!))).status, 204)
      silent.destroy()
      assert.equal(await sha256Of((await finish(id)).id), sha256(bytes))
    })

    test('the same part sent twenty times at once is stored once', async () => {
      const bytes = randomBytes(100_000)
      const { path, id } = await begin(me, bytes.length)
      const answers = await Promise.all(Array.from({ length: 20 }, () => patch(me, path, 0, bytes)))
      assert.equal(answers.filter(({ status }) => status === 204).length, 1)
      assert.ok(answers.every(({ status }) => [204, 409, 423].includes(status)))
      assert.equal(await sha256Of((await finish(id)).id), sha256(bytes))
    })

    test('a late copy of an earlier part changes nothing, before and after finish', async () => {
      const bytes = randomBytes(100_000)
      const { path, id } = await begin(me, bytes.length)
      await patch(me, path, 0, bytes.subarray(0, 50_000))
      await patch(me, path, 50_000, bytes.subarray(50_000))
      assert.equal((await patch(me, path, 0, randomBytes(50_000))).status, 409)
      const item = await finish(id)
      assert.equal((await patch(me, path, 50_000, randomBytes(50_000))).status, 409)
      assert.equal(await sha256Of(item.id), sha256(bytes))
    })

    test('lost bytes are requested again', async () => {
      const bytes = randomBytes(100_000)
      const { path, id } = await begin(me, bytes.length)
      await patch(me, path, 0, bytes.subarray(0, 80_000))
      await truncate(join(server.folder, 'files', `${await keyOf(id)}.part`), 30_000)
      assert.equal(await offsetOf(me, path), 30_000)
      assert.equal((await patch(me, path, 80_000, bytes.subarray(80_000))).status, 409)
      await finishRefused(id, 'upload_length')
      assert.equal((await patch(me, path, 30_000, bytes.subarray(30_000))).status, 204)
      assert.equal(await sha256Of((await finish(id)).id), sha256(bytes))
    })

    test('cancelling stops the sender', async () => {
      const { path, id } = await begin(me, MIB)
      const sending = openPatch(me, path, 0, MIB)
      sending.write(randomBytes(100_000))
      await until('it to begin', async () => (await rowOf(id))?.state === 'partial')
      assert.equal((await tus(me, 'DELETE', path)).status, 204)
      assert.equal(await rowOf(id), undefined)
      await until('the bytes to go', async () => (await storedFiles()) === storedBefore)
      sending.destroy()
    })

    test('a server on the same database answers 423 for an upload that another server is receiving', async () => {
      const { path, id } = await begin(me, 1)
      const elsewhere = openUploadLocks(server.connection, server.app.log)
      const lock = await elsewhere.acquire(id)
      locks.patience = 0
      assert.equal((await patch(me, path, 0, Buffer.from('x'))).status, 423)
      await lock!.release()
      assert.equal((await patch(me, path, 0, Buffer.from('x'))).status, 204)
      await elsewhere.close()
    })

    test('a server that loses the database connection with the locks stops receiving, and locks anew', async () => {
      const { path, id } = await begin(me, MIB)
      const sending = openPatch(me, path, 0, MIB)
      sending.write(randomBytes(100_000))
      const answered = once(sending, 'response')
      await until('it to begin', async () => (await rowOf(id))?.state === 'partial')
      await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())`.execute(server.deps.db)
      const [{ statusCode }] = (await answered) as [{ statusCode: number }]
      assert.equal(statusCode, 409)
      assert.equal((await patch(me, path, (await offsetOf(me, path))!, Buffer.from('x'))).status, 204)
      sending.destroy()
    })
  })
})
