import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Contact } from '@/contract/contacts'
import type { Request } from '@/contract/api'
import type { Role } from '@/contract/entities'
import type { DepartmentRow, EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let enterprise: EnterpriseRow
let me: Client
const users: Record<string, UserRow> = {}
const departments: Record<string, DepartmentRow> = {}
let group: { id: number }
let foreign: { user: UserRow; department: DepartmentRow; group: { id: number } }

/* 明德学校 / (教务处 / (招生办公室, 考务中心), 总务处); 王珂 asks, 离职 was deactivated, 新来 has no department. */
before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  enterprise = await make.enterprise()
  const add = async (name: string, values: { login?: string; isAdministrator?: boolean; in?: string[] } = {}) => {
    const { in: places = [], ...rest } = values
    users[name] = await make.user({ enterprise, name, ...rest })
    for (const place of places) await make.member(departments[place]!, users[name])
  }
  const addDepartment = async (name: string, parent?: string, position?: number) => {
    departments[name] = await make.department({
      enterprise,
      name,
      position,
      parent: parent === undefined ? undefined : departments[parent],
    })
  }
  await add('管理员', { isAdministrator: true })
  await addDepartment('明德学校')
  await addDepartment('总务处', '明德学校', 1)
  await addDepartment('教务处', '明德学校', 0)
  await addDepartment('招生办公室', '教务处')
  await addDepartment('考务中心', '教务处')
  await add('王珂', { login: 'wangke@mingde.test', in: ['招生办公室'] })
  await add('李蔚', { login: 'liwei@mingde.test', in: ['招生办公室', '考务中心'] })
  await add('江涛', { login: 'jiangtao@mingde.test' })
  await make.member(departments['教务处']!, users['江涛']!, { isManager: true })
  await add('离职', { login: 'gone@mingde.test', in: ['招生办公室'] })
  await add('新来', { login: 'new_100%@mingde.test' })
  await deactivate(users['离职']!)
  group = await make.group({ enterprise, members: [users['王珂']!, users['新来']!, users['离职']!] })
  await server.deps.db.updateTable('groups').set({ name: '宣讲团' }).where('id', '=', group.id).execute()

  const other = await make.enterprise()
  const outsider = await make.user({ enterprise: other, name: '外人', isAdministrator: true })
  foreign = {
    user: outsider,
    department: await make.department({ enterprise: other }),
    group: await make.group({ enterprise: other, members: [outsider] }),
  }
  me = await client(server).as('wangke@mingde.test')
})
after(() => server.close())

const of = (name: string) => departments[name]!
const user = (name: string) => users[name]!
const names = (contacts: readonly Pick<Contact, 'name'>[]) => contacts.map(({ name }) => name)
const deactivate = ({ id }: UserRow) =>
  server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
const rootOf = async (name: string) =>
  server.deps.db
    .selectFrom('items')
    .selectAll()
    .where('id', '=', (await departmentRoot(server.deps.db, of(name).id))!)
    .executeTakeFirstOrThrow()

type Asked = Request<'GET /apps/contacts/get'>
const everything: Asked = {
  include_groups: true,
  include_departments: true,
  include_users_without_department: true,
}

