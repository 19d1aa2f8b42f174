import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { userIdOfKey, userKey } from '../../../server/actors/actor'
import type { UserRow } from '../../../server/database/tables'
import { purgeUploads } from '../../../server/jobs/purgeUploads'
import { sweepBlobs } from '../../../server/jobs/sweepBlobs'
import { client } from '../../support/client'
import { begin, offsetOf, patch, tus } from '../../support/uploads/tus'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'
import {
  DAY,
  finish,
  finishRefused,
  keyOf,
  make,
  me,
  namesOf,
  owner,
  refusal,
  rowOf,
  server,
  sha256,
  sha256Of,
  signIn,
  startTusServer,
  storedBefore,
  storedFiles,
} from './tusServer'

describe('[AH-02] resumable uploads on the server', () => {
  let now = new Date('2026-03-01T08:20:00Z')

  startTusServer(() => now)

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
      await signIn()
      // 404 after the clean-up.
      for (const { status } of [await patch(me, path, 2, Buffer.from('c')), await tus(me, 'HEAD', path)])
        assert.ok([404, 410].includes(status))
      await finishRefused(id, 'upload_address')
      assert.deepEqual((await me.call('GET /apps/files/uploads', {})).uploads, [])
      await purgeUploads(server.deps)
      assert.equal(await rowOf(id), undefined)
      // The server's own clean-up may have found it first, and removes the bytes after the row.
      await until('the bytes are gone', async () => (await server.deps.storage.stat(key)) === null)
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
