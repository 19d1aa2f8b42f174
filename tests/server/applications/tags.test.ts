import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let teacher: UserRow
let colleague: UserRow
let credentials: Awaited<ReturnType<typeof makeApplication>>
let client: OpenClient
let theirs: OpenClient

const clientFor = async (user: UserRow) =>
  new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise()
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  colleague = await make.user({ enterprise: school })
  credentials = await makeApplication(server, administrator)
  client = await clientFor(teacher)
  theirs = await clientFor(colleague)
})
after(() => server.close())

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const done = { success: true }

describe('[OAPI-05] tags', () => {
  test('tags are added, all or none, and removed, by those who may edit', async () => {
    const file = await make.file({ owner: teacher })
    const item = { type: 'file', id: file.id } as const
    const { tags } = await client.call('POST /v2/tag/item_add_tags', {
      ...item,
      names: ['数学'],
      tagCategories: [{ categoryName: 'Subject', tags: ['Algebra', '数学'] }],
    })
    assert.deepEqual(names(tags), ['数学', 'Algebra'])
    const add = 'POST /v2/tag/item_add_tags'
    await client.refused(add, { ...item, names: ['fine', 'x'.repeat(31)] }, 400, 'tag_too_long')
    await client.refused(add, item, 400, 'request_data_invalid')
    const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
    await client.refused(add, { ...item, names: many }, 400, 'tags_too_many')
    await theirs.refused(add, { ...item, names: ['x'] }, 404, 'file_not_found')
    await theirs.refused(add, { type: 'folder', id: 900_000_000, names: ['x'] }, 404, 'folder_not_found')
    await make.collab(file, { user: colleague }, 'viewer')
    await theirs.refused(add, { ...item, names: ['x'] }, 403, 'permission_denied')
    const removed = await client.call('POST /v2/tag/item_remove_tags', { ...item, tag_ids: [tags[0]!.id] })
    assert.deepEqual(removed, done)
    assert.deepEqual(names((await client.call('GET /v2/file/{id}/info', { id: file.id })).tags), ['Algebra'])
    await server.deps.db.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', file.id).execute()
    await client.refused(add, { ...item, names: ['x'] }, 400, 'file_deleted')
  })

  test('the last tags are those of own items, and items are found by a tag, where the user sees them', async () => {
    const owner = await make.user({ enterprise: school })
    const own = await clientFor(owner)
    const [one, two] = [await make.file({ owner }, { name: 'a.txt' }), await make.folder({ owner }, { name: 'b' })]
    const hidden = await make.file({ owner: colleague }, { name: 'hidden.txt' })
    await make.tags(one, ['Shared tag'])
    await make.tags(two, ['shared tag', 'Other'])
    const secret = { type: 'file', id: hidden.id, names: ['Shared tag', 'Secret'] } as const
    await theirs.call('POST /v2/tag/item_add_tags', { ...secret, names: [...secret.names] })
    const { my_tags: mine } = await own.call('GET /v2/tag/list', {})
    assert.deepEqual(new Set(names(mine).map((name) => name.toLowerCase())), new Set(['shared tag', 'other']))
    const find = (input: object) =>
      own.call('GET /v2/tag/filter_items_by_tag_name', {
        tag_name: 'SHARED TAG',
        sort_by: 'name',
        sort_direction: 'asc',
        ...input,
      })
    const found = await find({ page_id: 1 })
    assert.deepEqual([names(found.folders), names(found.files), found.total_count], [['b'], ['a.txt'], 2])
    const second = await find({ page_id: 2, page_capacity: 1 })
    assert.deepEqual([names(second.files), second.folders, second.page_id], [['a.txt'], [], 2])
    await own.refused(
      'GET /v2/tag/filter_items_by_tag_name',
      { tag_name: 'x', page_id: 0 },
      400,
      'request_data_invalid',
    )
  })

  test('a user keeps up to a hundred tags at hand, each once', async () => {
    const add = (tag_names: string[]) => client.call('POST /v2/tag/add_common_list', { tag_names })
    const { common_tags: tags } = await add(['One', 'Two', 'one'])
    assert.deepEqual(
      tags.map(({ tag_name: tag, name }) => [tag, name]),
      [
        ['One', 'One'],
        ['Two', 'Two'],
      ],
    )
    assert.deepEqual((await theirs.call('GET /v2/tag/common_list', {})).common_tags, [])
    const ids = { common_tag_ids: [tags[0]!.id] }
    await theirs.call('POST /v2/tag/remove_common_list', ids)
    assert.equal((await client.call('GET /v2/tag/common_list', {})).common_tags.length, 2)
    assert.deepEqual(await client.call('POST /v2/tag/remove_common_list', ids), done)
    const many = Array.from({ length: 100 }, (_, n) => `many ${n}`)
    await client.refused('POST /v2/tag/add_common_list', { tag_names: many }, 400, 'request_data_invalid')
    assert.deepEqual(names((await client.call('GET /v2/tag/common_list', {})).common_tags), ['Two'])
  })
})

describe('[OAPI-05] devices', () => {
  test('a device marks what it syncs, of what its user sees', async () => {
    const device = { device_token: 'laptop 1' }
    const [folder, hidden] = [
      await make.folder({ owner: teacher }, { name: 'notes' }),
      await make.folder({ owner: colleague }),
    ]
    const department = await make.department({ enterprise: school, name: 'Maths' })
    await make.member(department, teacher)
    const foreign = await make.department({ enterprise: school })
    const add = 'POST /v2/device/{device_token}/add_sync'
    for (const target of [
      { type: 'folder', id: folder.id },
      { type: 'department', id: department.id },
      { type: 'personal', id: 0 },
      { type: 'personal' },
    ] as const)
      assert.deepEqual(await client.call(add, { ...device, target }), done)
    const folderTarget = (id: number) => ({ ...device, target: { type: 'folder', id } })
    await client.refused(add, folderTarget(hidden.id), 404, 'folder_not_found')
    await client.refused(
      add,
      { ...device, target: { type: 'department', id: foreign.id } },
      404,
      'department_not_found',
    )
    await client.refused(add, device, 400, 'request_data_invalid')
    const status = () => client.call('GET /v2/device/{device_token}/synced_status', device)
    const before = await status()
    assert.deepEqual([names(before.synced_folders), names(before.synced_department_spaces)], [['notes'], ['Maths']])
    assert.deepEqual([before.is_synced_personal_space, before.is_synced_collab_space], [true, false])
    const other = await client.call('GET /v2/device/{device_token}/synced_status', { device_token: 'phone' })
    assert.deepEqual([other.synced_folders, other.is_synced_personal_space], [[], false])
    await server.deps.db.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', folder.id).execute()
    await client.call('POST /v2/device/{device_token}/remove_sync', { ...device, target: { type: 'personal', id: 5 } })
    const after = await status()
    assert.deepEqual([after.synced_folders, after.is_synced_personal_space], [[], false])
  })
})
