import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { factories } from '../../support/factories'
import { frequentWorld } from '../../support/items/frequentWorld'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

let now = Date.UTC(2026, 8, 1)
let server: TestServer
let make: ReturnType<typeof factories>
let user: UserRow
let member: Client

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  user = await make.user()
  member = await signIn(user)
})
after(() => server.close())

const signIn = (who: UserRow) => signedIn(server, who)
const frequent = async (who: Client = member) =>
  (await who.call('GET /apps/frequently_used_items/get_list', {})).frequent_used_items

describe('favourites', () => {
  test('files, folders and departments are listed newest first, with the fields of their rows', async () => {
    const department = await make.department({ name: '教务处' })
    const self = await make.user({ department })
    const me = await signIn(self)
    const folder = await make.folder({ owner: self }, { name: '资料' })
    const file = await make.file({ parent: folder }, { name: 'a.txt' })
    await make.folder({ parent: folder })
    for (const typed_id of [`folder_${folder.id}`, `file_${file.id}`, `department_${department.id}`] as const) {
      now += 1000
      await me.call('POST /apps/frequently_used_items/add', { typed_id })
    }
    const rows = await frequent(me)
    const shown = rows.map(({ freq_type, item_id, item_count, isForbidden, item }) => [
      freq_type,
      item_id,
      item.name,
      item_count,
      item.folder_count,
      isForbidden,
    ])
    assert.deepEqual(shown, [
      ['department', department.id, '教务处', 0, 0, false],
      ['file', file.id, 'a.txt', 0, 0, false],
      ['folder', folder.id, '资料', 2, 1, false],
    ])
    assert.deepEqual(
      rows.map((row) => row.item.typed_id),
      [`department_${department.id}`, `file_${file.id}`, `folder_${folder.id}`],
    )
    assert.ok(rows.every((row) => row.file?.is_frequently_used))
    const list = await me.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id })
    assert.deepEqual(
      [list.is_frequently_used, list.children?.map((item) => item.is_frequently_used)],
      [true, [false, true]],
    )
    assert.equal(
      (await me.call('GET /apps/frequently_used_items/get_list', { page_size: 2 })).frequent_used_items.length,
      2,
    )
  })

  test('adding a favourite twice and removing a missing one have their own error codes', async () => {
    const folder = await make.folder({ owner: user })
    const typed_id = `folder_${folder.id}` as const
    const missing = await member.refused(
      'POST /apps/frequently_used_items/delete',
      { typed_id },
      'frequently_used_item_not_found',
    )
    await member.call('POST /apps/frequently_used_items/add', { typed_id })
    const twice = await member.refused(
      'POST /apps/frequently_used_items/add',
      { typed_id },
      'duplicate_frequently_used_item_id',
    )
    assert.deepEqual([missing.kind, twice.kind], ['validation_errors', 'validation_errors'])
    await member.call('POST /apps/frequently_used_items/delete', { typed_id })
    assert.ok((await frequent()).every((row) => row.item.typed_id !== typed_id))
  })

  test('a favourite must be readable when added; removing a favourite needs no right', async () => {
    const owner = await make.user()
    const shared = await make.folder({ owner }, { name: 'as it was called' })
    const typed_id = `folder_${shared.id}` as const
    await member.refused('POST /apps/frequently_used_items/add', { typed_id }, 'item_not_found')
    const { id } = await make.collab(shared, { user }, 'viewer')
    await member.call('POST /apps/frequently_used_items/add', { typed_id })
    await server.deps.db.deleteFrom('collabs').where('id', '=', id).execute()
    await (await signIn(owner)).call('POST /apps/files/edit', { item_typed_id: typed_id, name: 'a secret' })
    const row = (await frequent()).find((entry) => entry.item.typed_id === typed_id)!
    assert.deepEqual([row.isForbidden, row.item.is_dismissed, row.item.name], [true, false, 'as it was called'])
    assert.deepEqual([row.item.permissions, row.file], [[], null])
    await member.call('POST /apps/frequently_used_items/delete', { typed_id })
  })

  test('the favourite of a deleted item is marked as dismissed', async () => {
    const folder = await make.folder({ owner: user })
    await member.call('POST /apps/frequently_used_items/add', { typed_id: `folder_${folder.id}` })
    await member.call('POST /apps/files/delete', { item_typed_ids: [`folder_${folder.id}`] })
    const row = (await frequent()).find((entry) => entry.item_id === folder.id)!
    assert.deepEqual([row.isForbidden, row.item.is_dismissed], [true, true])
  })
})

