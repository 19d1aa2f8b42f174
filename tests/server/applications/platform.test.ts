import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OpenRequest } from '@/contract/applications'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import type { OpenClient } from '../../support/applications/applications'
import { enterpriseClient } from '../../support/applications/enterpriseClient'
import { client as web } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let now: number
let school: EnterpriseRow
let owner: UserRow
let program: OpenClient

before(async () => {
  now = new Date('2026-03-10T04:00:00Z').getTime()
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  owner = await make.user({ enterprise: school, isAdministrator: true, login: 'owner@sync.test' })
  for (let n = 0; n < 20; n += 1) await make.user({ enterprise: school })
  program = await enterpriseClient(server, owner)
})
after(() => server.close())

const GIGABYTE = 1024 ** 3
type Users = OpenRequest<'POST /v2/admin/platform/{id}/sync_users'>['users']
type Departments = OpenRequest<'POST /v2/admin/platform/{id}/sync_departments'>['departments']
const syncUsers = (users: Users, rest: object = {}) =>
  program.call('POST /v2/admin/platform/{id}/sync_users', { id: 2, users, ...rest })
const syncDepartments = (departments: Departments) =>
  program.call('POST /v2/admin/platform/{id}/sync_departments', { id: 2, departments })
const userOf = (user_id: string) => program.call('GET /v2/admin/platform/{id}/mapping_user', { id: 2, user_id })
const departmentOf = (department_id: string) =>
  program.call('GET /v2/admin/platform/{id}/mapping_department', { id: 2, department_id })

