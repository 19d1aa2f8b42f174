import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Item } from '@/contract/entities'
import type { SortBy, SortDirection } from '@/contract/items/lists'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { factories } from '../../support/factories'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

const names = (items: Item[] | undefined) => items?.map((item) => item.name)
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 8, n))
const signIn = (user: UserRow) => signedIn(server, user)

describe('own root, folder and department have one fixed request form each; the path comes from current_path', () => {
  let user: UserRow
  let member: Client
  let outer: ItemRow
  let inner: ItemRow
  before(async () => {
    user = await make.user()
    outer = await make.folder({ owner: user }, { name: '外' })
    inner = await make.folder({ parent: outer }, { name: '内' })
    await make.file({ parent: inner }, { name: 'a.txt' })
    member = await signIn(user)
  })

  test('file_list/0 with folder_type own lists the own root in items and total_count', async () => {
    const list = await member.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
    assert.deepEqual(names(list.items), ['外'])
    assert.deepEqual(
      [list.total_count, list.children, list.total_children_count, list.folder],
      [1, undefined, undefined, null],
    )
    assert.deepEqual(list.current_path, [{ typed_id: 'folder_0', name: '' }])
    assert.equal(list.items?.[0]?.parent_folder_id, 0)
  })

  test('file_list/id lists a folder in children and total_children_count', async () => {
    const list = await member.call('GET /apps/files/file_list/{folderId}', {
      folderId: inner.id,
      folder_type: 'folder',
    })
    assert.deepEqual(names(list.children), ['a.txt'])
    assert.deepEqual(
      [list.total_children_count, list.items, list.total_count, list.folder?.id],
      [1, undefined, undefined, inner.id],
    )
    assert.deepEqual(list.current_path, [
      { typed_id: 'folder_0', name: '' },
      { typed_id: `folder_${outer.id}`, name: '外' },
      { typed_id: `folder_${inner.id}`, name: '内' },
    ])
    assert.deepEqual(list.children?.[0]?.path, list.current_path)
    assert.equal(list.children?.[0]?.parent_folder_id, inner.id)
  })

  test('file_list/0 with department_id lists a department', async () => {
    const top = await make.department({ name: '明德学校' })
    const department = await make.department({ parent: top, name: '教务处' })
    const colleague = await signIn(await make.user({ department }))
    const folder = await make.folder({ department }, { name: '课表' })
    const list = await colleague.call('GET /apps/files/file_list/{folderId}', {
      folderId: 0,
      department_id: department.id,
    })
    assert.deepEqual(names(list.children), ['课表'])
    assert.equal(list.children?.[0]?.department_id, department.id)
    assert.equal(list.folder?.department?.id, department.id)
    const below = await colleague.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id })
    assert.deepEqual(below.current_path.at(-1), { typed_id: `folder_${folder.id}`, name: '课表' })
    assert.deepEqual(below.current_path.at(-2), { typed_id: `department_${department.id}`, name: '教务处' })
  })

  test('without an id in the path the list is that of folder_id, a department, or else the own root (1§7)', async () => {
    const own = await member.call('GET /apps/files/file_list', {})
    assert.deepEqual([names(own.items), own.total_count, own.folder], [['外'], 1, null])
    const within = await member.call('GET /apps/files/file_list', { folder_id: inner.id, limit: 1 })
    assert.deepEqual([names(within.children), within.folder?.id], [['a.txt'], inner.id])
    const department = await make.department({ name: '德育处' })
    await make.folder({ department }, { name: '班会' })
    const colleague = await signIn(await make.user({ department }))
    const list = await colleague.call('GET /apps/files/file_list', { department_id: department.id })
    assert.deepEqual(names(list.children), ['班会'])
    await colleague.refused('GET /apps/files/file_list', { folder_id: inner.id }, 'item_not_found')
  })

  test('[API-02] the location above an item is its parent; only invited users have a path of the invitation', async () => {
    const colleague = await make.user({ enterprise: { id: user.enterprise_id } })
    await make.collab(inner, { user: colleague }, 'viewer')
    const above = { typed_id: `folder_${inner.id}`, name: '内' }
    const of = async (who: Client) =>
      (await who.call('GET /apps/files/file_list', { folder_id: inner.id })).children?.[0]
    const mine = await of(member)
    assert.deepEqual([mine?.parent, mine?.path_for_collab, mine?.current], [above, [], true])
    const theirs = await of(await signIn(colleague))
    assert.deepEqual([theirs?.parent, theirs?.path_for_collab], [above, [above]])
    const { items } = await (await signIn(colleague)).call('GET /apps/files/file_list_for_collabs', {})
    assert.deepEqual([items[0]?.parent, items[0]?.path_for_collab], [null, []])
  })

  test('a file cannot be listed', async () => {
    const file = await make.file({ owner: user })
    await member.refused('GET /apps/files/file_list/{folderId}', { folderId: file.id }, 'item_not_found')
  })

  test('a folder in the trash and its contents answer that they are deleted', async () => {
    const gone = await make.folder({ owner: user })
    const within = await make.folder({ parent: gone })
    await member.call('POST /apps/files/delete', { item_typed_ids: [`folder_${gone.id}`] })
    for (const { id } of [gone, within])
      await member.refused('GET /apps/files/file_list/{folderId}', { folderId: id }, 'item_is_deleted')
  })
})

