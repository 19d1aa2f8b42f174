import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OpenCallName } from '@/contract/applications'
import type { Permission } from '@/contract/entities'
import type { ItemRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { expectedPermissions, roles } from '../../support/access/roleTable'
import { clientFor, make, school, server, startApplicationServer, teacher } from './applicationServer'

/* Attacks on what others own, by a program that may change something. */

startApplicationServer()

const nameOf = async ({ id }: ItemRow) =>
  (await server.deps.db.selectFrom('items').select(['name', 'deleted_at']).where('id', '=', id).executeTakeFirst()) ??
  null

describe('[OAPI-03] an application changes items with the rights of its user', () => {
  const asks: [OpenCallName, 'file' | 'folder', Permission, object][] = [
    ['POST /v2/file/{id}/update', 'file', 'edit_properties', { name: 'changed' }],
    ['POST /v2/file/{id}/update', 'file', 'edit_properties', { description: 'changed' }],
    ['POST /v2/folder/{id}/update', 'folder', 'edit_properties', { name: 'changed' }],
    ['POST /v2/file/{id}/delete', 'file', 'item_delete', {}],
    ['POST /v2/folder/{id}/delete', 'folder', 'item_delete', {}],
  ]
  for (const role of roles.filter((each) => each !== 'owner'))
    test(`changes follow the permissions of the role ${role}`, async () => {
      const member = await make.user({ enterprise: school })
      const theirs = await clientFor(member)
      for (const [call, kind, permission, input] of asks) {
        const lent = await make.folder({ owner: teacher })
        await make.collab(lent, { user: member }, role)
        const item = await (kind === 'file' ? make.file({ parent: lent }) : make.folder({ parent: lent }))
        const answer = await theirs.send(call, { id: item.id, ...input })
        const may = expectedPermissions(role).includes(permission)
        assert.equal(answer.status === 200, may, `${call} as ${role}: ${answer.status}`)
        if (!may) assert.deepEqual(await nameOf(item), { name: item.name, deleted_at: null })
      }
    })

  test('items of strangers, of another organisation, and missing ones answer alike, also in the trash', async () => {
    const colleague = await make.user({ enterprise: school })
    const stranger = await make.user()
    const gone = await make.file({ owner: teacher })
    await (
      await client(server).as(teacher.login)
    ).call('POST /apps/files/delete', {
      item_typed_ids: [`file_${gone.id}`],
    })
    const theirs = await clientFor(colleague)
    const ids = [gone.id, (await make.file({ owner: teacher })).id, (await make.file({ owner: stranger })).id]
    for (const call of [
      'POST /v2/file/{id}/update',
      'POST /v2/file/{id}/delete',
      'POST /v2/file/{id}/delete_from_trash',
      'POST /v2/file/{id}/restore_from_trash',
      'GET /v2/file/{id}/trash',
    ] as const) {
      const answerTo = async (id: number) => {
        const answer = await theirs.send(call, { id, ...(call.endsWith('update') && { name: 'x' }) })
        return { status: answer.status, ...((await answer.json()) as object), request_id: '' }
      }
      const missing = await answerTo(900_000_000)
      assert.equal(missing.status, 404)
      for (const id of ids) assert.deepEqual(await answerTo(id), missing, call)
    }
  })

  test('an editor restores and purges nothing that others deleted; for others’ spaces, purging hides the own record only', async () => {
    const editor = await make.user({ enterprise: school })
    const lent = await make.folder({ owner: teacher })
    await make.collab(lent, { user: editor }, 'editor')
    const [one, two] = [await make.file({ parent: lent }), await make.file({ parent: lent })]
    const [owners, editors] = [await clientFor(teacher), await clientFor(editor)]
    await owners.call('POST /v2/file/{id}/delete', { id: one.id })
    for (const call of ['POST /v2/file/{id}/delete_from_trash', 'POST /v2/file/{id}/restore_from_trash'] as const)
      await editors.refused(call, { id: one.id }, 404, 'file_in_trash_not_found')
    await editors.call('POST /v2/file/{id}/delete', { id: two.id })
    await editors.call('POST /v2/file/{id}/delete_from_trash', { id: two.id })
    await editors.refused('POST /v2/file/{id}/restore_from_trash', { id: two.id }, 404, 'file_in_trash_not_found')
    await owners.call('POST /v2/file/{id}/restore_from_trash', { id: two.id })
    await owners.call('GET /v2/file/{id}/info', { id: two.id })
  })

  test('a file is copied and moved with the rights on both sides, and a program without a right to either does nothing', async () => {
    const member = await make.user({ enterprise: school })
    const own = await make.folder({ owner: member })
    const theirs = await clientFor(member)
    for (const role of roles.filter((each) => each !== 'owner')) {
      const lent = await make.folder({ owner: teacher })
      await make.collab(lent, { user: member }, role)
      const may = (permission: Permission) => expectedPermissions(role).includes(permission)
      const { id } = await make.file({ parent: lent })
      const out = await theirs.send('POST /v2/file/{id}/copy', { id, target_folder_id: own.id })
      assert.equal(out.status === 200, may('item_download'), `copy as ${role}: ${out.status}`)
      const mine = await make.file({ owner: member })
      const into = await theirs.send('POST /v2/file/{id}/copy', { id: mine.id, target_folder_id: lent.id })
      assert.equal(into.status === 200, may('item_upload'), `copy into as ${role}: ${into.status}`)
      // Whoever moves out of somebody else's space takes it away from its owner.
      const { status } = await theirs.send('POST /v2/file/{id}/move', { id, target_folder_id: own.id })
      assert.notEqual(status, 200, `move as ${role}`)
      const { parent_id: parent } = await server.deps.db
        .selectFrom('items')
        .select('parent_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(parent, lent.id)
    }
  })

  test('copying needs the scopes of downloading and uploading, moving these and that of deleting', async () => {
    const { id } = await make.file({ owner: teacher })
    const { id: target_folder_id } = await make.folder({ owner: teacher })
    for (const [call, scopes] of [
      ['POST /v2/file/{id}/copy', ['item_download', 'item_upload']],
      ['POST /v2/file/{id}/move', ['item_download', 'item_upload', 'item_delete']],
    ] as const) {
      for (const left of scopes) {
        const scope = scopes.filter((each) => each !== left).join(' ')
        await (await clientFor(teacher, { scope })).refused(call, { id, target_folder_id }, 403, 'permission_denied')
      }
      await (await clientFor(teacher, { scope: scopes.join(' ') })).call(call, { id, target_folder_id })
    }
  })

  test('a folder with something that its user may not delete stays', async () => {
    const editor = await make.user({ enterprise: school })
    const lent = await make.folder({ owner: teacher })
    await make.collab(lent, { user: editor }, 'editor')
    const inner = await make.folder({ parent: lent })
    const kept = await make.folder({ parent: inner })
    await make.collab(kept, { user: editor }, 'viewer')
    await (await clientFor(editor)).refused('POST /v2/folder/{id}/delete', { id: inner.id }, 403, 'permission_denied')
    assert.equal((await nameOf(inner))?.deleted_at, null)
  })

  test('no application deletes the folder of a department, also not for an owner of the organisation', async () => {
    const head = await make.user({ enterprise: school, isAdministrator: true })
    const department = await make.department({ enterprise: school })
    await make.member(department, head, { isManager: true })
    const root = await server.deps.db
      .selectFrom('items')
      .selectAll()
      .where('department_id', '=', department.id)
      .executeTakeFirstOrThrow()
    await (await clientFor(head)).refused('POST /v2/folder/{id}/delete', { id: root.id }, 403, 'permission_denied')
    assert.equal((await nameOf(root))?.deleted_at, null)
  })

  test('of deleting and purging, a token without the scope does nothing, whatever its user may', async () => {
    const item = await make.file({ owner: teacher })
    const narrow = await clientFor(teacher, { scope: 'item_read item_preview item_download item_upload item_edit' })
    await narrow.refused('POST /v2/file/{id}/delete', { id: item.id }, 403, 'permission_denied')
    const info = await narrow.call('GET /v2/file/{id}/info', { id: item.id })
    assert.ok(!info.permissions.includes('item_delete') && info.permissions.includes('edit_properties'))
    const deleting = await clientFor(teacher, { scope: 'item_delete' })
    await deleting.refused('POST /v2/file/{id}/update', { id: item.id, name: 'x' }, 403, 'permission_denied')
    await deleting.call('POST /v2/file/{id}/delete', { id: item.id })
  })
})
