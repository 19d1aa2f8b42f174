import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Contact } from '@/contract/contacts'
import type { Role } from '@/contract/entities'
import type { ItemRow } from '../../../server/database/tables'
import { departmentRoot } from '../../../server/queries/items/spaces'
import { client } from '../../support/client'
import {
  type Asked,
  enterprise,
  everything,
  foreign,
  group,
  make,
  me,
  names,
  of,
  server,
  startContactServer,
  user,
} from './contactServer'

startContactServer()
const rootOf = async (name: string) =>
  server.deps.db
    .selectFrom('items')
    .selectAll()
    .where('id', '=', (await departmentRoot(server.deps.db, of(name).id))!)
    .executeTakeFirstOrThrow()

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
