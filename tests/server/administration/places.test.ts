import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import type { AuditEvent } from '@/contract/audit'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { client, password, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { making } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'
import { presentAuditTable } from '../../../server/presenters/audit'
import { recordAuditEvent } from '../../../server/services/audit'
import { recordStorage } from '../../../server/queries/administration/overview'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let owner: UserRow
let they: Client
let now = Date.parse('2026-03-01T08:00:00Z')

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  owner = await make.user({ enterprise: school, role: 'owner' })
  they = await client(server).as(owner.login)
})
after(() => server.close())

const add = async (name: string, parent_id: number | null) =>
  (await they.call('POST /admin/departments/create', { name, parent_id })).department_id
const move = (department_id: number, parent_id: number | null, before_id: number | null = null) =>
  they.call('POST /admin/departments/move', { department_id, parent_id, before_id })

/** The tree as text: `高中部(高一 高二) 初中部`. */
async function tree(topId: number | null = null): Promise<string> {
  const { departments } = await they.call('GET /admin/departments/tree', {})
  const below = (id: number | null): string =>
    departments
      .filter(({ parent_id }) => parent_id === id)
      .map((each) => (below(each.id) === '' ? each.name : `${each.name}(${below(each.id)})`))
      .join(' ')
  return below(topId)
}

async function folderOf(departmentId: number): Promise<ItemRow> {
  return server.deps.db
    .selectFrom('items')
    .selectAll()
    .where('department_id', '=', departmentId)
    .executeTakeFirstOrThrow()
}