describe('order and pages', () => {
  let member: Client
  let folder: ItemRow
  before(async () => {
    const user = await make.user()
    member = await signIn(user)
    folder = await make.folder({ owner: user })
    const parent = { parent: folder }
    await make.folder(parent, { name: '作业2', at: minute(1) })
    await make.folder(parent, { name: '作业10', at: minute(2) })
    await make.file(parent, { name: '啊.txt', at: minute(3), content: 'xx' })
    await make.file(parent, { name: '中.txt', at: minute(5), content: 'x' })
    await make.file(parent, { name: 'b.txt', at: minute(4), content: 'xxx' })
    await make.file(parent, { name: '吧.txt', at: minute(6), content: 'xxxx' })
  })

  const list = (query: { sort_by?: SortBy; sort_direction?: SortDirection; offset?: number; limit?: number }) =>
    member.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id, ...query })

  test('by default a list is sorted by date, newest first, folders before files', async () => {
    const answer = await list({})
    assert.deepEqual(names(answer.children), ['作业10', '作业2', '吧.txt', '中.txt', 'b.txt', '啊.txt'])
    assert.deepEqual([answer.sort_by, answer.sort_direction], ['date', 'desc'])
  })

  const orders: [SortBy, SortDirection, string[]][] = [
    ['date', 'asc', ['作业2', '作业10', '啊.txt', 'b.txt', '中.txt', '吧.txt']],
    ['name', 'asc', ['作业2', '作业10', '啊.txt', '吧.txt', '中.txt', 'b.txt']],
    ['name', 'desc', ['作业10', '作业2', 'b.txt', '中.txt', '吧.txt', '啊.txt']],
    ['size', 'desc', ['作业10', '作业2', '吧.txt', 'b.txt', '啊.txt', '中.txt']],
    ['size', 'asc', ['作业2', '作业10', '中.txt', '啊.txt', 'b.txt', '吧.txt']],
  ]
  for (const [sort_by, sort_direction, expected] of orders) {
    test(`a list sorts by ${sort_by} ${sort_direction}, folders first, and names the order`, async () => {
      const answer = await list({ sort_by, sort_direction })
      assert.deepEqual(names(answer.children), expected)
      assert.deepEqual([answer.sort_by, answer.sort_direction], [sort_by, sort_direction])
    })
  }

  test('pages of any size join to the whole list, across the border of folders and files', async () => {
    for (const limit of [1, 2, 3, 4, 5]) {
      const pages: string[] = []
      for (let offset = 0; offset < 6; offset += limit) {
        const answer = await list({ sort_by: 'name', sort_direction: 'asc', offset, limit })
        assert.equal(answer.total_children_count, 6)
        assert.ok(answer.children!.length <= limit)
        pages.push(...names(answer.children)!)
      }
      assert.deepEqual(pages, ['作业2', '作业10', '啊.txt', '吧.txt', '中.txt', 'b.txt'], `limit ${limit}`)
    }
    assert.deepEqual((await list({ offset: 6 })).children, [])
  })

  test('a page has 25 items by default', async () => {
    const user = await make.user()
    for (let n = 0; n < 30; n++) await make.folder({ owner: user })
    const answer = await (await signIn(user)).call('GET /apps/files/file_list/{folderId}', { folderId: 0 })
    assert.deepEqual([answer.items?.length, answer.total_count], [25, 30])
  })

  test('decisions 4.20: the chosen order is stored per location and user', async () => {
    const user = await make.user()
    const one = await make.folder({ owner: user })
    const other = await make.folder({ owner: user })
    const self = await signIn(user)
    const orderIn = async (folderId: number, asked: { sort_by?: SortBy; sort_direction?: SortDirection } = {}) => {
      const { sort_by, sort_direction } = await self.call('GET /apps/files/file_list/{folderId}', {
        folderId,
        ...asked,
      })
      return `${sort_by} ${sort_direction}`
    }
    assert.equal(await orderIn(one.id, { sort_by: 'name', sort_direction: 'desc' }), 'name desc')
    assert.equal(await orderIn(one.id), 'name desc')
    assert.equal(await orderIn(other.id), 'date desc')
    assert.equal(await orderIn(other.id, { sort_by: 'name' }), 'name asc')
  })

  for (const bad of [
    { sort_by: 'colour' },
    { sort_direction: 'up' },
    { limit: 0 },
    { limit: 201 },
    { offset: -1 },
    { offset: 'x' },
  ]) {
    const [field] = Object.keys(bad)
    test(`${JSON.stringify(bad)} is refused, with the field`, async () => {
      const input = { folderId: folder.id, ...bad }
      const { kind, entry } = await member.refused('GET /apps/files/file_list/{folderId}', input, 'invalid_request')
      assert.deepEqual([kind, entry.field], ['validation_errors', field])
    })
  }

  test('folder counters stay correct through creation, renaming, deletion, moves, purges and concurrency', async () => {
    const { db } = server.deps
    const user = await make.user()
    const [one, other] = [await make.folder({ owner: user }), await make.folder({ owner: user })]
    const child = await make.folder({ parent: one })
    await make.file({ parent: one })
    await sql`insert into items (parent_id, is_folder, name, name_key, creator_id, updater_id)
      select ${other.id}, n % 2 = 0, 'many ' || n, 'many ' || n, ${user.id}, ${user.id} from generate_series(1, 100) n`.execute(
      db,
    )
    await db.updateTable('items').set({ parent_id: other.id }).where('id', '=', child.id).execute()
    await db
      .updateTable('items')
      .set({ deleted_at: new Date() })
      .where('name', '=', 'many 2')
      .where('parent_id', '=', other.id)
      .execute()
    await db.deleteFrom('items').where('name', 'in', ['many 1', 'many 2']).where('parent_id', '=', other.id).execute()
    const { rows } = await sql<{ id: number }>`
      select items.id from items, lateral (
        select count(*) as children, count(*) filter (where is_folder) as folders
        from items child where parent_id = items.id and deleted_at is null
      ) counted where (child_count, folder_count) is distinct from (children, folders)`.execute(db)
    assert.deepEqual(rows, [])
    const counts = await db
      .selectFrom('items')
      .select(['child_count', 'folder_count'])
      .where('id', 'in', [one.id, other.id])
      .orderBy('id')
      .execute()
    assert.deepEqual(counts, [
      { child_count: 1, folder_count: 0 },
      { child_count: 99, folder_count: 50 },
    ])
  })
})

