import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DepartmentRow, EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let teacher: UserRow
let colleague: UserRow
let maths: DepartmentRow
let folder: ItemRow
let client: OpenClient
let clientFor: (user: UserRow) => Promise<OpenClient>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise()
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  colleague = await make.user({ enterprise: school })
  maths = await make.department({ enterprise: school, name: 'Maths' })
  await make.member(maths, teacher, { role: 'editor' })
  folder = await make.folder({ owner: teacher }, { name: 'lessons' })
  const credentials = await makeApplication(server, administrator)
  clientFor = async (user) => new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))
  client = await clientFor(teacher)
})
after(() => server.close())

const names = (path: readonly { name: string }[]) => path.map(({ name }) => name)

describe('[OAPI-03] copies of folders and paths', () => {
  test('a folder is copied with what is in it, not into itself, and not without the right', async () => {
    const from = await make.folder({ parent: folder }, { name: 'from' })
    await make.file({ parent: from }, { name: 'in.txt', content: 'in' })
    const copy = 'POST /v2/folder/{id}/copy'
    const made = await client.call(copy, { id: from.id, target_folder_id: 0 })
    assert.deepEqual([made.name, made.type, made.item_count, made.parent.id], ['from', 'folder', 1, 0])
    const there = await client.call(copy, { id: from.id, target_folder_id: 0, department_id: maths.id })
    assert.equal(there.space.type, 'department')
    await client.refused(copy, { id: from.id, target_folder_id: from.id }, 400, 'copy_to_itself')
    const inner = await make.folder({ parent: from })
    await client.refused(copy, { id: from.id, target_folder_id: inner.id }, 400, 'copy_to_subfolder')
    const theirs = await clientFor(colleague)
    await theirs.refused(copy, { id: from.id, target_folder_id: 0 }, 404, 'folder_not_found')
    const secret = await make.folder({ owner: colleague })
    await client.refused(copy, { id: from.id, target_folder_id: secret.id }, 404, 'folder_not_found')
    await client.refused(copy, { id: 0, target_folder_id: folder.id }, 404, 'folder_not_found')
  })

  test('paths are made as far as they are missing, below the own root and a department', async () => {
    const create = 'POST /v2/folder/create_by_path'
    const made = await client.call(create, { target_folder_path: '/plans/2026/autumn/' })
    assert.deepEqual([made.name, names(made.path)], ['autumn', ['', 'plans', '2026']])
    const again = await client.call(create, { target_folder_path: 'plans/2026/autumn' })
    assert.equal(again.id, made.id)
    const there = await client.call(create, { target_folder_path: 'plans', department_id: maths.id })
    assert.deepEqual(names(there.path), ['', 'Maths'])
    await client.refused(create, { target_folder_path: ' / ' }, 400, 'request_data_invalid')
    await client.refused(create, { target_folder_path: 'a?/b' }, 400, 'item_name_invalid')
    const foreign = await make.department()
    await client.refused(create, { target_folder_path: 'x', department_id: foreign.id }, 404, 'folder_not_found')
    const { id } = await make.file({ parent: folder }, { name: 'copied.txt', content: 'text' })
    const copy = await client.call('POST /v2/file/{id}/copy_by_path', { id, target_folder_path: 'plans/new' })
    assert.deepEqual([copy.name, names(copy.path), copy.size], ['copied.txt', ['', 'plans', 'new'], 4])
    const secret = await make.file({ owner: colleague })
    const asked = { id: secret.id, target_folder_path: 'never/made' }
    await client.refused('POST /v2/file/{id}/copy_by_path', asked, 404, 'file_not_found')
    const { folders } = await client.call('GET /v2/folder/personal_items', { page_capacity: 500 })
    assert.ok(!names(folders).includes('never'))
  })
})

describe('[OAPI-03] archives and blank files', () => {
  test('items are downloaded as a zip by an address that serves this program only', async () => {
    const from = await make.folder({ parent: folder }, { name: 'zipped' })
    const file = await make.file({ parent: from }, { name: 'a.txt', content: 'a' })
    const pack = 'POST /v2/file/pack_download'
    const { download_url: address } = await client.call(pack, {
      item_typed_ids: [`folder_${from.id}`, `file_${file.id}`],
    })
    const answer = await fetch(address)
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/zip'])
    assert.equal(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
      'PK',
    )
    const rows = await server.deps.db
      .selectFrom('audit_log')
      .select('detail')
      .where('item_id', '=', from.id)
      .where('deed', '=', 'item_downloaded')
      .execute()
    assert.deepEqual(rows, [{ detail: { application: 'Lessons' } }])
    const theirs = await clientFor(colleague)
    await theirs.refused(pack, { item_typed_ids: [`file_${file.id}`] }, 404, 'file_not_found')
    await client.refused(pack, { item_typed_ids: [] }, 400, 'request_data_invalid')
    await client.refused(pack, { item_typed_ids: ['department_1'] }, 400, 'request_data_invalid')
    await client.refused(pack, { item_typed_ids: ['folder_0'] }, 404, 'file_not_found')
  })

  test('empty documents are made as texts and tables, with a number for a taken name', async () => {
    await server.deps.db
      .updateTable('enterprises')
      .set({ collaborative_document: true })
      .where('id', '=', school.id)
      .execute()
    const create = 'POST /v2/file/create_blank_file'
    const asked = { name: 'plan', parentFolderId: folder.id, parentEnterpriseId: school.id, departmentId: 0 }
    const text = await client.call(create, { ...asked, type: '1', nameConflictResolveStrategy: '2' })
    assert.deepEqual([text.name, text.parent.id], ['plan.ydoc', folder.id])
    assert.equal((await client.call(create, { ...asked, type: '1' })).name, 'plan (1).ydoc')
    assert.equal((await client.call(create, { ...asked, type: '3' })).extension, 'yxls')
    await client.refused(create, { ...asked, type: '2' }, 400, 'not_support')
    await client.refused(create, { ...asked, type: '4' }, 400, 'request_data_invalid')
    const foreign = { ...asked, parentEnterpriseId: school.id + 1_000_000, type: '1' }
    await client.refused(create, foreign, 404, 'folder_not_found')
    const secret = await make.folder({ owner: colleague })
    await client.refused(create, { ...asked, parentFolderId: secret.id, type: '1' }, 404, 'folder_not_found')
  })
})
