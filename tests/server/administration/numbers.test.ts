import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

/*
 * The list of people and the tree of departments come from one scan each. These tests compare their numbers with what the people are.
 */

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let they: Client

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise()
  they = await client(server).as((await make.user({ enterprise: school, name: 'Head', role: 'owner' })).login)
})
after(() => server.close())

type Question = Parameters<typeof they.call<'GET /admin/people/list'>>[1]

describe('the list of people', () => {
  before(async () => {
    for (const [name, login, email] of [
      ['王晓明', 'WangXM@Mingde.test', 'Xiaoming@Post.example'],
      ['王小明', 'wxm2@mingde.test', ''],
      ['陈 静', 'chen@mingde.test', 'c_100%@post.example'],
      ['José Ünal', 'jose@mingde.test', ''],
      ['ＡＢＣ', 'wide@mingde.test', ''],
      ['第10班', 'class10@mingde.test', ''],
      ['第9班', 'class9@mingde.test', ''],
    ] as const)
      await they.call('POST /admin/people/create', { name, login, email })
    const { people } = await they.call('GET /admin/people/list', { search: '王小明' })
    await they.call('POST /admin/people/deactivate', { user_ids: [people[0]!.id] })
    // Nobody of another organisation is found.
    await make.user({ name: '王晓明', role: 'owner' })
  })

  for (const [search, names] of [
    ['王', ['王小明', '王晓明']],
    ['晓明', ['王晓明']],
    ['wangxm', ['王晓明']],
    ['WANGXM@mingde', ['王晓明']],
    ['xiaoming@POST', ['王晓明']],
    ['  post.example ', ['陈 静', '王晓明']],
    ['陈静', ['陈 静']],
    ['陈 静', ['陈 静']],
    ['jose unal', ['José Ünal']],
    ['abc', ['ＡＢＣ']],
    ['ａｂｃ', ['ＡＢＣ']],
    ['c_100%', ['陈 静']],
    ['%', ['陈 静']],
    ['_', ['陈 静']],
    ['班', ['第9班', '第10班']],
    ['查无此人', []],
  ] as const)
    test(`[ADM-02] a search for ${JSON.stringify(search)} finds ${names.join(', ') || 'nobody'}`, async () => {
      const { people, total_count } = await they.call('GET /admin/people/list', { search })
      assert.deepEqual(people.map(({ name }) => name).sort(), [...names].sort())
      assert.equal(total_count, names.length)
    })

  test('[ADM-02] names are in the order of their numbers', async () => {
    const { people } = await they.call('GET /admin/people/list', { search: '班' })
    assert.deepEqual(
      people.map(({ name }) => name),
      ['第9班', '第10班'],
    )
  })

  test('[ADM-02] in every order, pages hold everybody once, and each page says how many match', async () => {
    for (const sort_by of ['name', 'login', 'created_at', 'last_sign_in_at', 'used_bytes'] as const)
      for (const sort_direction of ['asc', 'desc'] as const) {
        const ask = (window: Question) => they.call('GET /admin/people/list', { sort_by, sort_direction, ...window })
        const all = await ask({})
        assert.equal(all.total_count, 8)
        const paged: number[] = []
        for (let offset = 0; offset < 9; offset += 3) {
          const { people, total_count } = await ask({ offset, limit: 3 })
          assert.equal(total_count, 8)
          paged.push(...people.map(({ id }) => id))
        }
        assert.deepEqual(
          paged,
          all.people.map(({ id }) => id),
        )
        assert.equal(new Set(paged).size, 8)
        const beyond = await ask({ offset: 100 })
        assert.deepEqual([beyond.people, beyond.total_count], [[], 8])
      }
  })

  test('[ADM-02] a search goes with filters: deactivated people are found, deleted people only among the deleted', async () => {
    const count = async (question: Question) => (await they.call('GET /admin/people/list', question)).total_count
    assert.equal(await count({ search: '王', state: 'deactivated' }), 1)
    assert.equal(await count({ search: '王', state: 'new' }), 1)
    const { people } = await they.call('GET /admin/people/list', { search: '王小明' })
    await they.call('POST /admin/people/delete', { user_ids: [people[0]!.id] })
    assert.equal(await count({ search: '王' }), 1)
    assert.equal(await count({ search: '王', state: 'deleted' }), 1)
  })
})