async function namesIn(departmentId: number): Promise<string[]> {
  const { id } = await folderOf(departmentId)
  const rows = await server.deps.db
    .selectFrom('items')
    .select('name')
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

describe('departments', () => {
  test('[ADM-07] are added, renamed, ordered and moved with their folders', async () => {
    const top = await add('学校', null)
    const [high, junior] = [await add('高中部', top), await add('初中部', top)]
    const first = await add('高一', high)
    assert.equal(await tree(top), '高中部(高一) 初中部')
    await move(junior, top, high)
    assert.equal(await tree(top), '初中部 高中部(高一)')
    await move(first, junior)
    assert.equal(await tree(top), '初中部(高一) 高中部')
    assert.equal((await folderOf(first)).parent_id, (await folderOf(junior)).id)
    await they.call('POST /admin/departments/edit', { department_id: first, name: '初一', quota_bytes: 500 })
    assert.equal((await folderOf(first)).name, '初一')
    await move(first, null)
    assert.equal((await folderOf(first)).parent_id, null)
    await move(first, high)
    assert.deepEqual([(await folderOf(high)).child_count, (await folderOf(junior)).child_count], [1, 0])
  })

  test('[ADM-07] refuses a second name at a level, a place inside itself, and ids of nobody', async () => {
    const top = await add('甲', null)
    const below = await add('乙', top)
    await they.refused('POST /admin/departments/create', { name: '甲', parent_id: null }, 'department_name_taken')
    await they.refused('POST /admin/departments/create', { name: '乙', parent_id: top }, 'department_name_taken')
    await they.refused('POST /admin/departments/create', { name: 'a/b', parent_id: top }, 'name_character')
    const inside = { department_id: top, parent_id: below, before_id: null }
    await they.refused('POST /admin/departments/move', inside, 'department_inside_itself')
    await they.refused(
      'POST /admin/departments/merge',
      { department_id: top, into_id: below },
      'department_inside_itself',
    )
    await they.refused(
      'POST /admin/departments/edit',
      { department_id: 900_000_000, name: 'x' },
      'department_not_found',
    )
    const deletion = { department_id: top, members_to: null, files_to: null }
    await they.refused('POST /admin/departments/delete', deletion, 'department_has_departments')
  })

  test('[ADM-07] no move puts folders deeper than a hundred levels', async () => {
    const [deep, other] = [await add('深', null), await add('浅', null)]
    let parent = await folderOf(deep)
    for (let level = 1; level <= 100; level += 1) parent = await make.folder({ parent })
    const below = { department_id: deep, parent_id: other, before_id: null }
    await they.refused('POST /admin/departments/move', below, 'too_deep')
  })

  test('[ADM-07] members and managers are added and removed; the tree counts each person once', async () => {
    const top = await add('处', null)
    const below = await add('科', top)
    const [ann, bob] = [
      await make.user({ enterprise: school, name: 'Ann' }),
      await make.user({ enterprise: school, name: 'Bob' }),
    ]
    await they.call('POST /admin/departments/add_members', { department_id: top, user_ids: [ann.id] })
    await they.call('POST /admin/departments/add_members', {
      department_id: below,
      user_ids: [ann.id, bob.id],
      is_manager: true,
    })
    const row = async (id: number) =>
      (await they.call('GET /admin/departments/tree', {})).departments.find((each) => each.id === id)!
    assert.deepEqual([(await row(top)).member_count, (await row(top)).all_member_count], [1, 2])
    assert.deepEqual((await row(below)).managers, [
      { id: ann.id, name: 'Ann' },
      { id: bob.id, name: 'Bob' },
    ])
    await they.call('POST /admin/departments/add_members', {
      department_id: below,
      user_ids: [ann.id],
      is_manager: false,
    })
    await they.call('POST /admin/departments/remove_members', { department_id: below, user_ids: [bob.id] })
    assert.deepEqual([(await row(below)).member_count, (await row(below)).managers], [1, []])
    await (await client(server).as(ann.login)).call('GET /apps/files/file_list', { department_id: below })
  })

  test('[ADM-07] merging moves members, files and departments; a taken name gets a number', async () => {
    const [from, into] = [await add('教务处', null), await add('教学处', null)]
    await add('考务', from)
    await add('考务', into)
    await make.file({ parent: await folderOf(from) }, { name: '计划.txt', content: '12345' })
    await make.file({ parent: await folderOf(into) }, { name: '计划.txt', content: '1' })
    const person = await make.user({ enterprise: school })
    await they.call('POST /admin/departments/add_members', {
      department_id: from,
      user_ids: [person.id],
      is_manager: true,
    })
    await they.call('POST /admin/departments/merge', { department_id: from, into_id: into })
    assert.deepEqual((await namesIn(into)).sort(byName), ['考务', '考务 (1)', '计划 (1).txt', '计划.txt'].sort(byName))
    const { departments } = await they.call('GET /admin/departments/tree', {})
    const row = departments.find(({ id }) => id === into)!
    assert.deepEqual([row.used_bytes, row.managers.map(({ id }) => id)], [6, [person.id]])
    assert.ok(!departments.some(({ id }) => id === from), 'the merged department is gone')
  })

  test('[ADM-07] deleting gives members and files to the chosen departments, or leaves them in the trash', async () => {
    const [gone, other] = [await add('旧部', null), await add('新部', null)]
    await make.file({ parent: await folderOf(gone) }, { name: '旧档.txt' })
    const person = await make.user({ enterprise: school })
    await they.call('POST /admin/departments/add_members', { department_id: gone, user_ids: [person.id] })
    await they.call('POST /admin/departments/delete', { department_id: gone, members_to: other, files_to: other })
    assert.deepEqual(await namesIn(other), ['旧档.txt'])
    const { person: page } = await they.call('GET /admin/people/info', { user_id: person.id })
    assert.deepEqual(page.departments, [{ department_id: other, name: '新部', is_manager: false }])
    await they.call('POST /admin/departments/delete', { department_id: other, members_to: null, files_to: null })
    const { items } = (await they.call('GET /apps/files/trash_list', {})) as { items: { name: string }[] }
    assert.ok(
      items.some(({ name }) => name === '新部'),
      JSON.stringify(items.map(({ name }) => name)),
    )
  })
})

/** The policy of a new organisation asks for one. */
const withPassword = { password_protected: true, password: 'a1b2' }
const byName = (one: string, other: string) => (one < other ? -1 : 1)

describe('groups', () => {
  test('[ADM-08] are added, renamed and deleted, with their members', async () => {
    const [ann, bob] = [await make.user({ enterprise: school }), await make.user({ enterprise: school })]
    const { group_id } = await they.call('POST /admin/groups/create', { name: '志愿者', user_ids: [ann.id] })
    await they.refused('POST /admin/groups/create', { name: '志愿者' }, 'group_name_taken')
    await they.call('POST /admin/groups/add_members', { group_id, user_ids: [ann.id, bob.id] })
    for (const name of ['宣讲团A', '宣讲团a']) await they.call('POST /admin/groups/rename', { group_id, name })
    const { groups } = await they.call('GET /admin/groups/list', {})
    assert.deepEqual(
      groups.filter(({ id }) => id === group_id),
      [{ id: group_id, name: '宣讲团a', member_count: 2 }],
    )
    const folder = await make.folder({ owner })
    await make.collab(folder, { group: { id: group_id } } as never, 'viewer')
    const reader = await client(server).as(bob.login)
    await reader.call('GET /apps/files/file_list', { folder_type: 'folder', folder_id: folder.id } as never)
    await they.call('POST /admin/groups/remove_members', { group_id, user_ids: [bob.id] })
    await reader.refused('GET /apps/files/file_list', { folder_type: 'folder', folder_id: folder.id }, 'item_not_found')
    await they.call('POST /admin/groups/delete', { group_id })
    await they.refused('POST /admin/groups/rename', { group_id, name: 'x' }, 'group_not_found')
  })
})

describe('policies', () => {
  test('[ADM-09] each setting is read, changed, and in force with the next call; the change is recorded before and after', async () => {
    const { policies: initial } = await they.call('GET /admin/policies/get', {})
    assert.equal(initial.second_step_for, 'nobody')
    const changes = {
      trash_period_days: 60,
      is_share_link_public_access_disabled: true,
      is_personal_space_closed: true,
    }
    const { policies } = await they.call('POST /admin/policies/set', { policies: changes })
    assert.deepEqual({ ...initial, ...changes }, policies)
    assert.deepEqual((await they.call('GET /admin/policies/get', {})).policies, policies)
    const info = await they.call('GET /apps/users/get_base_info', {})
    assert.deepEqual([info.user_info?.trash_period, info.enterprise_info?.is_personal_space_closed], [60, true])
    const { entries } = await they.call('GET /apps/audit/list', { deed: 'policies_changed' })
    assert.deepEqual(entries[0]!.detail?.after, changes)
    await they.call('POST /admin/policies/set', {
      policies: { is_personal_space_closed: false, is_share_link_public_access_disabled: false },
    })
  })

  test('[ADM-09] refuses values beyond their range, and the second step from an owner without one', async () => {
    for (const policies of [{ trash_period_days: -1 }, { password_length: 4 }, {}])
      await they.refused('POST /admin/policies/set', { policies }, 'invalid_request')
    await they.refused(
      'POST /admin/policies/set',
      { policies: { second_step_for: 'administrators' } },
      'second_step_missing',
    )
  })

  test('[ADM-09] the length of passwords, the days of a session and the second step of administrators are enforced', async () => {
    const enterprise = await make.enterprise()
    const head = await make.user({ enterprise, role: 'owner' })
    const [boss, member] = [
      await client(server).as(head.login),
      await client(server).as((await make.user({ enterprise })).login),
    ]
    await boss.call('POST /admin/policies/set', { policies: { password_length: 20, session_days: 2 } })
    const change = { password: 'correct horse', new_password: 'not twenty letters' }
    await member.refused('POST /apps/users/password', change, 'password_too_short')
    const { secret } = await boss.call('POST /apps/users/two_step/begin', { password })
    await boss.pass(new TOTP({ secret }).generate({ timestamp: now }))
    const changes = { policies: { second_step_for: 'administrators' as const } }
    assert.equal((await boss.call('POST /admin/policies/set', changes)).policies.second_step_for, 'administrators')
    const auditor = await client(server).as((await make.user({ enterprise, role: 'auditor' })).login)
    await auditor.refused('GET /admin/people/list', {}, 'force_two_step')
    await boss.call('GET /admin/people/list', {})
    await member.call('GET /apps/files/file_list', {})
    now += 2 * 86_400_000
    await member.refused('GET /apps/files/file_list', {}, 'login_expired')
    they = await client(server).as(owner.login)
  })

  test('[ADM-09] the reach counts the people and links that settings concern', async () => {
    const enterprise = await make.enterprise()
    const head = await make.user({ enterprise, role: 'owner' })
    const boss = await client(server).as(head.login)
    await boss.call('POST /apps/share_links/create', making(await make.file({ owner: head }), withPassword))
    const { reach } = await boss.call('GET /admin/policies/get', {})
    assert.deepEqual([reach.people, reach.administrators_without_second_step, reach.open_links], [1, 1, 1])
  })
})

describe('the overview and the audit log', () => {
  test('[ADM-12] figures of people, storage, links and faults', async () => {
    const enterprise = await make.enterprise()
    const head = await make.user({ enterprise, role: 'owner', name: 'Head' })
    const boss = await client(server).as(head.login)
    const member = await make.user({ enterprise, name: 'Member' })
    await make.file({ owner: member }, { content: 'x'.repeat(70) })
    await assert.rejects(client(server).as(member.login, 'wrong'))
    // A fault of last week no longer counts.
    await recordAuditEvent(server.deps.db, new Date(now - 8 * 86_400_000), { user: member }, 'sign_in_refused')
    await boss.call(
      'POST /apps/share_links/create',
      making(await make.file({ owner: head }, { content: '123' }), withPassword),
    )
    await recordStorage(server.deps.db, new Date(now - 86_400_000))
    const { overview } = await boss.call('GET /admin/overview', {})
    assert.deepEqual(overview.people, { active: 2, never_signed_in: 1, deactivated: 0, administrators: 1 })
    assert.deepEqual([overview.storage.people_bytes, overview.storage.largest[0]?.name], [73, 'Member'])
    assert.deepEqual(
      overview.storage.history.map(({ people_bytes }) => people_bytes),
      [73],
    )
    assert.deepEqual([overview.links.open, overview.failed_sign_ins, overview.version], [1, 1, '1.0.0'])
  })

  test('[ADM-14] the log is filtered by person and event, and exported without formulas', async () => {
    const person = await make.user({ enterprise: school, name: '=HYPERLINK("x")' })
    await they.call('POST /admin/people/edit', { user_id: person.id, email: 'p@x.example' })
    await client(server).as(person.login)
    const { entries } = await they.call('GET /apps/audit/list', { user_id: person.id })
    assert.deepEqual(entries.map(({ deed }) => deed).sort(), ['person_changed', 'signed_in'])
    const {
      name,
      entries: exported,
      is_cut,
    } = await they.call('GET /apps/audit/export', {
      user_id: person.id,
      deed: 'signed_in',
    })
    assert.deepEqual([name, is_cut], ['audit-2026-03-03.csv', false])
    assert.equal(exported.length, 1)
    const content = presentAuditTable(exported)
    assert.ok(content.includes(`"'=HYPERLINK(""x"")"`), content)
    assert.ok(!/(^|,)=/m.test(content), content)
  })

  test('[ADM-14] an entry names the person, the department or the group that it concerns', async () => {
    const { user_id: id } = await they.call('POST /admin/people/create', { login: 'named@log', name: '=林小满' })
    await they.call('POST /admin/departments/create', { parent_id: null, name: '校史馆' })
    await they.call('POST /admin/groups/create', { name: '校友', user_ids: [] })
    await they.call('POST /admin/people/edit', { user_id: id, name: '林大满' })
    const { entries } = await they.call('GET /apps/audit/list', { limit: 20 })
    const subjectsOf = (event: AuditEvent) => entries.find(({ deed }) => deed === event)!.subject
    assert.deepEqual((['person_created', 'department_created', 'group_created'] as const).map(subjectsOf), [
      '=林小满',
      '校史馆',
      '校友',
    ])
    const { entries: exported } = await they.call('GET /apps/audit/export', { deed: 'person_created' })
    assert.match(
      presentAuditTable(exported),
      /^\uFEFF?time,event,login,name,address,item,subject,detail\r\n.*person_created.*,'=林小满,/,
    )
  })
})