describe('[CONT-05] each flag of /apps/contacts/get', () => {
  const table: { sentence: string; asked: Asked; contacts: string[]; departments?: string[]; groups?: string[] }[] = [
    {
      sentence: 'without any flag: people in departments',
      asked: {},
      contacts: ['江涛', '离职', '李蔚', '王珂'],
    },
    {
      sentence: 'include_users_without_department adds the others',
      asked: { include_users_without_department: true },
      contacts: ['管理员', '江涛', '离职', '李蔚', '王珂', '新来'],
    },
    {
      sentence: 'include_groups',
      asked: { include_groups: true },
      contacts: ['江涛', '离职', '李蔚', '王珂'],
      groups: ['宣讲团'],
    },
    {
      sentence: 'include_departments: the top departments instead of their people',
      asked: { include_departments: true },
      contacts: [],
      departments: ['明德学校'],
    },
    {
      sentence: '… including the group of people without a department',
      asked: { include_departments: true, include_users_without_department: true },
      contacts: ['管理员', '新来'],
      departments: ['明德学校'],
    },
    { sentence: 'exclude_self', asked: { exclude_self: true }, contacts: ['江涛', '离职', '李蔚'] },
    { sentence: 'exclude_inactive', asked: { exclude_inactive: true }, contacts: ['江涛', '李蔚', '王珂'] },
    {
      sentence: 'search_string: names, logins, departments and groups, wherever they are',
      asked: { ...everything, search_string: '务' },
      contacts: [],
      departments: ['教务处', '考务中心', '总务处'],
    },
    { sentence: '… a login', asked: { ...everything, search_string: 'LiWei@' }, contacts: ['李蔚'] },
    { sentence: '… a group', asked: { ...everything, search_string: '宣讲' }, contacts: [], groups: ['宣讲团'] },
    { sentence: '… people without a department only with their flag', asked: { search_string: '新来' }, contacts: [] },
    { sentence: '… with it', asked: { ...everything, search_string: '新 来' }, contacts: ['新来'] },
    {
      sentence: '… and exclude_self',
      asked: { ...everything, search_string: '王珂', exclude_self: true },
      contacts: [],
    },
    {
      sentence: '… only blanks are no search',
      asked: { ...everything, search_string: '  ' },
      contacts: ['管理员', '新来'],
      departments: ['明德学校'],
      groups: ['宣讲团'],
    },
  ]
  for (const { sentence, asked, contacts, departments: found = [], groups = [] } of table) {
    test(sentence, async () => {
      const answer = await me.call('GET /apps/contacts/get', asked)
      assert.deepEqual(names(answer.contacts).sort(byName), [...contacts].sort(byName))
      assert.deepEqual(names(answer.departments).sort(byName), [...found].sort(byName))
      assert.deepEqual(names(answer.groups), groups)
      assert.equal(answer.total_count, contacts.length)
    })
  }

  test('names are sorted by language, and names that start with the search words come first', async () => {
    const { contacts } = await me.call('GET /apps/contacts/get', { include_users_without_department: true })
    assert.deepEqual(names(contacts), ['管理员', '江涛', '离职', '李蔚', '王珂', '新来'])
    const other = await make.enterprise()
    for (const name of ['安王', '王一', '赵王']) await make.user({ enterprise: other, name })
    const asker = await make.user({ enterprise: other, name: '马' })
    const them = await client(server).as(asker.login)
    const input = { include_users_without_department: true, search_string: '王' }
    assert.deepEqual(names((await them.call('GET /apps/contacts/get', input)).contacts), ['王一', '安王', '赵王'])
  })

  test('a page has page_size people; only the first page has departments and groups', async () => {
    const input = { ...everything, search_string: '@mingde', page_size: 2 }
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page_number) => me.call('GET /apps/contacts/get', { ...input, page_number })),
    )
    assert.deepEqual(
      pages.map(({ contacts }) => contacts.length),
      [2, 2, 1, 0],
    )
    assert.deepEqual([pages[0]!.page_count, pages[0]!.total_count, pages[2]!.page_number], [3, 5, 3])
    const tree = { ...everything, page_size: 1 }
    assert.equal((await me.call('GET /apps/contacts/get', tree)).departments.length, 1)
    assert.equal((await me.call('GET /apps/contacts/get', { ...tree, page_number: 2 })).departments.length, 0)
  })
})

const byName = (a: string, b: string) => a.localeCompare(b, 'zh')