describe('the collaboration space', () => {
  test('it lists accepted invitations of colleagues with their roles, and nothing own, external, deleted or reset', async () => {
    const enterprise = await make.enterprise()
    const [me, colleague] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const shared = await make.folder({ owner: colleague }, { name: '共享' })
    const byGroup = await make.file({ owner: colleague }, { name: '小组.txt' })
    const own = await make.folder({ owner: me }, { name: 'own' })
    const pending = await make.folder({ owner: colleague })
    const barred = await make.folder({ owner: colleague })
    const deleted = await make.folder({ owner: colleague })
    const foreign = await make.folder({ owner: await make.user() })
    await make.collab(shared, { user: me }, 'viewer')
    await make.collab(byGroup, { group: await make.group({ members: [me] }) }, 'editor')
    await make.collab(own, { user: colleague }, 'editor')
    await make.collab(pending, { user: me }, 'viewer', { accepted: false })
    await make.collab(barred, { user: me }, 'reset')
    await make.collab(deleted, { user: me }, 'viewer')
    await make.collab(foreign, { user: me }, 'viewer')
    await (await signIn(colleague)).call('POST /apps/files/delete', { item_typed_ids: [`folder_${deleted.id}`] })
    const list = await (await signIn(me)).call('GET /apps/files/file_list_for_collabs', {})
    assert.deepEqual(
      list.items.map((item) => [item.name, item.final_role, item.space]),
      [
        ['共享', 'viewer', 'collab_space'],
        ['小组.txt', 'editor', 'collab_space'],
      ],
    )
    assert.equal(list.total_count, 2)
    const [first] = list.items
    assert.deepEqual(
      [first?.is_invited_collab_folder, first?.is_collab_folder, first?.type_icon],
      [true, true, 'invited_collab'],
    )

    const mine = await (await signIn(me)).call('GET /apps/files/file_list/{folderId}', { folderId: 0 })
    assert.deepEqual([mine.items?.[0]?.is_owned_collab_folder, mine.items?.[0]?.space], [true, 'personal_space'])
    const external = await (
      await signIn(me)
    ).call('GET /apps/files/get_info', { item_typed_id: `folder_${foreign.id}` })
    assert.deepEqual([external.item?.is_external_collab_folder, external.item?.type_icon], [true, 'external_collab'])
  })
})