describe('[OAPI-06] admin/platform', () => {
  test('departments are synced from the top down, with names and directors, and mapped both ways', async () => {
    await syncUsers([{ id: 'head', full_name: 'Head', email: 'head@sync.test', status: 1 }])
    const first = await syncDepartments([
      { id: 'class', name: '一班', parent_id: 'grade', status: 1 },
      { id: 'grade', name: '高一', parent_id: '', director_id: 'head', space_total: 3, status: 1 },
      { id: 'lost', name: 'Lost', parent_id: 'nowhere', status: 1 },
    ])
    assert.deepEqual(
      [first.success_items_count, first.failed_items],
      [2, [{ reason: 'department_not_found', ids: ['lost'] }]],
    )
    const [below, above] = [await departmentOf('class'), await departmentOf('grade')]
    assert.deepEqual(
      [below.name, below.customParentId, above.customParentId, above.customDirectorId, above.custom_id],
      ['一班', 'grade', null, 'head', 'grade'],
    )
    const byOurs = await program.call('GET /v2/admin/platform/{id}/mapping_department', {
      id: 2,
      yfy_department_id: above.id,
    })
    assert.equal(byOurs.custom_id, 'grade')
    const again = await syncDepartments([
      { id: 'class', name: '二班', parent_id: '', status: 1 },
      { id: 'grade', director_id: '', space_total: 4096, status: 1 },
    ])
    assert.deepEqual(
      [again.success_items_count, again.failed_items],
      [1, [{ reason: 'request_data_invalid', ids: ['grade'] }]],
    )
    const moved = await departmentOf('class')
    assert.deepEqual([moved.name, moved.id, moved.parent_id], ['二班', below.id, 0])
    await syncDepartments([{ id: 'grade', director_id: '', status: 1 }])
    assert.equal((await departmentOf('grade')).director, null)
    assert.equal((await syncDepartments([{ id: 'class', status: 0 }])).success_items_count, 1)
    await program.refused(
      'GET /v2/admin/platform/{id}/mapping_department',
      { id: 2, department_id: 'class' },
      404,
      'department_not_found',
    )
  })

  test('users are made, found by their address, moved and disabled; one bad row does not stop the others', async () => {
    await syncDepartments([
      { id: 'd1', name: 'One', status: 1 },
      { id: 'd2', name: 'Two', status: 1 },
    ])
    await program.call('POST /v2/admin/platform/{id}/sync_groups', {
      id: 2,
      groups: [{ id: 'g1', name: 'Choir', admin_id: 'head', status: 1 }],
    })
    const known = await make.user({ enterprise: school, login: 'known@sync.test', name: 'Before' })
    const { success_items_count: done, failed_items: failed } = await syncUsers(
      [
        { id: '1', full_name: '新人', email: 'one@sync.test', phone: '13900000001', status: 1, group_ids: ['g1'] },
        { id: '2', full_name: 'After', email: 'known@sync.test', status: 1, department_ids: ['d2'] },
        { id: '3', full_name: 'No address', status: 1 },
        { id: '4', full_name: 'Owner', email: owner.login, status: 1 },
        { id: '5', full_name: 'Five', email: 'five@sync.test', status: 1, department_ids: ['d9'] },
        { id: '6', full_name: 'Six', email: 'six@sync.test', status: 7 },
        { id: '1', full_name: 'Twice', email: 'twice@sync.test', status: 1 },
        { id: '7', full_name: 'Seven', email: 'seven@sync.test', space_total: 5 * GIGABYTE, status: 1 },
      ],
      { default_department_id: 'd1', custom_password: 'a good password' },
    )
    assert.equal(done, 3)
    assert.deepEqual(failed, [
      { reason: 'user_email_or_phone_invalid', ids: ['3'] },
      { reason: 'permission_denied', ids: ['4'] },
      { reason: 'department_not_found', ids: ['5'] },
      { reason: 'request_data_invalid', ids: ['6', '1'] },
    ])
    const [one, two] = [await userOf('1'), await userOf('2')]
    assert.deepEqual([one.name, one.phone, one.custom_id], ['新人', '13900000001', '1'])
    assert.deepEqual([two.id, two.name], [known.id, 'After'])
    await program.refused('GET /v2/admin/platform/{id}/mapping_user', { id: 2, user_id: '5' }, 404, 'user_not_found')
    await web(server).as('one@sync.test', 'a good password')
    const membersOf = async (id: string) => {
      const department = await departmentOf(id)
      return (await program.call('GET /v2/admin/department/{id}/users', { id: department.id })).users.map(
        (each) => each.login,
      )
    }
    assert.deepEqual(new Set(await membersOf('d1')), new Set(['one@sync.test', 'seven@sync.test']))
    await syncUsers([{ id: '1', status: 1, department_ids: ['d2'], disable_login: true }])
    assert.deepEqual([await membersOf('d1'), (await userOf('1')).active], [['seven@sync.test'], false])
    await syncUsers([{ id: '1', status: 1, out_all_department: true }])
    assert.deepEqual([await membersOf('d2'), (await userOf('1')).active], [['known@sync.test'], true])
  })

  test('a deleted user hands everything to the named one', async () => {
    await syncUsers([
      { id: 'leaver', full_name: 'Leaver', email: 'leaver@sync.test', status: 1 },
      { id: 'heir', full_name: 'Heir', email: 'heir@sync.test', status: 1 },
    ])
    const [leaver, heir] = [await userOf('leaver'), await userOf('heir')]
    await make.file({ owner: { id: leaver.id } as UserRow })
    const kept = await syncUsers([{ id: 'leaver', status: 2 }])
    assert.deepEqual(kept.failed_items, [{ reason: 'user_receive_items_needed', ids: ['leaver'] }])
    const gone = await syncUsers([{ id: 'leaver', receive_user_id: 'heir', status: 2 }])
    assert.equal(gone.success_items_count, 1)
    assert.equal((await program.call('GET /v2/admin/user/{id}/info', { id: heir.id })).active, true)
    await program.refused(
      'GET /v2/admin/platform/{id}/mapping_user',
      { id: 2, user_id: 'leaver' },
      404,
      'user_not_found',
    )
  })

  test('a sync that would delete more than a tenth deletes nobody, and treats the other rows', async () => {
    const crowd = Array.from({ length: 20 }, (_, n) => `crowd${n}`)
    await syncUsers(crowd.map((id) => ({ id, full_name: id, email: `${id}@sync.test`, status: 1 })))
    const { success_items_count: done, failed_items: failed } = await syncUsers([
      ...crowd.map((id) => ({ id, status: 2 })),
      { id: 'fresh', full_name: 'Fresh', email: 'fresh@sync.test', status: 1 },
    ])
    assert.deepEqual([done, failed], [1, [{ reason: 'directory_losses', ids: crowd }]])
    for (const id of crowd) assert.equal((await userOf(id)).active, true)
    await program.refused('POST /v2/admin/platform/{id}/sync_users', { id: 2, users: [] }, 400, 'request_data_invalid')
  })

  test('groups and managers of departments are mapped; each platform has names of its own', async () => {
    await syncUsers([{ id: 'm', full_name: 'Manager', email: 'manager@sync.test', status: 1 }])
    await syncDepartments([{ id: 'managed', name: 'Managed', director_id: 'm', status: 1 }])
    const groups = [
      { id: 'g', name: 'Band', admin_id: '', status: 1 },
      { id: 'gone', status: 2 },
    ]
    const synced = await program.call('POST /v2/admin/platform/{id}/sync_groups', { id: 2, groups })
    assert.deepEqual(synced.failed_items, [{ reason: 'group_not_found', ids: ['gone'] }])
    const mapped = await program.call('GET /v2/admin/platform/{id}/mapping_group', { id: 2, group_id: 'g' })
    assert.deepEqual([mapped.name, mapped.custom_id, mapped.admin_user], ['Band', 'g', null])
    await program.refused('GET /v2/admin/platform/{id}/mapping_group', { id: 3, group_id: 'g' }, 404, 'group_not_found')
    for (const kind of ['user', 'department', 'group'] as const)
      await program.refused(
        `GET /v2/admin/platform/{id}/mapping_${kind}`,
        { id: 2 },
        400,
        'yfy_id_and_custom_id_not_null',
      )
    const answer = await fetch(`${server.url}/api/v2/admin/department/2/get_file_manager_info`, {
      method: 'POST',
      headers: { ...program.headers, 'content-type': 'application/json' },
      body: JSON.stringify(['managed', 'unknown']),
    })
    const { department_file_manager_info_list: list } = (await answer.json()) as {
      department_file_manager_info_list: { custom_department_id: string; custom_user_list: { custom_id: string }[] }[]
    }
    assert.deepEqual(
      list.map((each) => [each.custom_department_id, each.custom_user_list.map(({ custom_id: id }) => id)]),
      [['managed', ['m']]],
    )
  })
})