describe('[CONT-05] the people of a department', () => {
  const table: {
    sentence: string
    asked: Partial<Request<'GET /departments/user_list'>>
    in: string
    users: string[]
  }[] = [
    {
      sentence: 'includes the people of lower departments, each once',
      in: '教务处',
      asked: {},
      users: ['江涛', '离职', '李蔚', '王珂'],
    },
    { sentence: 'direct: only its own', in: '教务处', asked: { direct: true }, users: ['江涛'] },
    { sentence: 'exclude_self', in: '招生办公室', asked: { exclude_self: true }, users: ['离职', '李蔚'] },
    { sentence: 'exclude_inactive', in: '招生办公室', asked: { exclude_inactive: true }, users: ['李蔚', '王珂'] },
    { sentence: 'none', in: '总务处', asked: {}, users: [] },
  ]
  for (const { sentence, asked, in: name, users: told } of table) {
    test(sentence, async () => {
      const answer = await me.call('GET /departments/user_list', { department_id: of(name).id, ...asked })
      assert.deepEqual(names(answer.users), told)
      assert.equal(answer.total_count, told.length)
    })
  }

  test('with skip_get_count the answer has no total', async () => {
    const input = { department_id: of('教务处').id, skip_get_count: true, page_size: 2, page_number: 2 }
    const { users: rest, ...answer } = await me.call('GET /departments/user_list', input)
    assert.equal(rest.length, 2)
    assert.deepEqual([answer.total_count, answer.page_count, answer.page_number], [null, null, 2])
  })

  test('[CONT-01] departments can be opened level by level; each shows its active people and its path', async () => {
    const [top] = (await me.call('GET /apps/contacts/get', everything)).departments
    assert.deepEqual([top!.user_count, top!.has_children_departments, top!.place], [3, true, ''])
    const { departments: below } = await me.call('GET /departments/children', { department_id: of('明德学校').id })
    assert.deepEqual(
      below.map((each) => [each.name, each.user_count, each.has_children_departments]),
      [
        ['教务处', 3, true],
        ['总务处', 0, false],
      ],
    )
    const { departments: deepest } = await me.call('GET /departments/children', { department_id: of('教务处').id })
    assert.deepEqual(names(deepest[0]!.departments_path), ['明德学校', '教务处', deepest[0]!.name])
    assert.equal(deepest[0]!.place, '明德学校 / 教务处')
  })

  test('a department lists its managers', async () => {
    const { file_managers } = await me.call('GET /departments/manager_list', { department_id: of('教务处').id })
    assert.deepEqual(file_managers, [{ id: user('江涛').id, name: '江涛', final_role: 'coowner' }])
  })

  test('a deleted department is gone together with those below it', async () => {
    const parent = await make.department({ parent: of('明德学校'), name: '撤销处' })
    const child = await make.department({ parent, name: '撤销处一组' })
    await server.deps.db
      .updateTable('items')
      .set({ deleted_at: new Date() })
      .where('department_id', '=', parent.id)
      .execute()
    const found = await me.call('GET /apps/contacts/get', { include_departments: true, search_string: '撤销' })
    assert.deepEqual(found.departments, [])
    for (const { id } of [parent, child]) {
      await me.refused('GET /departments/user_list', { department_id: id }, 'item_not_found')
    }
  })
})

describe('[CONT-04] the kinds of contacts', () => {
  test('users, departments and groups have typed ids; departments and groups are invited by the id of a group', async () => {
    const answer = await me.call('GET /apps/contacts/get', { ...everything, search_string: '宣讲' })
    assert.deepEqual(answer.groups[0], {
      id: group.id,
      item_typed_id: `group_${group.id}`,
      name: '宣讲团',
      login: '',
      is_department: false,
      is_group: true,
      group_id: group.id,
      user_count: 2,
      is_active: true,
      current_user: false,
      disabled: false,
      place: '',
    })
    const { contacts } = await me.call('GET /apps/contacts/get', { ...everything, search_string: 'wangke' })
    assert.deepEqual(contacts[0], {
      id: user('王珂').id,
      item_typed_id: `contact_${user('王珂').id}`,
      name: '王珂',
      login: 'wangke@mingde.test',
      is_department: false,
      is_group: false,
      group_id: null,
      user_count: 1,
      is_active: true,
      current_user: true,
      disabled: false,
      place: '明德学校 / 教务处 / 招生办公室',
    })
    const { departments: found } = await me.call('GET /apps/contacts/get', { ...everything, search_string: '总务' })
    assert.equal(found[0]!.item_typed_id, `department_${of('总务处').id}`)
    assert.equal(found[0]!.group_id, (await make.groupOf(of('总务处'))).id)
  })

  test('the group of a department includes the departments below, has its name, and is not listed as a group', async () => {
    const shared = await make.folder({ owner: user('管理员') })
    await make.collab(shared, { group: await make.groupOf(of('教务处')) }, 'viewer')
    const { item } = await me.call('GET /apps/files/get_info', { item_typed_id: `folder_${shared.id}` })
    assert.equal(item?.final_role, 'viewer')
    await server.deps.db.updateTable('departments').set({ name: '教导处' }).where('id', '=', of('教务处').id).execute()
    const own = await make.groupOf(of('教务处'))
    assert.equal(own.name, '教导处')
    await me.refused('GET /cards/group_info', { group_id: own.id }, 'item_not_found')
    await server.deps.db.updateTable('departments').set({ name: '教务处' }).where('id', '=', of('教务处').id).execute()
  })
})

