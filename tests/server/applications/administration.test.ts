import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import type { OpenClient } from '../../support/applications/applications'
import { enterpriseClient } from '../../support/applications/enterpriseClient'
import { client as web } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let owner: UserRow
let program: OpenClient

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise()
  owner = await make.user({ enterprise: school, isAdministrator: true })
  program = await enterpriseClient(server, owner)
})
after(() => server.close())

const GIGABYTE = 1024 ** 3
const done = { success: true }
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
/** The whole answer: clients compare it. */
async function wholeAnswer(answer: Promise<Response>): Promise<unknown> {
  const { status } = await answer
  assert.equal(status, 200)
  return (await answer).json()
}
const deedsOf = async (deed: string) => {
  const { entries } = await (await web(server).as(owner.login)).call('GET /apps/audit/list', {})
  return entries.filter((entry) => entry.deed === deed)
}

describe('[OAPI-06] admin/user', () => {
  test('a person is made by e-mail or phone, and signs in with the given password', async () => {
    const made = await program.call('POST /v2/admin/user/create', {
      full_name: '新老师',
      email: 'New.Teacher@school.test',
      phone: '138-0013-8001',
      password: 'a good password',
      space_total: 5,
      hide_phone: true,
      disable_download: true,
    })
    assert.deepEqual(
      [made.name, made.login, made.email, made.phone, made.space_total, made.hide_phone, made.disable_download],
      ['新老师', 'new.teacher@school.test', 'new.teacher@school.test', '13800138001', 5 * GIGABYTE, true, true],
    )
    assert.deepEqual([made.lastLoginTime, made.enterprise.admin_user_id], [null, owner.id])
    const person = await web(server).as('new.teacher@school.test', 'a good password')
    const file = await make.file({ owner: { id: made.id } as UserRow }, { name: 'kept.txt' })
    const { item } = await person.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
    assert.deepEqual(
      [item?.permissions.includes('item_view'), item?.permissions.includes('item_download')],
      [true, false],
    )
    const byPhone = await program.call('POST /v2/admin/user/create', { full_name: 'Phone', phone: '+86 139 0000 0001' })
    assert.deepEqual([byPhone.login, byPhone.phone, byPhone.email], ['+8613900000001', '+8613900000001', null])
  })

  test('a person without or with a wrong or taken address, phone or password is not made', async () => {
    const refused = (input: object, code: Parameters<OpenClient['refused']>[3]) =>
      program.refused('POST /v2/admin/user/create', { full_name: 'X', ...input }, 400, code)
    await program.call('POST /v2/admin/user/create', {
      full_name: 'A',
      email: 'taken@school.test',
      phone: '13811111111',
    })
    await refused({}, 'user_email_or_phone_invalid')
    await refused({ email: 'no address' }, 'user_email_or_phone_invalid')
    await refused({ email: 'fine@school.test', phone: 'x' }, 'user_email_or_phone_invalid')
    await refused({ email: 'TAKEN@school.test' }, 'user_already_registered')
    await refused({ email: 'other@school.test', phone: '13811111111' }, 'user_already_registered')
    await refused({ email: 'weak@school.test', password: '1234567' }, 'request_data_invalid')
    await refused({ email: 'weak@school.test', password: 'password1' }, 'request_data_invalid')
    await program.refused('POST /v2/admin/user/create', { email: 'a@b.test' }, 400, 'request_data_invalid')
    for (const login of ['fine@school.test', 'other@school.test', 'weak@school.test'])
      await program.refused(
        'GET /v2/admin/user/get_user_info',
        { identifier: login, type: 'simple_phone_or_email' },
        404,
        'user_not_found',
      )
  })

  test('a person is changed, recorded under the name of the application, and read with the last sign-in', async () => {
    const person = await make.user({ enterprise: school })
    const changed = await program.call('POST /v2/admin/user/{id}/update', {
      id: person.id,
      name: 'Renamed',
      space_total: 2,
      hide_phone: true,
    })
    assert.deepEqual([changed.name, changed.space_total, changed.hide_phone], ['Renamed', 2 * GIGABYTE, true])
    const back = await program.call('POST /v2/admin/user/{id}/update', { id: person.id, space_total: -1 })
    assert.deepEqual([back.space_total, back.name], [-1, 'Renamed'])
    const [entry] = await deedsOf('person_changed')
    assert.deepEqual([entry?.detail?.application, entry?.user?.id], ['Lessons', owner.id])
    await web(server).as(person.login)
    const info = (input: object) => program.call('GET /v2/admin/user/{id}/info', { id: person.id, ...input })
    assert.equal((await info({})).lastLoginTime, null)
    assert.ok((await info({ last_login_flag: true })).lastLoginTime)
  })

  test('a person is found by login, e-mail address or phone that names nobody else', async () => {
    const found = async (identifier: string, type: 'simple_phone_or_email' | 'phone' | 'email') =>
      (await program.call('GET /v2/admin/user/get_user_info', { identifier, type })).id
    const person = await make.user({ enterprise: school, login: 'find.me' })
    const { db } = server.deps
    const change = { email: 'find@school.test', phone: '13822222222' }
    await db.updateTable('users').set(change).where('id', '=', person.id).execute()
    for (const [identifier, type] of [
      ['FIND.me', 'simple_phone_or_email'],
      ['Find@School.test', 'email'],
      ['138 2222 2222', 'phone'],
    ] as const)
      assert.equal(await found(identifier, type), person.id)
    const other = await make.user({ enterprise: school })
    await db.updateTable('users').set({ email: 'find@school.test' }).where('id', '=', other.id).execute()
    const input = { identifier: 'find@school.test', type: 'email' }
    await program.refused('GET /v2/admin/user/get_user_info', input, 404, 'user_not_found')
    await db.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute()
    assert.equal(await found('find.me', 'simple_phone_or_email'), person.id)
    const inactive = { identifier: 'find.me', type: 'email' }
    for (const call of ['get_login_url', 'get_login_params'] as const)
      await program.refused(`GET /v2/admin/user/${call}`, inactive, 400, 'user_not_active')
  })

  test('a person who owns nothing is deleted, another hands everything to the named receiver', async () => {
    const remove = (id: number, receiver?: number) =>
      program.send('POST /v2/admin/user/{id}/delete', {
        id,
        ...(receiver !== undefined && { user_receive_items: receiver }),
      })
    const refused = (id: number, receiver: number | undefined, status: number, code: string) =>
      program.refused(
        'POST /v2/admin/user/{id}/delete',
        { id, user_receive_items: receiver ?? null },
        status,
        code as never,
      )
    const empty = await make.user({ enterprise: school })
    assert.deepEqual(await wholeAnswer(remove(empty.id)), done)
    await refused(empty.id, undefined, 404, 'user_already_deleted')
    const [leaver, heir] = [await make.user({ enterprise: school }), await make.user({ enterprise: school })]
    const gone = await make.user({ enterprise: school })
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute()
    const file = await make.file({ owner: leaver }, { name: 'handed.txt' })
    await refused(leaver.id, undefined, 400, 'user_receive_items_needed')
    await refused(leaver.id, leaver.id, 400, 'user_deleted_is_user_received_items')
    await refused(leaver.id, gone.id, 400, 'user_receive_items_need_active')
    await refused(leaver.id, (await make.user()).id, 400, 'user_received_items_not_in_same_enterprise')
    await refused(leaver.id, 900_000_000, 404, 'user_not_found')
    // Nothing of a refused deletion stays.
    await web(server).as(leaver.login)
    assert.deepEqual(await wholeAnswer(remove(leaver.id, heir.id)), done)
    const theirs = await web(server).as(heir.login)
    const { item } = await theirs.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
    assert.equal(item?.name, 'handed.txt')
    await program.refused('GET /v2/admin/user/{id}/info', { id: leaver.id }, 404, 'user_not_found')
  })
})

