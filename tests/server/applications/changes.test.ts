import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { client as web, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let now: number
let school: EnterpriseRow
let teacher: UserRow
let folder: ItemRow
let client: OpenClient
let they: Client

before(async () => {
  now = Math.floor(Date.now() / 1000) * 1000
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  folder = await make.folder({ owner: teacher }, { name: 'lessons' })
  const credentials = await makeApplication(server, administrator)
  client = new OpenClient(server.url, await new OpenClient(server.url).token(credentials, teacher))
  they = await web(server).as(teacher.login)
})
after(() => server.close())

const deeds = (itemId: number) =>
  server.deps.db
    .selectFrom('audit_log')
    .select(['deed', 'user_id', 'detail'])
    .where('item_id', '=', itemId)
    .orderBy('id')
    .execute()

describe('[OAPI-03] updating an item', () => {
  test('a file gets a name, which its extension follows whatever it ends with, and a description', async () => {
    const { id } = await make.file({ parent: folder }, { name: 'a.txt' })
    const renamed = await client.call('POST /v2/file/{id}/update', { id, name: 'b.txt' })
    assert.deepEqual([renamed.name, renamed.type, renamed.description], ['b.txt.txt', 'file', ''])
    const described = await client.call('POST /v2/file/{id}/update', { id, description: '第一课' })
    assert.deepEqual([described.name, described.description], ['b.txt.txt', '第一课'])
    const both = await client.call('POST /v2/file/{id}/update', { id, name: 'c', description: '' })
    assert.deepEqual([both.name, both.description], ['c.txt', ''])
    const { item } = await they.call('GET /apps/files/get_info', { item_typed_id: `file_${id}` })
    assert.equal(item?.name, 'c.txt')
    const detail = { application: 'Lessons' }
    const change = (before: string, after: string) => ({ ...detail, before: { name: before }, after: { name: after } })
    assert.deepEqual(await deeds(id), [
      { deed: 'item_renamed', user_id: teacher.id, detail: change('a.txt', 'b.txt.txt') },
      { deed: 'item_described', user_id: teacher.id, detail },
      { deed: 'item_renamed', user_id: teacher.id, detail: change('b.txt.txt', 'c.txt') },
      { deed: 'item_described', user_id: teacher.id, detail },
    ])
  })

  test('a folder gets a name as it is written', async () => {
    const { id } = await make.folder({ parent: folder }, { name: 'old.part' })
    assert.equal((await client.call('POST /v2/folder/{id}/update', { id, name: 'new' })).name, 'new')
  })

  test('what changes nothing is not recorded', async () => {
    const { id } = await make.file({ parent: folder }, { name: 'same.txt' })
    await client.call('POST /v2/file/{id}/update', { id, name: 'same', description: '' })
    assert.deepEqual(await deeds(id), [])
  })

  test('names and descriptions that cannot be are refused with the platform’s codes, and nothing changes', async () => {
    const { id } = await make.file({ parent: folder }, { name: 'kept.txt' })
    await make.file({ parent: folder }, { name: 'taken.txt' })
    const update = 'POST /v2/file/{id}/update'
    await client.refused(update, { id }, 400, 'request_data_invalid')
    await client.refused(update, { id, name: '', description: 'x' }, 400, 'request_data_invalid')
    await client.refused(update, { id, description: 'x'.repeat(141) }, 400, 'request_data_invalid')
    await client.refused(update, { id, name: 'a/b', description: 'x' }, 400, 'item_name_invalid')
    await client.refused(update, { id, name: 'x'.repeat(223) }, 400, 'item_name_size_incorrect')
    await client.refused(update, { id, name: ' ' }, 400, 'item_name_size_incorrect')
    await client.refused(update, { id, name: 'taken', description: 'x' }, 409, 'file_name_conflict')
    const { name, description } = await client.call('GET /v2/file/{id}/info', { id })
    assert.deepEqual([name, description], ['kept.txt', ''])
    await client.call(update, { id, description: '长'.repeat(140) })
    await client.refused('POST /v2/folder/{id}/update', { id, name: 'x' }, 404, 'folder_not_found')
    await client.refused('POST /v2/folder/{id}/update', { id: 0, name: 'x' }, 404, 'folder_not_found')
  })

  test('a file that somebody locked is not renamed', async () => {
    const lent = await make.folder({ owner: teacher })
    const colleague = await make.user({ enterprise: school })
    await make.collab(lent, { user: colleague }, 'editor')
    const { id } = await make.file({ parent: lent }, { name: 'locked.txt' })
    await (await web(server).as(colleague.login)).call('POST /apps/files/lock', { item_typed_id: `file_${id}` })
    await client.refused('POST /v2/file/{id}/update', { id, name: 'x' }, 409, 'item_locked')
    await client.refused('POST /v2/file/{id}/delete', { id }, 409, 'item_locked')
  })
})

describe('[OAPI-03] copying and moving an item', () => {
  test('a file is copied into a folder, the own root and a department; a taken name gets a number', async () => {
    const { id } = await make.file({ parent: folder }, { name: 'copied.txt', content: 'text' })
    const other = await make.folder({ owner: teacher })
    const department = await make.department({ enterprise: school })
    await make.member(department, teacher, { role: 'editor' })
    const copy = (target: object) => client.call('POST /v2/file/{id}/copy', { id, target_folder_id: 0, ...target })
    const there = await copy({ target_folder_id: other.id })
    assert.notEqual(there.id, id)
    assert.deepEqual([there.name, there.parent?.id], ['copied.txt', other.id])
    assert.equal((await copy({ target_folder_id: folder.id })).name, 'copied (1).txt')
    assert.equal((await copy({})).parent?.id, 0)
    assert.equal((await copy({ department_id: department.id })).parent?.name, department.name)
    const { download_url: address } = await client.call('GET /v2/file/{id}/download', { id: there.id })
    assert.equal(await (await fetch(address)).text(), 'text')
    const [copied] = await deeds(id)
    assert.deepEqual([copied?.deed, copied?.detail?.application], ['item_copied', 'Lessons'])
  })

  test('files and folders move at once, and the answer has one field', async () => {
    const [from, to] = [await make.folder({ owner: teacher }), await make.folder({ owner: teacher })]
    for (const kind of ['file', 'folder'] as const) {
      const { id } = await (kind === 'file' ? make.file({ parent: from }) : make.folder({ parent: from }))
      const input = { id, target_folder_id: to.id, department_id: null }
      assert.equal(await (await client.send(`POST /v2/${kind}/{id}/move`, input)).text(), '{"success":true}')
      assert.equal((await client.call(`GET /v2/${kind}/{id}/info`, { id })).parent?.id, to.id)
      const [moved] = await deeds(id)
      assert.deepEqual([moved?.deed, moved?.detail?.application], ['item_moved', 'Lessons'])
    }
    const department = await make.department({ enterprise: school })
    await make.member(department, teacher, { role: 'coowner' })
    const { id } = await make.file({ owner: teacher })
    const target_space = { type: 'department', id: department.id }
    await client.call('POST /v2/file/{id}/move', { id, target_folder_id: 0, target_space })
    assert.equal((await client.call('GET /v2/file/{id}/info', { id })).parent?.name, department.name)
  })

  test('refusals name the side that they concern', async () => {
    const { id } = await make.file({ owner: teacher })
    const outer = await make.folder({ owner: teacher })
    const inner = await make.folder({ parent: outer })
    const gone = await make.folder({ owner: teacher })
    await client.call('POST /v2/folder/{id}/delete', { id: gone.id })
    const [missing, move] = [900_000_000, 'POST /v2/folder/{id}/move' as const]
    for (const call of ['POST /v2/file/{id}/copy', 'POST /v2/file/{id}/move'] as const) {
      await client.refused(call, { id, target_folder_id: missing }, 404, 'folder_not_found')
      await client.refused(call, { id, target_folder_id: gone.id }, 400, 'folder_deleted')
      await client.refused(call, { id: missing, target_folder_id: outer.id }, 404, 'file_not_found')
      await client.refused(call, { id }, 400, 'request_data_invalid')
    }
    await client.refused(move, { id: outer.id, target_folder_id: outer.id }, 400, 'move_to_itself')
    await client.refused(move, { id: outer.id, target_folder_id: inner.id }, 400, 'move_to_subfolder')
    await client.refused(move, { id: gone.id, target_folder_id: outer.id }, 400, 'folder_deleted')
  })
})

describe('[OAPI-03] deleting and restoring an item', () => {
  const trashList = async () =>
    (await they.call('GET /apps/files/trash_list', {})).items.map(({ typed_id: each }) => each)

  for (const kind of ['file', 'folder'] as const)
    test(`a ${kind} goes to the trash, comes back, and is deleted for ever; answers have one field`, async () => {
      const { id } = await (kind === 'file' ? make.file({ parent: folder }) : make.folder({ parent: folder }))
      const calls = {
        delete: `POST /v2/${kind}/{id}/delete`,
        purge: `POST /v2/${kind}/{id}/delete_from_trash`,
        restore: `POST /v2/${kind}/{id}/restore_from_trash`,
        trash: `GET /v2/${kind}/{id}/trash`,
        info: `GET /v2/${kind}/{id}/info`,
      } as const
      const notInTrash = `${kind}_in_trash_not_found` as const
      for (const call of [calls.purge, calls.restore, calls.trash] as const)
        await client.refused(call, { id }, 404, notInTrash)
      const done = async (call: 'delete' | 'purge' | 'restore') =>
        assert.equal(await (await client.send(calls[call], { id })).text(), '{"success":true}')
      await done('delete')
      await client.refused(calls.info, { id }, 400, `${kind}_deleted`)
      await client.refused(calls.delete, { id }, 400, `${kind}_deleted`)
      assert.ok((await trashList()).includes(`${kind}_${id}`))
      const trashed = await client.call(calls.trash, { id })
      assert.deepEqual([trashed.id, trashed.deleted_at], [id, now / 1000])
      const { id: by, name, login, enterprise_id } = trashed.deleted_by!
      assert.deepEqual([by, name, login, enterprise_id], [teacher.id, teacher.name, teacher.login, school.id])
      await done('restore')
      assert.equal((await client.call(calls.info, { id })).parent?.id, folder.id)
      await done('delete')
      await done('purge')
      for (const call of [calls.purge, calls.restore, calls.trash] as const)
        await client.refused(call, { id }, 404, notInTrash)
      await client.refused(calls.info, { id }, 404, `${kind}_not_found`)
      assert.deepEqual(
        (await deeds(id)).map(({ deed, detail }) => [deed, detail]),
        ['item_deleted', 'item_restored', 'item_deleted', 'item_purged'].map((deed) => [
          deed,
          { application: 'Lessons' },
        ]),
      )
    })

  test('an item does not come back into a folder that is in the trash', async () => {
    const above = await make.folder({ parent: folder })
    const { id } = await make.file({ parent: above })
    await client.call('POST /v2/file/{id}/delete', { id })
    await client.call('POST /v2/folder/{id}/delete', { id: above.id })
    await client.refused('POST /v2/file/{id}/restore_from_trash', { id }, 400, 'folder_parent_deleted')
    await client.call('POST /v2/folder/{id}/restore_from_trash', { id: above.id })
    await client.call('POST /v2/file/{id}/restore_from_trash', { id })
  })

  test('what was deleted with its folder is deleted, and is not in the trash by itself', async () => {
    const above = await make.folder({ parent: folder })
    const { id } = await make.file({ parent: above })
    await client.call('POST /v2/folder/{id}/delete', { id: above.id })
    await client.refused('GET /v2/file/{id}/info', { id }, 400, 'file_deleted')
    await client.refused('GET /v2/file/{id}/trash', { id }, 404, 'file_in_trash_not_found')
  })
})