describe('[CONT-02] existing collaborators', () => {
  let folder: ItemRow
  before(async () => {
    folder = await make.folder({ owner: user('王珂') })
    await make.collab(folder, { user: user('李蔚') }, 'viewer')
    await make.collab(folder, { user: user('新来') }, 'viewer', { accepted: false })
    await make.collab(folder, { group }, 'viewer')
    await make.collab(folder, { group: await make.groupOf(of('总务处')) }, 'viewer')
  })

  const disabled = (contacts: readonly Contact[]) => names(contacts.filter((each) => each.disabled))

  test('the owner and invited users, pending or not, cannot be chosen', async () => {
    const invite = { item_typed_id: `folder_${folder.id}` } as const
    const all = await me.call('GET /apps/contacts/get', {
      include_users_without_department: true,
      include_groups: true,
      ...invite,
    })
    assert.deepEqual(disabled(all.contacts), ['李蔚', '王珂', '新来'])
    assert.deepEqual(disabled(all.groups), ['宣讲团'])
    const below = await me.call('GET /departments/children', { department_id: of('明德学校').id, ...invite })
    assert.deepEqual(disabled(below.departments), ['总务处'])
    const list = await me.call('GET /departments/user_list', { department_id: of('考务中心').id, ...invite })
    assert.deepEqual(disabled(list.users), ['李蔚'])
    const card = await me.call('GET /cards/user_info', { user_id: user('李蔚').id, ...invite })
    assert.equal(card.user.disabled, true)
  })

  test('[COLL-05] a user whose invitation has expired can be chosen again', async () => {
    const late = await make.folder({ owner: user('王珂') })
    const { id } = await make.collab(late, { user: user('新来') }, 'viewer', { accepted: false })
    const chosen = async () => {
      const input = { include_users_without_department: true, item_typed_id: `folder_${late.id}` } as const
      return disabled((await me.call('GET /apps/contacts/get', input)).contacts)
    }
    const until = (ms: number) =>
      server.deps.db
        .updateTable('collabs')
        .set({ expires_at: new Date(Date.now() + ms) })
        .where('id', '=', id)
        .execute()
    await until(60_000)
    assert.deepEqual(await chosen(), ['王珂', '新来'])
    await until(-1000)
    assert.deepEqual(await chosen(), ['王珂'])
  })

  test('[CONT-03] a reader of an item can open cards from it; only users who may invite see who is invited', async () => {
    const viewer = await make.user({ enterprise })
    await make.collab(folder, { user: viewer }, 'viewer')
    const they = await client(server).as(viewer.login)
    const input = { user_id: user('李蔚').id, item_typed_id: `folder_${folder.id}` } as const
    const shown = (await they.call('GET /cards/user_info', input)).user
    assert.deepEqual([shown.name, shown.disabled], ['李蔚', false])
    const stranger = await client(server).as((await make.user({ enterprise })).login)
    await stranger.refused('GET /cards/user_info', input, 'item_not_found')
  })

  test('only users who may invite see the collaborators', async () => {
    const answerTo = (role: Role | null) => async () => {
      const colleague = await make.user({ enterprise })
      if (role) await make.collab(folder, { user: colleague }, role)
      const them = await client(server).as(colleague.login)
      const { body } = await them.send('GET /apps/contacts/get', { item_typed_id: `folder_${folder.id}` })
      return JSON.stringify(body)
    }
    for (const role of ['coowner', 'editor'] as const) assert.match(await answerTo(role)(), /"success":true/)
    for (const role of ['viewer_uploader', 'viewer', 'previewer_uploader', 'previewer', 'uploader'] as const)
      assert.match(await answerTo(role)(), /permission_denied/, role)
    for (const role of ['reset', null] as const) assert.match(await answerTo(role)(), /item_not_found/)
    await me.refused('GET /apps/contacts/get', { item_typed_id: 'folder_999999' }, 'item_not_found')
    await me.refused('GET /apps/contacts/get', { item_typed_id: `file_${folder.id}` }, 'item_not_found')
    await me.refused('GET /apps/contacts/get', { item_typed_id: 'department_1' }, 'invalid_request')
  })
})