describe('[OAPI-06] admin/log', () => {
  const today = '2026-03-10'
  const days = { start_date: today, end_date: today }

  test('actions have codes with names, all of them or those that are asked for', async () => {
    const all = (await program.call('POST /v2/admin/log/action_type_info', {})).action_types
    assert.ok(Object.values(all).every((text) => text !== '') && Object.keys(all).length > 30)
    const { action_types: some } = await program.call('POST /v2/admin/log/action_type_info', {
      action_types: [1, 104, 9999],
    })
    assert.deepEqual(Object.keys(some), ['1', '104'])
  })

  test('entries are filtered, counted and paged, in both ways, with texts only', async () => {
    const teacher = await make.user({ enterprise: school })
    const they = await web(server).as(teacher.login)
    await they.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: 'logged' })
    const log = (input: object) =>
      program.call('POST /v2/admin/log/log_info', { ...days, user_ids: [teacher.id], ...input })
    const { user_activities: entries, total_count: total } = await log({})
    assert.deepEqual([total, entries.map((each) => each.action_type.id)], [2, ['102', '1']])
    assert.deepEqual(
      [entries[0]?.operator.login, entries[0]?.target.target_file_name, entries[0]?.created],
      [teacher.login, 'logged', String(now / 1000)],
    )
    assert.deepEqual((await log({ action_types: [111] })).total_count, 0)
    assert.equal((await log({ action_types: [102] })).total_count, 1)
    assert.equal((await log({ review_ids: [1] })).total_count, 0)
    assert.equal((await log({ emails: [teacher.login.toUpperCase()] })).total_count, 2)
    assert.equal((await log({ folder_ids: [Number(entries[0]!.target.id)] })).total_count, 1)
    const second = await log({ page_number: 2, page_size: 1 })
    assert.deepEqual([second.user_activities[0]?.action_type.id, second.total_count], ['1', 2])
    const list = await program.call('POST /v2/admin/log/log_list', {
      ...days,
      user_ids: [teacher.id],
      page_capacity: 1,
    })
    assert.deepEqual([list.user_activities.length, list.total_count], [1, 2])
    const page = (pagination: string) =>
      program.call('POST /v2/admin/log/log_list_by_pagination', {
        date: today,
        user_ids: [teacher.id],
        page_capacity: 1,
        pagination,
      })
    const one = await page('')
    const two = await page(one.pagination)
    assert.deepEqual(
      [one, two].map((each) => each.user_activities[0]?.action_type.id),
      ['102', '1'],
    )
    assert.equal(two.pagination, '')
  })

  test('days more than 90 back, in the wrong order or not in the calendar, and unbounded pages are refused', async () => {
    for (const [start_date, end_date] of [
      ['2025-11-01', today],
      ['2026-03-10', '2026-03-09'],
      ['2026-02-30', today],
    ] as const)
      await program.refused('POST /v2/admin/log/log_info', { start_date, end_date }, 400, 'timestamp_range_invalid')
    for (const wrong of [{ page_size: 501 }, { page_number: 0 }, { page_number: 100_001 }])
      await program.refused('POST /v2/admin/log/log_info', { ...days, ...wrong }, 400, 'request_data_invalid')
    await program.refused('POST /v2/admin/log/log_list', { start_date: today }, 400, 'request_data_invalid')
  })

  test('nothing of another enterprise is read, and reading is recorded', async () => {
    const other = await make.enterprise()
    const boss = await make.user({ enterprise: other, isAdministrator: true })
    await web(server).as(boss.login)
    const theirs = await program.call('POST /v2/admin/log/log_info', { ...days, user_ids: [boss.id] })
    assert.equal(theirs.total_count, 0)
    const recorded = await server.deps.db
      .selectFrom('audit_log')
      .select('detail')
      .where('deed', '=', 'audit_read')
      .where('enterprise_id', '=', school.id)
      .execute()
    assert.ok(recorded.some(({ detail }) => detail?.application === 'Lessons'))
  })
})
