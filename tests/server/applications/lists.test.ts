import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DepartmentRow, EnterpriseRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let now: number
let school: EnterpriseRow
let teacher: UserRow
let colleague: UserRow
let department: DepartmentRow
let client: OpenClient
let credentials: Awaited<ReturnType<typeof makeApplication>>

before(async () => {
  now = Math.floor(Date.now() / 1000) * 1000
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  colleague = await make.user({ enterprise: school })
  department = await make.department({ enterprise: school, name: 'Maths' })
  await make.member(department, teacher, { role: 'editor' })
  credentials = await makeApplication(server, administrator)
  client = await clientFor(teacher)
})
after(() => server.close())

const clientFor = async (user: UserRow) =>
  new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name)
const byName = { sort_by: 'name', sort_direction: 'asc' } as const

describe('[OAPI-03] lists', () => {
  test('the own root is listed by its own call, by kind and in pages', async () => {
    const owner = await make.user({ enterprise: school })
    for (const name of ['b', 'a']) await make.folder({ owner }, { name })
    for (const name of ['d.txt', 'c.txt']) await make.file({ owner }, { name })
    const theirs = await clientFor(owner)
    const list = (input: object) => theirs.call('GET /v2/folder/personal_items', { ...byName, ...input })
    const all = await list({})
    assert.deepEqual([names(all.folders), names(all.files), all.total_count], [['a', 'b'], ['c.txt', 'd.txt'], 4])
    const files = await list({ type: 'file', page_id: 1, page_capacity: 1 })
    assert.deepEqual([files.folders, names(files.files), files.total_count, files.page_count], [[], ['d.txt'], 2, 2])
    const { folders } = await theirs.call('GET /v2/folder/{id}/children', { id: 0, ...byName })
    assert.deepEqual(names(folders), ['a', 'b'])
  })

  test('a department’s root is listed and gets folders, for those who see it', async () => {
    const made = await client.call('POST /v2/folder/create', {
      parent_id: 0,
      department_id: department.id,
      name: 'plans',
    })
    assert.equal(made.parent?.name, 'Maths')
    const input = { department_id: department.id }
    assert.deepEqual(names((await client.call('GET /v2/folder/department_folders', input)).folders), ['plans'])
    const { folders, folder } = await client.call('GET /v2/folder/{id}/children', { id: 0, ...input })
    assert.deepEqual([names(folders), folder.name], [['plans'], 'Maths'])
    const [theirs, foreign] = [await clientFor(colleague), await make.department()]
    for (const id of [department.id, foreign.id, 900_000_000]) {
      const { status } = await theirs.send('GET /v2/folder/department_folders', { department_id: id })
      assert.ok(status === 403 || status === 404, String(status))
    }
    await client.refused('GET /v2/folder/department_folders', { department_id: 0 }, 400, 'request_data_invalid')
    await client.refused('GET /v2/folder/department_folders', {}, 400, 'request_data_invalid')
  })

  test('folders of others are listed, without their files, the own ones and those that ended', async () => {
    const [one, two, ended] = await Promise.all(
      ['one', 'two', 'ended'].map((name) => make.folder({ owner: colleague }, { name })),
    )
    const file = await make.file({ owner: colleague }, { name: 'three.txt' })
    for (const item of [one!, two!, ended!, file]) await make.collab(item, { user: teacher }, 'viewer')
    await server.deps.db.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', ended!.id).execute()
    const list = (input: object) => client.call('GET /v2/folder/collab_folders', { ...byName, ...input })
    const { folders, files, total_count: total } = await list({})
    assert.deepEqual([names(folders), files, total], [['one', 'two'], [], 2])
    assert.deepEqual(names((await list({ page_id: 1, page_capacity: 1 })).folders), ['two'])
  })

  test('the recycle bin has own items and those that the user deleted elsewhere, with time and person', async () => {
    const owner = await make.user({ enterprise: school })
    const theirs = await clientFor(owner)
    const lent = await make.folder({ owner: colleague })
    await make.collab(lent, { user: owner }, 'editor')
    const items = [
      ['file', await make.file({ owner }, { name: 'own.txt' })],
      ['folder', await make.folder({ owner }, { name: 'own' })],
      ['file', await make.file({ parent: lent }, { name: 'lent.txt' })],
    ] as const
    for (const [kind, { id }] of items) {
      now += 1000
      await theirs.call(`POST /v2/${kind}/{id}/delete`, { id })
    }
    const others = await make.file({ parent: lent }, { name: 'hidden.txt' })
    await (await clientFor(colleague)).call('POST /v2/file/{id}/delete', { id: others.id })
    const { files, folders, total_count: total } = await theirs.call('GET /v2/trash/list', {})
    assert.deepEqual([names(folders), new Set(names(files)), total], [['own'], new Set(['own.txt', 'lent.txt']), 3])
    assert.ok([...files, ...folders].every((each) => each.deleted_by?.id === owner.id && each.is_deleted))
    assert.equal(files.find(({ name }) => name === 'lent.txt')?.deleted_at, now / 1000)
    const ofFolders = await theirs.call('GET /v2/trash/list', { type: 'folder' })
    assert.deepEqual([ofFolders.files, names(ofFolders.folders), ofFolders.total_count], [[], ['own'], 1])
    await theirs.call('POST /v2/folder/{id}/restore_from_trash', { id: folders[0]!.id })
    assert.equal((await theirs.call('GET /v2/trash/list', {})).total_count, 2)
  })
})