describe('the tree of departments', () => {
  const departments: Record<string, number> = {}
  const people: Record<string, UserRow> = {}

  before(async () => {
    const top = await make.department({ enterprise: school, name: '学校' })
    const senior = await make.department({ parent: top, name: '高中' })
    const junior = await make.department({ parent: top, name: '初中' })
    const [first, second] = [
      await make.department({ parent: senior, name: '高一' }),
      await make.department({ parent: senior, name: '高二' }),
    ]
    const gone = await make.department({ enterprise: school, name: '旧部' })
    for (const { id, name } of [top, senior, junior, first, second, gone]) departments[name] = id
    for (const [name, places] of [
      ['Ann', [first, second]],
      ['Bob', [first, junior]],
      ['Cid', [senior, first]],
      ['Dan', [first, second]],
      ['Eve', [second]],
      ['Fay', [junior, gone]],
    ] as const) {
      people[name] = await make.user({ enterprise: school, name })
      for (const place of places)
        await make.member(place, people[name], { isManager: name === 'Cid' || name === 'Dan' })
    }
    await they.call('POST /admin/people/deactivate', { user_ids: [people.Dan!.id] })
    await they.call('POST /admin/departments/delete', { department_id: gone.id, members_to: null, files_to: null })
  })

  /** Per department: members, and members with the departments below. */
  async function counts() {
    const { departments: rows } = await they.call('GET /admin/departments/tree', {})
    return Object.fromEntries(rows.map((row) => [row.name, [row.member_count, row.all_member_count]]))
  }

  test('[ADM-07] people of several departments count once in each branch; deactivated people and departments in the trash do not count', async () => {
    assert.deepEqual(await counts(), { 学校: [0, 5], 高中: [1, 4], 初中: [2, 2], 高一: [3, 3], 高二: [2, 2] })
  })

  test('[ADM-07] the counts are those of the list of people', async () => {
    const found = await counts()
    for (const [name, id] of Object.entries(departments)) {
      if (name === '旧部') continue
      const { total_count } = await they.call('GET /admin/people/list', { department_id: id, state: 'new' })
      assert.equal(found[name]![1], total_count, name)
    }
  })

  test('[ADM-07] the counts follow a deactivation, a restoring and a move', async () => {
    const before = await counts()
    await they.call('POST /admin/people/deactivate', { user_ids: [people.Ann!.id] })
    assert.deepEqual(await counts(), { 学校: [0, 4], 高中: [1, 3], 初中: [2, 2], 高一: [2, 2], 高二: [1, 1] })
    await they.call('POST /admin/people/restore', { user_ids: [people.Ann!.id] })
    assert.deepEqual(await counts(), before)
    await they.call('POST /admin/departments/move', {
      department_id: departments.高一!,
      parent_id: departments.初中!,
      before_id: null,
    })
    assert.deepEqual(await counts(), { 学校: [0, 5], 高中: [1, 3], 初中: [2, 4], 高一: [3, 3], 高二: [2, 2] })
  })

  test('[ADM-07] the managers of a department are its active managers', async () => {
    const { departments: rows } = await they.call('GET /admin/departments/tree', {})
    assert.deepEqual(
      rows
        .filter(({ managers }) => managers.length > 0)
        .map(({ name, managers }) => [name, managers.map((each) => each.name)])
        .sort(),
      [
        ['高一', ['Cid']],
        ['高中', ['Cid']],
      ],
    )
  })

  test('[ADM-07] who may share the folder of a department is changed, recorded, and in force with the next call', async () => {
    const department_id = departments.高二!
    const [manager, member] = [await make.user({ enterprise: school }), people.Eve!]
    await they.call('POST /admin/departments/add_members', { department_id, user_ids: [manager.id], is_manager: true })
    const sharing = async (value: 'all' | 'members' | null) => {
      await they.call('POST /admin/departments/edit', { department_id, share_disabled_for: value })
      const { departments: rows } = await they.call('GET /admin/departments/tree', {})
      assert.equal(rows.find(({ id }) => id === department_id)!.share_disabled_for, value)
      const { id } = await server.deps.db
        .selectFrom('items')
        .select('id')
        .where('department_id', '=', department_id)
        .executeTakeFirstOrThrow()
      const mayShare = async ({ login }: UserRow) => {
        const { item } = await (
          await client(server).as(login)
        ).call('GET /apps/files/get_info', {
          item_typed_id: `folder_${id}`,
        })
        return (item as { action_permissions: { perm_share: boolean } }).action_permissions.perm_share
      }
      return [await mayShare(manager), await mayShare(member)]
    }
    assert.deepEqual(await sharing('members'), [true, false])
    assert.deepEqual(await sharing('all'), [false, false])
    assert.deepEqual(await sharing(null), [true, true])
    const { entries } = await they.call('GET /apps/audit/list', { deed: 'department_changed' })
    assert.deepEqual(
      entries.map(({ detail }) => [detail?.before?.share_disabled_for, detail?.after?.share_disabled_for]),
      [
        ['all', null],
        ['members', 'all'],
        [null, 'members'],
      ],
    )
  })
})
