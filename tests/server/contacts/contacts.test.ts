import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Request } from '@/contract/api'
import { client } from '../../support/client'
import { type Asked, everything, group, make, me, names, of, server, startContactServer, user } from './contactServer'

startContactServer()

describe('[CONT-05] each flag of /apps/contacts/get', () => {
  const table: { sentence: string; asked: Asked; contacts: string[]; departments?: string[]; groups?: string[] }[] = [
    {
      sentence: 'without any flag: people in departments',
      asked: {},
      contacts: ['江涛', '离职', '李蔚', '王珂'],
    },
    {
      sentence: 'include_users_without_department adds people without a department',
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

  test('the group of a department includes the departments below, has the department’s name, and is not listed as a group', async () => {
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

describe('[CONT-03] cards', () => {
  test('a user, a department and a group have a card', async () => {
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

  test('the card of a deactivated user says that the user is deactivated', async () => {
    const { user: card } = await me.call('GET /cards/user_info', { user_id: user('离职').id })
    assert.equal(card.is_active, false)
  })
})