describe('[CONT-05] review_id: the users who see an item', () => {
  const viewers = async (item: Pick<ItemRow, 'id'>, input: Asked = {}) => {
    const answer = await me.call('GET /apps/contacts/get', { ...everything, ...input, review_id: item.id })
    return [names(answer.contacts), names(answer.departments), names(answer.groups)]
  }

  test('it lists the owner, the users invited there or above, and the members of invited groups and departments', async () => {
    const folder = await make.folder({ owner: user('江涛') })
    const file = await make.file({ parent: folder })
    await make.collab(folder, { group }, 'viewer')
    await make.collab(folder, { user: foreign.user }, 'viewer')
    await make.collab(folder, { user: user('李蔚') }, 'viewer', { accepted: false })
    assert.deepEqual(await viewers(file), [['江涛', '离职', '王珂', '新来'], [], ['宣讲团']])
    assert.deepEqual(await viewers(file, { exclude_inactive: true, exclude_self: true }), [
      ['江涛', '新来'],
      [],
      ['宣讲团'],
    ])
    assert.deepEqual(await viewers(file, { search_string: '新' }), [['新来'], [], []])
    await make.collab(folder, { group: await make.groupOf(of('考务中心')) }, 'editor')
    assert.deepEqual(await viewers(file, { exclude_inactive: true }), [
      ['江涛', '李蔚', '王珂', '新来'],
      ['考务中心'],
      ['宣讲团'],
    ])
  })

  test('it omits users whose right was removed below', async () => {
    const folder = await make.folder({ owner: user('王珂') })
    const inner = await make.folder({ parent: folder })
    await make.collab(folder, { user: user('新来') }, 'editor')
    await make.collab(folder, { user: user('李蔚') }, 'editor')
    await make.collab(inner, { user: user('新来') }, 'reset')
    assert.deepEqual((await viewers(inner))[0], ['李蔚', '王珂'])
  })

  test('for a department it lists members, managers, managers above, and the owner', async () => {
    const root = await rootOf('考务中心')
    const { id } = await make.file({ parent: root })
    const reader = await client(server).as('liwei@mingde.test')
    const { contacts, departments: found } = await reader.call('GET /apps/contacts/get', {
      ...everything,
      review_id: id,
    })
    assert.deepEqual(names(contacts), ['管理员', '江涛', '李蔚'])
    assert.ok(names(found).includes('考务中心'))
  })

  test('only users who see the item may ask', async () => {
    const secret = await make.folder({ owner: foreign.user })
    await me.refused('GET /apps/contacts/get', { review_id: secret.id }, 'item_not_found')
    await me.refused('GET /apps/contacts/get', { review_id: 999_999 }, 'item_not_found')
  })
})

describe('[CONT-03] cards', () => {
  test('a user, a department and a group have one', async () => {
    const { user: card } = await me.call('GET /cards/user_info', { user_id: user('李蔚').id })
    assert.deepEqual(
      [card.name, card.login, card.place],
      ['李蔚', 'liwei@mingde.test', '明德学校 / 教务处 / 招生办公室'],
    )
    const { department } = await me.call('GET /cards/department_info', { department_id: of('教务处').id })
    assert.deepEqual([department.name, department.user_count], ['教务处', 3])
    const { group: told } = await me.call('GET /cards/group_info', { group_id: group.id })
    assert.deepEqual([told.name, told.user_count], ['宣讲团', 2])
  })

  test('the card of a deactivated user says so', async () => {
    const { user: card } = await me.call('GET /cards/user_info', { user_id: user('离职').id })
    assert.equal(card.is_active, false)
  })
})

