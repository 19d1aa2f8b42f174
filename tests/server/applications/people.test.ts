import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DepartmentRow, EnterpriseRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let head: UserRow
let teacher: UserRow
let colleague: UserRow
let stranger: UserRow
let maths: DepartmentRow
let algebra: DepartmentRow
let credentials: Awaited<ReturnType<typeof makeApplication>>
let client: OpenClient

const clientFor = async (user: UserRow) =>
  new OpenClient(server.url, await new OpenClient(server.url).token(credentials, user))
const change = (table: 'users' | 'departments' | 'groups', id: number, values: object) =>
  server.deps.db.updateTable(table).set(values).where('id', '=', id).execute()

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise({ user_quota_bytes: 10 * 1024 ** 3 })
  head = await make.user({ enterprise: school, isAdministrator: true, name: '校长' })
  teacher = await make.user({ enterprise: school, name: '单老师', login: 'shan@open.test' })
  colleague = await make.user({ enterprise: school, name: 'Miller' })
  stranger = await make.user()
  maths = await make.department({ enterprise: school, name: 'Maths' })
  algebra = await make.department({ parent: maths, name: 'Algebra' })
  await make.member(maths, head, { isManager: true })
  await make.member(algebra, teacher)
  credentials = await makeApplication(server, head)
  client = await clientFor(teacher)
})
after(() => server.close())

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

