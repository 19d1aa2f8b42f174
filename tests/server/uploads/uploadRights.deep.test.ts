import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Role } from '@/contract/entities'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { eventually, gate, post, refusedWith, upload } from '../../support/uploads/upload'
import { bytesOf, make, me, owner, presign, server, startUploadServer, storedBefore, storedFiles } from './uploadServer'

describe('uploading in one request', () => {
  const now = new Date('2026-03-01T08:20:00Z')

  startUploadServer(() => now)

  describe('rights to upload', () => {
    const roles: [Role, boolean, boolean][] = [
      ['coowner', true, true],
      ['editor', true, true],
      ['viewer_uploader', true, false],
      ['viewer', false, false],
      ['previewer_uploader', true, false],
      ['previewer', false, false],
      ['uploader', true, false],
    ]
    for (const [role, mayUpload, mayUpdate] of roles) {
      deepTest(
        `${role} ${mayUpload ? 'may' : 'may not'} upload a new file, and ${mayUpdate ? 'may' : 'may not'} upload a version of another’s file`,
        async () => {
          const folder = await make.folder({ owner })
          const file = await make.file({ parent: folder })
          const guest = await make.user()
          await make.collab(folder, { user: guest }, role)
          const they = await client(server).as(guest.login)
          const wishes: [object, boolean][] = [
            [{ folder_id: folder.id }, mayUpload],
            [{ target_file_id: file.id }, mayUpdate],
          ]
          for (const [target, isAllowed] of wishes) {
            if (isAllowed) await they.call('POST /apps/files/presign_upload', { file_size: 1, ...target })
            else await they.refused('POST /apps/files/presign_upload', { file_size: 1, ...target }, 'permission_denied')
          }
        },
      )
    }

    deepTest(
      'the creator of a file uploads versions with any role; the file keeps name and place, and the remark is stored',
      async () => {
        const folder = await make.folder({ owner })
        const guest = await make.user()
        await make.collab(folder, { user: guest }, 'uploader')
        const they = await client(server).as(guest.login)
        const first = await upload(they, '作业.txt', Buffer.from('one'), { folder_id: folder.id })
        const second = await upload(they, 'other name.txt', Buffer.from('three'), {
          target_file_id: first.id,
          remark: '改过',
        })
        assert.equal(second.id, first.id)
        assert.equal(second.name, '作业.txt')
        assert.equal(second.version, 2)
        assert.equal(second.size, 5)
        assert.notEqual(second.file_version_key, first.file_version_key)
        assert.equal((await bytesOf(first.id)).toString(), 'three')
      },
    )

    deepTest('a file locked by another user accepts no new version', async () => {
      const file = await make.file({ owner })
      const locker = await make.user({ name: '王锁' })
      const { db } = server.deps
      await db
        .updateTable('items')
        .set({ lock_user_id: locker.id, lock_kind: 1, locked_at: now })
        .where('id', '=', file.id)
        .execute()
      const { entry } = await me.refused(
        'POST /apps/files/presign_upload',
        { file_size: 1, target_file_id: file.id },
        'item_locked',
      )
      assert.match(entry.error_tr_msg, /王锁/)
    })

    deepTest('the right is checked again when the body arrives, before it is read', async () => {
      const folder = await make.folder({ owner })
      const guest = await make.user()
      await make.collab(folder, { user: guest }, 'editor')
      const they = await client(server).as(guest.login)
      const { upload_url } = await they.call('POST /apps/files/presign_upload', { file_size: 2, folder_id: folder.id })
      await server.deps.db.updateTable('collabs').set({ role: 'viewer' }).where('user_id', '=', guest.id).execute()
      const { opened: answered, open: goOn } = gate()
      const pieces = (async function* () {
        yield Buffer.from('x')
        await answered
        yield Buffer.from('y')
      })()
      const answer = post(they, upload_url, pieces, { 'x-file-name': 'a', 'content-length': '2' })
      refusedWith(await answer, 'permission_denied')
      goOn()
      assert.equal(await storedFiles(), storedBefore)
    })

    deepTest('the right is checked once more after the body was read', async () => {
      const folder = await make.folder({ owner })
      const { upload_url } = await me.call('POST /apps/files/presign_upload', { file_size: 2, folder_id: folder.id })
      const pieces = (async function* () {
        yield Buffer.from('x')
        await eventually(async () => assert.equal(await storedFiles(), storedBefore + 1))
        await me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${folder.id}`] })
        yield Buffer.from('y')
      })()
      refusedWith(await post(me, upload_url, pieces, { 'x-file-name': 'a' }), 'item_is_deleted')
      assert.equal(await storedFiles(), storedBefore)
    })

    deepTest('a department’s folder is named by the department’s id', async () => {
      const department = await make.department()
      const enterpriseMember = await make.user({ enterprise: await enterpriseOf(department.enterprise_id) })
      await make.member(department, enterpriseMember)
      const they = await client(server).as(enterpriseMember.login)
      const item = await upload(they, 'a.txt', Buffer.from('x'), { folder_id: 0, department_id: department.id })
      assert.equal(item.space, 'department_space')
      assert.equal(item.department_id, department.id)
    })

    deepTest('a closed personal space accepts nothing', async () => {
      const enterprise = await make.enterprise({ is_personal_space_closed: true })
      const they = await client(server).as((await make.user({ enterprise })).login)
      await they.refused('POST /apps/files/presign_upload', { file_size: 1, folder_id: 0 }, 'personal_space_closed')
    })

    deepTest('foreign and missing folders answer alike', async () => {
      const strangers = await make.folder({ owner: await make.user() })
      for (const folder_id of [strangers.id, 999_999_999]) {
        await me.refused('POST /apps/files/presign_upload', { file_size: 1, folder_id }, 'item_not_found')
      }
    })
  })

  describe('a full quota', () => {
    const enterpriseOf10 = () => make.enterprise({ user_quota_bytes: 10 })

    deepTest('is reported before a byte is sent', async () => {
      const they = await client(server).as((await make.user({ enterprise: await enterpriseOf10() })).login)
      await they.refused('POST /apps/files/presign_upload', { file_size: 11 }, 'quota_exceeded')
      await upload(they, 'a', Buffer.alloc(10))
      await they.refused('POST /apps/files/presign_upload', { file_size: 1 }, 'quota_exceeded')
    })

    deepTest('applies to concurrent uploads', async () => {
      const they = await client(server).as((await make.user({ enterprise: await enterpriseOf10() })).login)
      const addresses = await Promise.all([1, 2, 3].map(() => presign(6, they)))
      const answers = await Promise.all(
        addresses.map((address) => post(they, address, [Buffer.alloc(6)], { 'x-file-name': 'a' })),
      )
      assert.equal(answers.filter(({ body }) => (body as { success: boolean }).success).length, 1)
      assert.equal(await storedFiles(), storedBefore + 1)
    })
  })

  async function enterpriseOf(id: number) {
    return server.deps.db.selectFrom('enterprises').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }
})