describe('[LIST-10] [LIST-11] every kind of favourite', () => {
  test('a row shows the counts that this user sees, or what happened to a lost item', async () => {
    const world = await frequentWorld(server, make)
    const rows = await frequent(world.me)
    const shown = rows.map(({ freq_type, item_count, isForbidden, item, file }) => [
      freq_type,
      item.name,
      item_count,
      item.item_count,
      item.folder_count,
      item.children_departments_count,
      isForbidden,
      item.is_dismissed,
      file?.name,
    ])
    const listed = [
      ['file', '简章.pdf', 0, 0, 0, 0, false, false, '简章.pdf'],
      /* One of four children is inaccessible; so is one of two lower departments, whose roots are folders in it. */
      ['folder', '资料', 3, 3, 2, 0, false, false, '资料'],
      ['department', '教务处', 3, 3, 2, 1, false, false, '教务处'],
      ['external_enterprise', '云舟科技', 2, 2, 1, 0, false, false, undefined],
      ['file', '试卷.docx', 0, 0, 0, 0, true, false, undefined],
      ['folder', '旧课件', 0, 0, 0, 0, true, true, undefined],
    ]
    assert.deepEqual([...shown].sort(), [...listed].sort())
  })

  test('an external enterprise can be a favourite only while it shares with the user; its list shows the star', async () => {
    const { me, outsider, elsewhere } = await frequentWorld(server, make)
    const typed_id = `external_enterprise_${elsewhere.id}` as const
    const list = () => me.call('GET /apps/files/file_list_for_external_enterprise', { enterprise_id: elsewhere.id })
    assert.equal((await list()).is_frequently_used, true)
    await me.refused('POST /apps/frequently_used_items/add', { typed_id }, 'duplicate_frequently_used_item_id')
    await me.call('POST /apps/frequently_used_items/delete', { typed_id })
    assert.equal((await list()).is_frequently_used, false)
    await (await signIn(outsider)).refused('POST /apps/frequently_used_items/add', { typed_id }, 'item_not_found')
    await me.refused(
      'POST /apps/frequently_used_items/add',
      { typed_id: 'external_enterprise_999999' },
      'item_not_found',
    )
    await me.call('POST /apps/frequently_used_items/add', { typed_id })
    await server.deps.db
      .deleteFrom('collabs')
      .where('item_id', 'in', (query) => query.selectFrom('items').select('id').where('creator_id', '=', outsider.id))
      .execute()
    const row = (await frequent(me)).find((entry) => entry.item.typed_id === typed_id)!
    assert.deepEqual([row.isForbidden, row.item.is_dismissed, row.item.name], [true, false, '云舟科技'])
  })
})

test('mark_as_used records the last use; an unreadable item is refused', async () => {
  const file = await make.file({ owner: user })
  const mark = () => member.call('POST /recent_items/mark_as_used', { item_typed_id: `file_${file.id}` })
  await mark()
  now += 5000
  await mark()
  const rows = await server.deps.db
    .selectFrom('recent_items')
    .select('used_at')
    .where('item_id', '=', file.id)
    .execute()
  assert.deepEqual(
    rows.map((row) => row.used_at.getTime()),
    [now],
  )
  const foreign = await make.file({ owner: await make.user() })
  await member.refused('POST /recent_items/mark_as_used', { item_typed_id: `file_${foreign.id}` }, 'item_not_found')
})
