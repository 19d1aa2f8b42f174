import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { userIdOfKey, userKey } from '../../../server/actors/actor'
import { sql } from 'kysely'
import type { ErrorCode } from '@/contract/errors'
import type { UserRow } from '../../../server/database/tables'
import { purgeUploads } from '../../../server/jobs/purgeUploads'
import { sweepBlobs } from '../../../server/jobs/sweepBlobs'
import { openUploadLocks } from '../../../server/storage/UploadLocks'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import {
  begin,
  checksum,
  offsetOf,
  openPatch,
  patch,
  tus,
  type TusAnswer,
  type TusMethod,
} from '../../support/uploads/tus'
import { until } from '../../support/until'
import { post, refusedWith, upload } from '../../support/uploads/upload'

const DAY = 86_400_000
const MIB = 1024 * 1024

describe('[AH-02] resumable uploads on the server', () => {
  let now = new Date('2026-03-01T08:20:00Z')
  let server: TestServer
  let make: ReturnType<typeof factories>
  let owner: UserRow
  let me: Client
  let storedBefore: number

  /** No sender counts as silent unless a test changes this. */
  const locks = { quiet: 600_000, patience: 30_000 }

  before(async () => {
    server = await startTestServer({ clock: () => now, uploadLocks: locks })
    make = factories(server.deps)
  })
  after(() => server.close())
  beforeEach(async () => {
    Object.assign(locks, { quiet: 600_000, patience: 30_000 })
    owner = await make.user()
    me = await client(server).as(owner.login)
    storedBefore = await storedFiles()
  })

  const storedFiles = async () =>
    (await readdir(join(server.folder, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ).length
  const finish = (id: string, who = me) =>
    who.call('POST /apps/files/upload_finish', { upload_id: id }).then(({ new_file }) => new_file)
  const finishRefused = (id: string, code: ErrorCode, who = me) =>
    who.refused('POST /apps/files/upload_finish', { upload_id: id }, code)
  const namesOf = async () =>
    (await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })).items?.map(
      ({ name }) => name,
    )
  const sha256Of = async (fileId: number, who = me) => {
    const { download_url } = await who.call('GET /apps/files/download', { file_id: fileId })
    return sha256(Buffer.from(await (await fetch(new URL(download_url, server.url))).arrayBuffer()))
  }
  const rowOf = (id: string) => server.deps.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
  const keyOf = async (id: string) => (await rowOf(id))?.part_key ?? assert.fail('no part')
  /** Waits until some of its bytes are on disk. */
  const something = (id: string) =>
    until('bytes', async () => {
      const key = (await rowOf(id))?.part_key
      return key != null && ((await server.deps.storage.stat(key))?.size ?? 0) > 0
    })
  const refusal = ({ status, body }: TusAnswer, expected: number, code: ErrorCode) =>
    refusedWith({ status, body }, code, expected)

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

    test('an upload without parts can still use the single POST, one with parts cannot', async () => {
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

    test('a part with its checksum is accepted, with another it is refused and sent again', async () => {
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

  describe('finish', () => {
    test('repeating it, in sequence and ten times at once, answers the one file', async () => {
      const { path, id } = await begin(me, 3)
      await patch(me, path, 0, Buffer.from('abc'))
      const items = await Promise.all(Array.from({ length: 10 }, () => finish(id)))
      items.push(await finish(id))
      assert.deepEqual(new Set(items.map((item) => item.id)).size, 1)
      assert.equal((await namesOf())?.length, 1)
      assert.equal(await storedFiles(), storedBefore + 1)
    })

    test('it is refused before every byte is there, and the rest can follow', async () => {
      const { path, id } = await begin(me, 3)
      await finishRefused(id, 'upload_length')
      await patch(me, path, 0, Buffer.from('ab'))
      await finishRefused(id, 'upload_length')
      await patch(me, path, 2, Buffer.from('c'))
      assert.equal((await finish(id)).size, 3)
    })

    test('a name taken meanwhile gets " (1)"', async () => {
      const { path, id } = await begin(me, 1, { name: 'image.jpg' })
      await patch(me, path, 0, Buffer.from('x'))
      await upload(me, 'image.jpg', Buffer.from('y'))
      assert.equal((await finish(id)).name, 'image (1).jpg')
    })

    test('a missing name is refused as everywhere', async () => {
      const { path, id } = await begin(me, 1, { name: undefined })
      await patch(me, path, 0, Buffer.from('x'))
      await finishRefused(id, 'name_empty')
    })
  })

  describe('[UPL-04] changes during an upload are reported at the next part and at finish, and no byte is lost', () => {
    const guestIn = async () => {
      const folder = await make.folder({ owner })
      const guest = await make.user()
      await make.collab(folder, { user: guest }, 'editor')
      return { folder, guest, they: await client(server).as(guest.login) }
    }
    const setRole = (guest: UserRow, role: 'viewer' | 'editor') =>
      server.deps.db.updateTable('collabs').set({ role }).where('user_id', '=', guest.id).execute()

    test('a lowered role answers permission_denied; with the right again the upload continues', async () => {
      const { folder, guest, they } = await guestIn()
      const { path, id } = await begin(they, 4, { folder_id: folder.id })
      await patch(they, path, 0, Buffer.from('ab'))
      await setRole(guest, 'viewer')
      refusal(await patch(they, path, 2, Buffer.from('cd')), 403, 'permission_denied')
      await setRole(guest, 'editor')
      assert.equal((await patch(they, path, 2, Buffer.from('cd'))).status, 204)
      await setRole(guest, 'viewer')
      assert.equal((await finishRefused(id, 'permission_denied', they)).kind, 'permission_denied')
      await setRole(guest, 'editor')
      assert.equal(await sha256Of((await finish(id, they)).id, they), sha256(Buffer.from('abcd')))
    })

    test('a deleted folder answers item_is_deleted; after restoring it the upload continues', async () => {
      const folder = await make.folder({ owner })
      const { path, id } = await begin(me, 2, { folder_id: folder.id })
      await patch(me, path, 0, Buffer.from('a'))
      await me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${folder.id}`] })
      refusal(await patch(me, path, 1, Buffer.from('b')), 403, 'item_is_deleted')
      await me.call('POST /apps/files/restore_from_trash', { item_typed_ids: [`folder_${folder.id}`] })
      assert.equal((await patch(me, path, 1, Buffer.from('b'))).status, 204)
      await me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${folder.id}`] })
      await finishRefused(id, 'item_is_deleted')
      await me.call('POST /apps/files/restore_from_trash', { item_typed_ids: [`folder_${folder.id}`] })
      assert.equal((await finish(id)).size, 2)
    })

    test('a purged folder makes the upload unknown, and the sweep deletes the bytes', async () => {
      const folder = await make.folder({ owner })
      const { path, id } = await begin(me, 2, { folder_id: folder.id })
      await patch(me, path, 0, Buffer.from('a'))
      const key = await keyOf(id)
      await me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${folder.id}`] })
      await me.call('POST /apps/files/delete_from_trash', { item_typed_ids: [`folder_${folder.id}`] })
      refusal(await patch(me, path, 1, Buffer.from('b')), 404, 'upload_address')
      await finishRefused(id, 'upload_address')
      await sweepBlobs({ ...server.deps, clock: () => new Date(Date.now() + 2 * DAY) })
      assert.equal(await server.deps.storage.stat(key), null)
    })

    test('a file locked by another user answers item_locked with the name', async () => {
      const file = await make.file({ owner })
      const locker = await make.user({ name: '王锁' })
      const { path, id } = await begin(me, 1, { target_file_id: file.id, name: undefined })
      await patch(me, path, 0, Buffer.from('x'))
      await server.deps.db
        .updateTable('items')
        .set({ lock_user_id: locker.id, lock_kind: 1, locked_at: now })
        .where('id', '=', file.id)
        .execute()
      assert.match((await finishRefused(id, 'item_locked')).entry.error_tr_msg, /王锁/)
    })

    test('a closed personal space answers personal_space_closed', async () => {
      const { path, id } = await begin(me, 1)
      await patch(me, path, 0, Buffer.from('x'))
      await server.deps.db
        .updateTable('enterprises')
        .set({ is_personal_space_closed: true })
        .where('id', '=', owner.enterprise_id)
        .execute()
      await finishRefused(id, 'personal_space_closed')
    })

    describe('the quota', () => {
      const memberOf10 = async () =>
        client(server).as((await make.user({ enterprise: await make.enterprise({ user_quota_bytes: 10 }) })).login)

      test('a lowered quota answers quota_exceeded at the next part and at finish; raised again, the upload continues', async () => {
        const they = await memberOf10()
        const { path, id } = await begin(they, 6)
        await patch(they, path, 0, Buffer.from('abc'))
        const change = async (quota_bytes: number) =>
          server.deps.db
            .updateTable('users')
            .set({ quota_bytes })
            .where('id', '=', userIdOfKey((await rowOf(id))!.actor_key)!)
            .execute()
        await change(5)
        refusal(await patch(they, path, 3, Buffer.from('def')), 413, 'quota_exceeded')
        await change(10)
        assert.equal((await patch(they, path, 3, Buffer.from('def'))).status, 204)
        await change(5)
        await finishRefused(id, 'quota_exceeded', they)
        await change(10)
        assert.equal((await finish(id, they)).size, 6)
      })

      test('an upload counts its declared length from its first byte on', async () => {
        const they = await memberOf10()
        const { path } = await begin(they, 9)
        const other = await begin(they, 10)
        await patch(they, path, 0, Buffer.from('abcd'))
        await they.refused('POST /apps/files/presign_upload', { file_size: 2 }, 'quota_exceeded')
        refusal(await patch(they, other.path, 0, Buffer.alloc(10)), 413, 'quota_exceeded')
        await tus(they, 'DELETE', path)
        assert.equal((await patch(they, other.path, 0, Buffer.alloc(10))).status, 204)
      })

      test('it applies to uploads that finish at the same time', async () => {
        const they = await memberOf10()
        const begun = await Promise.all([1, 2, 3].map(() => begin(they, 3)))
        for (const { path } of begun) await patch(they, path, 0, Buffer.alloc(3))
        await server.deps.db
          .updateTable('users')
          .set({ quota_bytes: 7 })
          .where('id', '=', userIdOfKey((await rowOf(begun[0]!.id))!.actor_key)!)
          .execute()
        const answers = await Promise.all(
          begun.map(({ id }) => they.send('POST /apps/files/upload_finish', { upload_id: id })),
        )
        assert.equal(answers.filter(({ body }) => (body as { success: boolean }).success).length, 2)
      })
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

  describe('expiry', () => {
    test('each part extends the expiry; afterwards nothing is accepted, and the clean-up deletes the bytes', async () => {
      const { path, id } = await begin(me, 3)
      await patch(me, path, 0, Buffer.from('a'))
      now = new Date(now.getTime() + 2 * DAY)
      await patch(me, path, 1, Buffer.from('b'))
      now = new Date(now.getTime() + 3 * DAY - 1)
      await purgeUploads(server.deps)
      assert.equal(await offsetOf(me, path), 2)
      const key = await keyOf(id)
      now = new Date(now.getTime() + 1)
      me = await client(server).as(owner.login)
      // 404 after the clean-up.
      for (const { status } of [await patch(me, path, 2, Buffer.from('c')), await tus(me, 'HEAD', path)])
        assert.ok([404, 410].includes(status))
      await finishRefused(id, 'upload_address')
      assert.deepEqual((await me.call('GET /apps/files/uploads', {})).uploads, [])
      await purgeUploads(server.deps)
      assert.equal(await server.deps.storage.stat(key), null)
      assert.equal(await rowOf(id), undefined)
    })

    test('the file stays when the record of its upload is deleted', async () => {
      const { path, id } = await begin(me, 3)
      await patch(me, path, 0, Buffer.from('abc'))
      const item = await finish(id)
      now = new Date(now.getTime() + 5 * DAY)
      await purgeUploads(server.deps)
      assert.equal(await rowOf(id), undefined)
      assert.equal(await sha256Of(item.id), sha256(Buffer.from('abc')))
    })

    test('the clean-up deletes more than a hundred uploads at once', async () => {
      const { db } = server.deps
      const expired = {
        actor_key: userKey(owner.id),
        folder_id: (await make.folder({ owner })).id,
        size: 5,
        state: 'partial' as const,
        expires_at: now,
      }
      await db
        .insertInto('uploads')
        .values(
          Array.from({ length: 230 }, (_, at) => ({
            ...expired,
            id: `old-${at}`,
            part_key: `ab/${String(at).padStart(30, '0')}`,
          })),
        )
        .execute()
      await purgeUploads(server.deps)
      // The server's own clean-up may run concurrently.
      await until(
        'all to go',
        async () => (await db.selectFrom('uploads').select('id').where('id', 'like', 'old-%').execute()).length === 0,
      )
    })

    test('the sweep of unknown blobs spares growing ones', async () => {
      const { path, id } = await begin(me, 3)
      await patch(me, path, 0, Buffer.from('ab'))
      await sweepBlobs({ ...server.deps, clock: () => new Date(Date.now() + 2 * DAY) })
      assert.equal((await patch(me, path, 2, Buffer.from('c'))).status, 204)
      assert.equal(await sha256Of((await finish(id)).id), sha256(Buffer.from('abc')))
    })
  })
})

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