describe('rights to look people up', () => {
  test('foreign and missing ids answer alike', async () => {
    const nothing = 999_999
    const asked = [
      ['GET /cards/user_info', 'user_id', foreign.user.id],
      ['GET /cards/group_info', 'group_id', foreign.group.id],
      ['GET /cards/department_info', 'department_id', foreign.department.id],
      ['GET /departments/user_list', 'department_id', foreign.department.id],
      ['GET /departments/children', 'department_id', foreign.department.id],
      ['GET /departments/manager_list', 'department_id', foreign.department.id],
    ] as const
    for (const [name, field, id] of asked) {
      const answers = await Promise.all(
        [id, nothing, 0].map((each) => me.refused(name, { [field]: each }, 'item_not_found')),
      )
      assert.deepEqual(answers[0], answers[1])
      assert.deepEqual(answers[0], answers[2])
    }
  })

  test('a search by name, login, department or group never finds another enterprise', async () => {
    for (const search_string of ['外人', foreign.user.login, foreign.department.name, 'group']) {
      const answer = await me.call('GET /apps/contacts/get', { ...everything, search_string })
      assert.deepEqual([answer.contacts, answer.departments, answer.groups], [[], [], []])
    }
  })

  test('a personal user sees nobody', async () => {
    const personal = await make.enterprise({ is_personal: true })
    const solo = await make.user({ enterprise: personal })
    const neighbour = await make.user({ enterprise: personal })
    const them = await client(server).as(solo.login)
    for (const asked of [everything, { ...everything, search_string: neighbour.name }]) {
      const answer = await them.call('GET /apps/contacts/get', asked)
      assert.deepEqual([answer.contacts, answer.total_count, answer.groups], [[], 0, []])
    }
    await them.refused('GET /cards/user_info', { user_id: neighbour.id }, 'item_not_found')
  })

  test('without a session nothing is visible', async () => {
    const { visitor } = client(server)
    await visitor.refused('GET /apps/contacts/get', everything, 'login_expired')
    await visitor.refused('GET /departments/user_list', { department_id: of('教务处').id }, 'login_expired')
    await visitor.refused('GET /cards/user_info', { user_id: user('李蔚').id }, 'login_expired')
  })
})

describe('hostile requests', () => {
  test('wildcards, quotes and control characters are plain text', async () => {
    for (const search_string of ['%', '_', "'; drop table users; --", '\\', '.*', '%_%', '￿']) {
      const { contacts } = await me.call('GET /apps/contacts/get', { ...everything, search_string })
      assert.deepEqual(
        names(contacts),
        user('新来').login.includes(search_string) ? ['新来'] : [],
        JSON.stringify(search_string),
      )
    }
  })

  test('pages have at most 500 entries, and numbers must be numbers', async () => {
    for (const wrong of [
      { page_size: 501 },
      { page_size: 0 },
      { page_size: -1 },
      { page_number: 0 },
      { page_number: 10_001 },
      { page_number: 1.5 },
      { review_id: -1 },
      { search_string: 'a'.repeat(401) },
      { include_groups: 'maybe' },
      { search_string: '\u0000' },
    ]) {
      await me.refused('GET /apps/contacts/get', wrong, 'invalid_request')
    }
    assert.deepEqual((await me.call('GET /apps/contacts/get', { page_number: 10_000 })).contacts, [])
  })

  test('a search reads at most 100 characters', async () => {
    const { contacts } = await me.call('GET /apps/contacts/get', {
      ...everything,
      search_string: `王珂${'x'.repeat(200)}`,
    })
    assert.deepEqual(contacts, [])
  })
})

test('[CONT-01] 5,000 people arrive in pages of 500, each once', async () => {
  const large = await make.enterprise()
  const asker = await make.user({ enterprise: large, isAdministrator: true })
  const department = await make.department({ enterprise: large })
  await sql`with added as (
      insert into users (enterprise_id, login, name)
      select ${large.id}, 'p' || n || '@large.test', '员工' || n from generate_series(1, 5000) n returning id
    ) insert into department_members (department_id, user_id) select ${department.id}, id from added`.execute(
    server.deps.db,
  )
  const them = await client(server).as(asker.login)
  const seen = new Set<number>()
  for (let page_number = 1; page_number <= 10; page_number += 1) {
    const answer = await them.call('GET /departments/user_list', {
      department_id: department.id,
      direct: true,
      skip_get_count: page_number > 1,
      page_number,
    })
    assert.equal(answer.users.length, 500)
    if (page_number === 1) assert.deepEqual([answer.total_count, answer.page_count], [5000, 10])
    for (const { id } of answer.users) seen.add(id)
  }
  assert.equal(seen.size, 5000)
  const { contacts, total_count } = await them.call('GET /apps/contacts/get', { search_string: '员工4999' })
  assert.deepEqual([names(contacts), total_count], [['员工4999'], 1])
})