describe('[OAPI-05] people', () => {
  test('user/info has the whole user, and nothing is missing', async () => {
    await change('users', teacher.id, { phone: '13800138000', email: 'shan@mail.test', hides_phone: true })
    const info = await client.call('GET /v2/user/info', {})
    assert.deepEqual(
      { ...info, application: null, scopes: null, origin: null, expires_at: null },
      {
        id: teacher.id,
        name: '单老师',
        login: 'shan@open.test',
        enterprise: { id: school.id, name: school.name, admin_user_id: head.id },
        phone: '13800138000',
        email: 'shan@mail.test',
        userGroup: 'user',
        profile_pic_key: null,
        active: true,
        full_name_pinyin: 'shanlaoshi',
        pinyin_first_letters: 'sls',
        custom_id: null,
        application: null,
        scopes: null,
        origin: null,
        expires_at: null,
      },
    )
  })

  test('a phone is hidden by its owner or a department, from all but the owner', async () => {
    const theirs = await clientFor(colleague)
    const phoneOf = async (reader: OpenClient) =>
      (await reader.call('GET /v2/user/{id}/info', { id: teacher.id })).phone
    await change('users', teacher.id, { phone: '13800138000', hides_phone: true })
    assert.deepEqual([await phoneOf(client), await phoneOf(theirs)], ['13800138000', null])
    await change('users', teacher.id, { hides_phone: false })
    assert.equal(await phoneOf(theirs), '13800138000')
    await change('departments', algebra.id, { hides_phone: true })
    assert.equal(await phoneOf(theirs), null)
    await change('departments', algebra.id, { hides_phone: false })
  })

  test('people of the same enterprise are found, deleted people and those of others are not', async () => {
    const gone = await make.user({ enterprise: school })
    await change('users', gone.id, { is_active: false, deactivated_at: new Date(), removed_at: new Date() })
    assert.equal((await client.call('GET /v2/user/{id}/info', { id: head.id })).userGroup, 'admin')
    for (const id of [stranger.id, gone.id, 900_000_000])
      await client.refused('GET /v2/user/{id}/info', { id }, 404, 'user_not_found')
  })

  test('a search finds by name, login and sound, in pages, and everybody without words', async () => {
    const found = async (query: object) => names((await client.call('GET /v2/user/search', query)).users)
    assert.deepEqual(await found({ query_words: 'mill' }), ['Miller'])
    assert.deepEqual(await found({ query_words: 'shan@open' }), ['单老师'])
    assert.deepEqual(await found({ query_words: 'sls' }), ['单老师'])
    assert.deepEqual(await found({ query_words: stranger.name }), [])
    const all = await client.call('GET /v2/user/search', {})
    assert.deepEqual([all.page_id, all.page_capacity, all.page_count, all.total_count], [0, 500, 1, 3])
    assert.deepEqual(new Set(names(all.users)), new Set(['校长', '单老师', 'Miller']))
    const second = await client.call('GET /v2/user/search', { page_id: 1, page_capacity: 2 })
    assert.deepEqual([second.users.length, second.page_count, second.total_count], [1, 2, 3])
    const beyond = await client.call('GET /v2/user/search', { page_id: 9 })
    assert.deepEqual([beyond.users, beyond.total_count], [[], 3])
    await client.refused('GET /v2/user/search', { page_capacity: 501 }, 400, 'request_data_invalid')
  })

  test('only the own row of a list shows the space', async () => {
    const { users } = await client.call('GET /v2/user/search', {})
    const spaceOf = (id: number) => users.find((each) => each.id === id)?.space_total
    assert.deepEqual([spaceOf(teacher.id), spaceOf(colleague.id)], [10 * 1024 ** 3, null])
  })

  test('the own name is changed, recorded, and refused where it is no name', async () => {
    const own = await make.user({ enterprise: school })
    const theirs = await clientFor(own)
    assert.equal((await theirs.call('POST /v2/user/update', { name: ' 新名字 ' })).name, '新名字')
    const recorded = await server.deps.db
      .selectFrom('audit_log')
      .select(['deed', 'detail'])
      .where('user_id', '=', own.id)
      .where('deed', '=', 'person_changed')
      .execute()
    assert.deepEqual(
      recorded.map(({ detail }) => [detail?.after, detail?.application]),
      [[{ name: '新名字' }, 'Lessons']],
    )
    await theirs.refused('POST /v2/user/update', { name: 'a/b' }, 400, 'item_name_invalid')
    await theirs.refused('POST /v2/user/update', {}, 400, 'request_data_invalid')
  })

  test('a name that a directory owns stays', async () => {
    const own = await make.user({ enterprise: school })
    const { db } = server.deps
    const { id } = await db
      .insertInto('directories')
      .values({
        enterprise_id: school.id,
        kind: 'ldap',
        label: 'LDAP',
        is_on: true,
        sync_hours: null,
        owned_fields: ['name'],
        changed_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('directory_people').values({ user_id: own.id, directory_id: id, external_id: 'x' }).execute()
    await (await clientFor(own)).refused('POST /v2/user/update', { name: 'Other' }, 403, 'permission_denied')
  })

  test('the space is told as texts', async () => {
    await make.file({ owner: teacher }, { content: 'x'.repeat(2048) })
    assert.deepEqual(await client.call('GET /v2/user/space_usage', {}), { space_used: '2 KB', space_total: '10.00 GB' })
    const theirs = await make.user({ enterprise: school })
    await change('enterprises' as never, school.id, { user_quota_bytes: null })
    const { space_total: total } = await (await clientFor(theirs)).call('GET /v2/user/space_usage', {})
    await change('enterprises' as never, school.id, { user_quota_bytes: 10 * 1024 ** 3 })
    assert.equal(total, '-1')
  })

  test('a picture is downloaded with its key, under a header spelt as clients compare it', async () => {
    const ask = (input: object) => client.send('GET /v2/user/{id}/profile_pic_download', { id: colleague.id, ...input })
    const refused = async (input: object, status: number, code: string) => {
      const answer = await ask(input)
      assert.deepEqual(
        [answer.status, ((await answer.json()) as { errors: { code: string }[] }).errors[0]!.code],
        [status, code],
      )
    }
    await refused({ profile_pic_key: 'k' }, 404, 'user_profile_pic_not_found')
    const picture = {
      key: 'open-key',
      user_id: colleague.id,
      media_type: 'image/png',
      body: Buffer.from('png'),
    } as const
    await server.deps.db.insertInto('user_pictures').values(picture).execute()
    await change('users', colleague.id, { picture_key: 'open-key' })
    await refused({}, 400, 'user_profile_pic_key_not_found')
    await refused({ profile_pic_key: 'other' }, 400, 'user_profile_pic_key_incorrect')
    const answer = await ask({ profile_pic_key: 'open-key' })
    assert.deepEqual(
      [answer.status, await answer.text(), answer.headers.get('content-type')],
      [200, 'png', 'image/png'],
    )
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="\d+\.png"$/)
    assert.equal((await client.call('GET /v2/user/{id}/info', { id: colleague.id })).profile_pic_key, 'open-key')
    const own = await make.user()
    await (
      await clientFor(teacher)
    ).refused('GET /v2/user/{id}/profile_pic_download', { id: own.id, profile_pic_key: 'k' }, 404, 'user_not_found')
  })
})

describe('[OAPI-05] departments and groups', () => {
  test('a department has its director, counts and place; 0 is the enterprise', async () => {
    await make.file({ department: algebra })
    const info = await client.call('GET /v2/department/{id}/info', { id: maths.id })
    assert.deepEqual(
      { ...info, created_at: 0 },
      {
        id: maths.id,
        name: 'Maths',
        user_count: 2,
        director: {
          id: head.id,
          name: head.name,
          login: head.login,
          enterprise_id: school.id,
          miniDepartmentList: [{ id: maths.id, name: 'Maths' }],
        },
        order: 1,
        children_departments_count: 1,
        // The teacher belongs to the department below only.
        direct_item_count: 0,
        parent_id: 0,
        created_at: 0,
      },
    )
    const { owned_by: owner } = await (await clientFor(head)).call('GET /v2/folder/{id}/info', { id: 0 })
    assert.deepEqual(info.director, owner)
    const below = await client.call('GET /v2/department/{id}/info', { id: algebra.id })
    assert.deepEqual([below.parent_id, below.direct_item_count, below.director], [maths.id, 1, null])
    const whole = await client.call('GET /v2/department/{id}/info', { id: 0 })
    assert.deepEqual([whole.name, whole.parent_id, whole.children_departments_count], [school.name, null, 1])
  })

  test('the children, the own departments and the own tree lead down', async () => {
    const physics = await make.department({ enterprise: school, name: 'Physics' })
    const children = async (input: { id: number; permission_filter?: boolean }) =>
      names((await client.call('GET /v2/department/{id}/children', input)).children)
    assert.deepEqual(await children({ id: 0 }), ['Maths', 'Physics'])
    assert.deepEqual(await children({ id: 0, permission_filter: true }), ['Maths'])
    assert.deepEqual(await children({ id: physics.id }), [])
    const { departments } = await client.call('GET /v2/user/departments', {})
    assert.deepEqual(
      departments.map(({ name, level, parentDepartments }) => [name, level, names(parentDepartments)]),
      [['Algebra', 2, ['Maths']]],
    )
    const tree = await client.call('GET /v2/department/own_list', {})
    assert.deepEqual([tree.id, tree.has_children_departments, names(tree.children)], [0, true, ['Maths']])
    assert.deepEqual(names(tree.children[0]!.children), ['Algebra'])
  })

  test('members are those of the department itself, of 0 everybody', async () => {
    const members = async (id: number, input: object = {}) =>
      names((await client.call('GET /v2/department/{id}/users', { id, ...input })).users)
    assert.deepEqual(await members(maths.id), ['校长'])
    assert.deepEqual(await members(algebra.id), ['单老师'])
    assert.ok((await members(0)).includes('Miller'))
    assert.deepEqual(await members(0, { query_words: 'mill' }), ['Miller'])
  })

  test('departments that are foreign, missing or in the trash are not found', async () => {
    const [foreign, gone] = [await make.department(), await make.department({ enterprise: school })]
    await server.deps.db
      .updateTable('items')
      .set({ deleted_at: new Date() })
      .where('department_id', '=', gone.id)
      .execute()
    for (const id of [foreign.id, gone.id, 900_000_000])
      for (const name of ['info', 'children', 'users'] as const)
        await client.refused(`GET /v2/department/{id}/${name}`, { id }, 404, 'department_not_found')
  })

  test('groups that are visible, and own ones, are listed with their members', async () => {
    const open = await make.group({ enterprise: school, members: [teacher, colleague] })
    const hidden = await make.group({ enterprise: school, members: [colleague] })
    await change('groups', open.id, { name: 'Choir', description: 'sings', admin_id: colleague.id })
    await change('groups', hidden.id, { name: 'Board', is_visible: false })
    const list = async (reader: OpenClient, input: object = {}) =>
      names((await reader.call('GET /v2/group/list', input)).groups)
    assert.deepEqual(await list(client), ['Choir'])
    assert.deepEqual(await list(client, { query_words: 'bo' }), [])
    const theirs = await clientFor(colleague)
    assert.deepEqual(await list(theirs), ['Board', 'Choir'])
    const { groups, total_count: total } = await theirs.call('GET /v2/group/list', { page_id: 1, page_capacity: 1 })
    assert.deepEqual([groups[0]?.description, groups[0]?.user_count, total], ['sings', 2, 2])
    assert.deepEqual([groups[0]?.admin_user?.name, groups[0]?.admin_user?.miniDepartmentList], ['Miller', []])
    const members = await client.call('GET /v2/group/{id}/users', { id: open.id, page_capacity: 1 })
    assert.deepEqual([members.users.length, members.total_count], [1, 2])
    const foreign = await make.group()
    for (const id of [hidden.id, foreign.id, 900_000_000])
      await client.refused('GET /v2/group/{id}/users', { id }, 404, 'group_not_found')
  })

  test('a personal user has no colleagues, departments or groups', async () => {
    const alone = await make.enterprise({ is_personal: true })
    const person = await make.user({ enterprise: alone, isAdministrator: true })
    const own = new OpenClient(
      server.url,
      await new OpenClient(server.url).token(await makeApplication(server, person), person),
    )
    assert.equal((await own.call('GET /v2/user/{id}/info', { id: person.id })).id, person.id)
    assert.equal((await own.call('GET /v2/user/search', {})).total_count, 0)
    assert.equal((await own.call('GET /v2/group/list', {})).total_count, 0)
    await own.refused('GET /v2/department/{id}/info', { id: 0 }, 404, 'department_not_found')
  })
})