describe('[OAPI-06] admin/department', () => {
  test('a department is made with its director, space and roles, changed, moved and deleted', async () => {
    const [head, member, reader] = [
      await make.user({ enterprise: school }),
      await make.user({ enterprise: school }),
      await make.user({ enterprise: school }),
    ]
    const made = await program.call('POST /v2/admin/department/create', {
      name: '高一',
      parent_id: 0,
      director_id: head.id,
      special_users: [{ user_id: reader.id, role: 'viewer' }],
      hide_phone: true,
      disable_share: true,
    })
    assert.deepEqual(
      [made.director?.id, made.space_total, made.hide_phone, made.disable_share, made.parent_id, made.user_count],
      [head.id, 20 * GIGABYTE, true, true, 0, 2],
    )
    assert.deepEqual(made.special_users, [{ user_id: reader.id, role: 'viewer' }])
    const { id } = made
    const changed = await program.call('POST /v2/admin/department/{id}/update', {
      id,
      name: '高二',
      director_id: member.id,
      file_managers: [reader.id],
      space_total: 1,
      disable_share: false,
    })
    assert.deepEqual(
      [changed.name, changed.director?.id, changed.space_total, changed.disable_share],
      ['高二', member.id, GIGABYTE, false],
    )
    assert.deepEqual(
      [changed.director, ...changed.file_managers].map((each) => [each?.id, each?.miniDepartmentList]),
      [member, reader].map((each) => [each.id, [{ id, name: '高二' }]]),
    )
    // The former director is a manager no longer, but a member.
    const { users } = await program.call('GET /v2/admin/department/{id}/users', { id })
    assert.deepEqual(new Set(users.map((each) => each.id)), new Set([head.id, member.id, reader.id]))
    const none = await program.call('POST /v2/admin/department/{id}/update', { id, director_id: -1, file_managers: [] })
    assert.deepEqual([none.director, none.file_managers], [null, []])
    const parent = await program.call('POST /v2/admin/department/create', { name: 'Above', parent_id: 0 })
    const moved = await program.call('POST /v2/admin/department/{id}/update', { id, parent_id: parent.id })
    assert.equal(moved.parent_id, parent.id)
    assert.deepEqual(
      names((await program.call('GET /v2/admin/department/{id}/children', { id: parent.id })).children),
      ['高二'],
    )
    await program.refused(
      'POST /v2/admin/department/{id}/delete',
      { id: parent.id },
      400,
      'department_having_children_can_not_delete',
    )
    await program.refused(
      'POST /v2/admin/department/{id}/update',
      { id: parent.id, parent_id: id },
      400,
      'request_data_invalid',
    )
    assert.deepEqual(await wholeAnswer(program.send('POST /v2/admin/department/{id}/delete', { id })), done)
    await program.refused('GET /v2/admin/department/{id}/info', { id }, 404, 'department_not_found')
  })

  test('a name that a sibling has, an unknown role, and a foreign director are refused, and nothing is made', async () => {
    await program.call('POST /v2/admin/department/create', { name: 'Once', parent_id: 0 })
    const create = (input: object, status: number, code: Parameters<OpenClient['refused']>[3]) =>
      program.refused('POST /v2/admin/department/create', { parent_id: 0, ...input }, status, code)
    await create({ name: 'Once' }, 409, 'department_name_conflict')
    await create({ name: ' ' }, 400, 'item_name_size_incorrect')
    await create({ name: 'Two', special_users: [{ user_id: owner.id, role: 'king' }] }, 400, 'request_data_invalid')
    await create({ name: 'Two', director_id: (await make.user()).id }, 404, 'user_not_found')
    const { children } = await program.call('GET /v2/admin/department/{id}/children', { id: 0 })
    assert.equal(names(children).includes('Two'), false)
  })

  test('members join and leave; twice, the director and a hundred departments are refused', async () => {
    const [member, head] = [await make.user({ enterprise: school }), await make.user({ enterprise: school })]
    const { id } = await program.call('POST /v2/admin/department/create', {
      name: 'Team',
      parent_id: 0,
      director_id: head.id,
    })
    const input = { id, user_id: member.id }
    const add = 'POST /v2/admin/department/{id}/add_user'
    const remove = 'POST /v2/admin/department/{id}/remove_user'
    await program.refused(remove, input, 400, 'user_not_in_department')
    assert.deepEqual(await wholeAnswer(program.send(add, input)), done)
    await program.refused(add, input, 400, 'user_already_in_department')
    await program.refused(remove, { id, user_id: head.id }, 400, 'department_director_can_not_delete')
    assert.deepEqual(await wholeAnswer(program.send(remove, input)), done)
    for (let n = 0; n < 100; n += 1) await make.member(await make.department({ enterprise: school }), member)
    await program.refused(add, input, 400, 'user_exceed_department_limit')
  })

  test('spaces are listed for who manages them, and changed', async () => {
    const other = await make.enterprise()
    const boss = await make.user({ enterprise: other, isAdministrator: true })
    const theirs = await enterpriseClient(server, boss)
    const [head, nobody] = [await make.user({ enterprise: other }), await make.user({ enterprise: other })]
    const top = await make.department({ enterprise: other, name: 'Top' })
    const below = await make.department({ parent: top, name: 'Below' })
    await make.department({ enterprise: other, name: 'Beside' })
    await make.member(top, head, { isManager: true })
    const list = async (operator: UserRow) =>
      names((await theirs.call('GET /v2/admin/department/space_list', { operator_id: operator.id })).department_list)
    assert.deepEqual((await list(boss)).sort(), ['Below', 'Beside', 'Top'])
    assert.deepEqual((await list(head)).sort(), ['Below', 'Top'])
    assert.deepEqual(await list(nobody), [])
    const change = { id: below.id, operatorId: head.id, spaceTotal: 3 }
    const { department } = await theirs.call('POST /v2/admin/department/{id}/update_space', change)
    assert.equal(department.space_total, 3 * GIGABYTE)
    await theirs.refused(
      'POST /v2/admin/department/{id}/update_space',
      { ...change, operatorId: nobody.id },
      404,
      'department_not_found',
    )
  })
})