describe('the fields of an item', () => {
  test('a file has its version, size, updater, update time and tags', async () => {
    const { db } = server.deps
    const user = await make.user()
    const file = await make.file({ owner: user }, { name: '通知.PDF', content: 'hello', at: minute(7) })
    const tag = await db
      .insertInto('tags')
      .values({ enterprise_id: user.enterprise_id, name: '重要' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('item_tags').values({ item_id: file.id, tag_id: tag.id }).execute()
    const { item } = await (await signIn(user)).call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
    const expected = {
      id: file.id,
      typed_id: `file_${file.id}`,
      type: 'file',
      extension: 'pdf',
      extension_category: 'pdf',
      type_icon: 'pdf',
      size: 5,
      version: 1,
      modified_at: minute(7).getTime() / 1000,
      updater: { id: user.id, name: user.name },
      tags: [{ id: tag.id, name: '重要' }],
      thumbnail: null,
      is_deleted: false,
    }
    assert.deepEqual({ ...item, ...expected }, item)
  })

  const blocks: [string, object, Partial<Item['action_permissions']>][] = [
    ['an encrypted file is not downloaded', { is_encrypted: true }, { perm_download: false, perm_preview: true }],
    [
      'a file being scanned is not downloaded where scanning is on',
      { scanned: 1 },
      { perm_download: false, perm_preview: true },
    ],
    ['scope 1 forbids the preview', { scope: 1 }, { perm_preview: false, perm_download: true }],
    ['sharing disabled for all', { share_disabled_for: 'all' }, { perm_share: false, perm_share_to_colleague: true }],
    ['the owner may share an item that members may not share', { share_disabled_for: 'members' }, { perm_share: true }],
  ]
  for (const [sentence, values, expected] of blocks) {
    test(`decisions 4.11: ${sentence}`, async () => {
      const user = await make.user({ enterprise: await make.enterprise({ virus_scan: true }) })
      const file = await make.file({ owner: user })
      await server.deps.db.updateTable('items').set(values).where('id', '=', file.id).execute()
      const { item } = await (await signIn(user)).call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
      assert.deepEqual({ ...item!.action_permissions, ...expected }, item!.action_permissions)
    })
  }

  test('an image has a signed thumbnail address that is stable for an hour; without item_preview it has none', async () => {
    const owner = await make.user()
    const guest = await make.user()
    const shared = await make.folder({ owner })
    const photo = await make.file({ parent: shared }, { name: 'photo.jpg' })
    await make.collab(shared, { user: guest }, 'uploader')
    const input = { item_typed_id: `file_${photo.id}` } as const
    const info = async (user: UserRow) => (await (await signIn(user)).call('GET /apps/files/get_info', input)).item!
    const { thumbnail, file_version_key: key } = await info(owner)
    assert.match(
      thumbnail!,
      new RegExp(`^/api/apps/representations/download\\?.*file_version_key=${key}&a=u${owner.id}&e=\\d+00&s=`),
    )
    assert.equal((await info(guest)).thumbnail, null)
  })
})
