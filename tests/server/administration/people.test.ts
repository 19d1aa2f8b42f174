import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let owner: UserRow
let they: Client
let now = Date.parse('2026-03-01T08:00:00Z')

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise({ name: '明德学校' })
  owner = await make.user({ enterprise: school, name: '王珂', login: 'owner@school', role: 'owner' })
  they = await client(server).as(owner.login)
})
after(() => server.close())

/** Follows a one-time link as a browser does. */
async function arrive(url: string, password: string): Promise<Client> {
  const visitor = client(server).visitor
  const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
  visitor.headers = { requesttoken: csrf_token }
  const answer = await visitor.call('POST /welcome/accept', {
    token: url.split('#')[1]!,
    new_password: password,
    scenario: 'applet',
  })
  const signedIn = client(server).visitor
  signedIn.headers = { 'auth-token': answer.auth_token! }
  return signedIn
}

describe('adding people', () => {
  test('[ADM-03] a person is added with departments and a one-time link, at which they set a password of their own', async () => {
    const department = await make.department({ enterprise: school, name: '教务处' })
    const { user_id, link } = await they.call('POST /admin/people/create', {
      login: 'lin@school',
      name: '林小满',
      email: 'Lin@School.example',
      departments: [{ department_id: department.id, is_manager: true }],
    })
    assert.match(link.url, /^http:\/\/127\.0\.0\.1:\d+\/welcome#[\w-]{43}$/)
    assert.equal(link.expires_at, now / 1000 + 72 * 3600)
    const { people } = await they.call('GET /admin/people/list', { search: '林小满' })
    assert.deepEqual(people[0]!.departments, [{ department_id: department.id, name: '教务处', is_manager: true }])
    assert.deepEqual(
      [people[0]!.state, people[0]!.email, people[0]!.link_expires_at],
      ['new', 'lin@school.example', link.expires_at],
    )

    const lin = await arrive(link.url, 'a long own password')
    const info = await lin.call('GET /apps/users/get_base_info', {})
    assert.equal(info.user_info?.id, user_id)
    assert.equal(info.user_info?.administrator_role, undefined)
    assert.equal((await they.call('GET /admin/people/info', { user_id })).person.state, 'active')
    await client(server).as('LIN@school', 'a long own password')
  })

  test('[ADM-03] the page of a link says who it is for, and refuses weak passwords without using the link up', async () => {
    const { link } = await they.call('POST /admin/people/create', { login: 'weak@school', name: '吴静' })
    const visitor = client(server).visitor
    const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
    visitor.headers = { requesttoken: csrf_token }
    const token = link.url.split('#')[1]!
    const info = await visitor.call('POST /welcome/info', { token })
    assert.deepEqual(
      [info.name, info.login, info.organisation, info.is_first],
      ['吴静', 'weak@school', '明德学校', true],
    )
    await visitor.refused('POST /welcome/accept', { token, new_password: '1234567' }, 'password_too_short')
    await visitor.refused('POST /welcome/accept', { token, new_password: 'weak@school' }, 'password_common')
    await visitor.call('POST /welcome/info', { token })
  })

  for (const [login, code] of [
    ['', 'login_invalid'],
    ['two words', 'login_invalid'],
    ['аdmin', 'login_invalid'],
    ['x'.repeat(101), 'login_invalid'],
    ['OWNER@school', 'login_taken'],
    ['ｏｗｎｅｒ@school', 'login_taken'],
  ] as const)
    test(`[ADM-03] the login ${JSON.stringify(login.slice(0, 20))} is refused with ${code}`, async () => {
      await they.refused('POST /admin/people/create', { login, name: '某人' }, code)
    })

  test('[ADM-03] the database itself refuses logins that differ in case, width or composition', async () => {
    await make.user({ enterprise: school, login: 'caf\u00e9@school' })
    for (const login of ['CAF\u00c9@school', 'cafe\u0301@school', 'ｃａｆé@school'])
      await assert.rejects(make.user({ enterprise: school, login }), { constraint: 'users_login' }, login)
  })

  test('[ADM-03] an address that is none, an empty name and a foreign department are refused', async () => {
    const foreign = await make.department({})
    await they.refused('POST /admin/people/create', { login: 'a1', name: 'a', email: 'nobody' }, 'email_invalid')
    await they.refused('POST /admin/people/create', { login: 'a1', name: ' ' }, 'name_empty')
    const departments = [{ department_id: foreign.id }]
    await they.refused('POST /admin/people/create', { login: 'a1', name: 'a', departments }, 'department_not_found')
  })
})

describe('the list of people', () => {
  test('[ADM-02] people are searched, filtered, sorted and paged', async () => {
    const enterprise = await make.enterprise()
    const head = await make.user({ enterprise, role: 'owner', name: 'Zoe' })
    const here = await client(server).as(head.login)
    const department = await make.department({ enterprise, name: 'A' })
    const below = await make.department({ parent: department, name: 'B' })
    const [ann, bob] = [
      await make.user({ department, name: 'Ann' }),
      await make.user({ department: below, name: 'Bob' }),
    ]
    const gone = await make.user({ enterprise, name: 'Cid' })
    await here.call('POST /admin/people/deactivate', { user_ids: [gone.id] })
    const names = async (question: Parameters<typeof here.call<'GET /admin/people/list'>>[1]) =>
      (await here.call('GET /admin/people/list', question)).people.map(({ name }) => name)
    assert.deepEqual(await names({}), ['Ann', 'Bob', 'Cid', 'Zoe'])
    assert.deepEqual(await names({ sort_by: 'name', sort_direction: 'desc', limit: 2 }), ['Zoe', 'Cid'])
    assert.deepEqual(await names({ offset: 3 }), ['Zoe'])
    assert.deepEqual(await names({ search: 'bO' }), ['Bob'])
    assert.deepEqual(await names({ department_id: department.id }), ['Ann', 'Bob'])
    assert.deepEqual(await names({ department_id: below.id }), ['Bob'])
    assert.deepEqual(await names({ department_id: 0 }), ['Cid', 'Zoe'])
    assert.deepEqual(await names({ state: 'deactivated' }), ['Cid'])
    assert.deepEqual(await names({ state: 'new' }), ['Ann', 'Bob'])
    assert.deepEqual(await names({ role: 'any' }), ['Zoe'])
    await make.file({ owner: bob }, { content: 'x'.repeat(100) })
    assert.equal((await names({ sort_by: 'used_bytes', sort_direction: 'desc' }))[0], 'Bob')
    assert.equal((await here.call('GET /admin/people/list', { limit: 1 })).total_count, 4)
    assert.equal(ann.enterprise_id, enterprise.id)
  })

  test('[ADM-02] people are sorted by the sound that a character has as a surname', async () => {
    const enterprise = await make.enterprise()
    const owner = await make.user({ enterprise, role: 'owner', name: '安老师' })
    for (const name of ['沈琪', '曾理', '蔡雯', '任曾', '张望', '陈希']) await make.user({ enterprise, name })
    const { people } = await (await client(server).as(owner.login)).call('GET /admin/people/list', { sort_by: 'name' })
    assert.deepEqual(
      people.map(({ name }) => name),
      ['安老师', '蔡雯', '陈希', '任曾', '沈琪', '曾理', '张望'],
    )
  })

  test('[ADM-02] the export holds what the list shows, and no cell is a formula', async () => {
    await they.call('POST /admin/people/create', { login: 'formula2@school', name: '=SUM(A1), 2' })
    const { name, content } = await they.call('GET /admin/people/export', { search: 'formula2' })
    assert.equal(name, 'people-2026-03-01.csv')
    assert.ok(content.startsWith('\ufefflogin,name,'), content.slice(0, 40))
    assert.match(content, /formula2@school,"'=SUM\(A1\), 2"/)
    const { entries } = await they.call('GET /apps/audit/list', { deed: 'people_exported' })
    assert.equal(entries[0]!.detail?.count, 1)
  })

  deepTest('[ADM-02] a list of 20,000 people is searched and counted', async () => {
    const enterprise = await make.enterprise()
    const head = await make.user({ enterprise, role: 'owner' })
    const here = await client(server).as(head.login)
    await sql`
      insert into users (enterprise_id, login, name) select ${enterprise.id}, 'p' || n || '@many', '人员' || n from generate_series(1, 20000) n`.execute(
      server.deps.db,
    )
    await sql`
      insert into items (is_folder, name, name_key, creator_id, updater_id, space_owner_id, personal_of)
      select true, '', '', id, id, id, id from users where enterprise_id = ${enterprise.id} and id <> ${head.id}`.execute(
      server.deps.db,
    )
    await sql`analyze users`.execute(server.deps.db)
    const times: number[] = []
    for (let at = 0; at < 15; at += 1) {
      const start = performance.now()
      const { total_count } = await here.call('GET /admin/people/list', { search: `p1${at}` })
      times.push(performance.now() - start)
      assert.ok(total_count > 0, `p1${at}`)
    }
    const median = times.sort((one, other) => one - other)[7]!
    console.log(`people list of 20,000 with search: p50 ${median.toFixed(1)} ms`)
  })
})

describe('a person’s page', () => {
  test('[ADM-05] data, memberships, quota, devices and what may be done; changes are recorded before and after', async () => {
    const department = await make.department({ enterprise: school })
    const person = await make.user({ department, name: '周航' })
    await client(server).as(person.login)
    const { group_id } = await they.call('POST /admin/groups/create', { name: '宣讲团', user_ids: [person.id] })
    await they.call('POST /admin/people/edit', { user_id: person.id, name: '周航（教务）', quota_bytes: 1000 })
    const { person: page } = await they.call('GET /admin/people/info', { user_id: person.id })
    assert.deepEqual(page.groups, [{ id: group_id, name: '宣讲团' }])
    assert.deepEqual(
      [page.name, page.quota_bytes, page.effective_quota_bytes, page.devices.length],
      ['周航（教务）', 1000, 1000, 1],
    )
    assert.deepEqual(page.acts, ['edit', 'deactivate', 'end_sessions', 'reset_password', 'undo_hand_over', 'set_role'])
    const { entries } = await they.call('GET /apps/audit/list', { deed: 'person_changed', user_id: person.id })
    assert.deepEqual(
      [entries[0]!.detail?.before, entries[0]!.detail?.after],
      [
        { name: '周航', quota_bytes: null },
        { name: '周航（教务）', quota_bytes: 1000 },
      ],
    )
    await they.call('POST /admin/people/edit', { user_id: person.id, departments: [], group_ids: [] })
    const { person: later } = await they.call('GET /admin/people/info', { user_id: person.id })
    assert.deepEqual([later.departments, later.groups], [[], []])
  })

  test('[ADM-05] resetting a password ends the sessions, and the old password signs in no more', async () => {
    const person = await make.user({ enterprise: school })
    const session = await client(server).as(person.login)
    const { link } = await they.call('POST /admin/people/reset_password', { user_id: person.id })
    await session.refused('GET /apps/files/file_list', {}, 'login_expired')
    await assert.rejects(client(server).as(person.login))
    const back = await arrive(link.url, 'another good one')
    await back.call('GET /apps/files/file_list', {})
    await they.refused('POST /admin/people/renew_link', { user_id: person.id }, 'person_has_password')
  })

  test("[ADM-05] a person's page says whether there is a password, also of people who never signed in", async () => {
    const person = await make.user({ enterprise: school })
    const page = async () => (await they.call('GET /admin/people/info', { user_id: person.id })).person
    assert.deepEqual([(await page()).state, (await page()).has_password], ['new', true])
    await they.call('POST /admin/people/reset_password', { user_id: person.id })
    assert.equal((await page()).has_password, false)
  })

  test("[ADM-06] a person's page says what the policy proposes for the links of people who leave", async () => {
    const person = await make.user({ enterprise: school })
    const proposed = async () =>
      (await they.call('GET /admin/people/info', { user_id: person.id })).person.links_of_leavers
    assert.equal(await proposed(), 'close')
    await server.deps.db
      .updateTable('enterprises')
      .set({ links_of_leavers: 'keep' })
      .where('id', '=', school.id)
      .execute()
    assert.equal(await proposed(), 'keep')
    await server.deps.db
      .updateTable('enterprises')
      .set({ links_of_leavers: 'close' })
      .where('id', '=', school.id)
      .execute()
  })

  test('[ADM-05] an administrator signs a person out everywhere, and switches a lost second step off', async () => {
    const person = await make.user({ enterprise: school })
    const session = await client(server).as(person.login)
    assert.equal((await they.call('POST /admin/people/end_sessions', { user_ids: [person.id] })).ended, 1)
    await session.refused('GET /apps/files/file_list', {}, 'login_expired')
    const { db } = server.deps
    const enrolled = { totp_secret: 'JBSWY3DPEHPK3PXP', totp_enrolled_at: new Date(now) }
    await db.updateTable('users').set(enrolled).where('id', '=', person.id).execute()
    await they.call('POST /admin/people/reset_second_step', { user_id: person.id })
    assert.equal((await they.call('GET /admin/people/info', { user_id: person.id })).person.has_second_step, false)
    now += 1000
  })
})