describe('[OAPI-06] admin/group', () => {
  test('a group is made, described, filled, emptied and deleted', async () => {
    const [admin, member] = [await make.user({ enterprise: school }), await make.user({ enterprise: school })]
    const made = await program.call('POST /v2/admin/group/create', {
      name: 'Choir',
      description: 'sings',
      admin_user_id: admin.id,
      visible: false,
    })
    assert.deepEqual(
      [made.name, made.description, made.admin_user?.id, made.is_visible, made.user_count],
      ['Choir', 'sings', admin.id, false, 0],
    )
    const { id } = made
    await program.refused('POST /v2/admin/group/create', { name: 'choir' }, 409, 'group_name_conflict')
    const changed = await program.call('POST /v2/admin/group/{id}/update', { id, name: 'Band', admin_user_id: -1 })
    assert.deepEqual([changed.name, changed.description, changed.admin_user], ['Band', 'sings', null])
    const input = { id, user_id: member.id }
    await program.refused('POST /v2/admin/group/{id}/remove_user', input, 400, 'user_not_in_group')
    assert.deepEqual(await wholeAnswer(program.send('POST /v2/admin/group/{id}/add_user', input)), done)
    await program.refused('POST /v2/admin/group/{id}/add_user', input, 400, 'user_already_in_group')
    const { users } = await program.call('GET /v2/admin/group/{id}/users', { id })
    assert.deepEqual(
      users.map((each) => each.id),
      [member.id],
    )
    assert.equal((await program.call('GET /v2/admin/group/{id}/info', { id })).user_count, 1)
    const { groups } = await program.call('GET /v2/admin/group/list', { query_words: 'ban' })
    assert.deepEqual(names(groups), ['Band'])
    assert.deepEqual(await wholeAnswer(program.send('POST /v2/admin/group/{id}/remove_user', input)), done)
    assert.deepEqual(await wholeAnswer(program.send('POST /v2/admin/group/{id}/delete', { id })), done)
    await program.refused('GET /v2/admin/group/{id}/info', { id }, 404, 'group_not_found')
  })
})
