import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { hashOf } from '../../../server/crypto/secretHash'
import { deleteSetupToken, putSetupToken, readSetupToken } from '../../../server/queries/administration/setupToken'
import { makeSetupToken } from '../../../server/services/administration/setup'
import { wordError } from '@/i18n/errors'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { containsToken } from '../../support/containsToken'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

let server: TestServer
let make: ReturnType<typeof factories>
let now = Date.parse('2026-03-01T08:00:00Z')

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
})
after(() => server.close())

/** A visitor with the request token of our own page. */
async function visitor(): Promise<Client> {
  const fresh = client(server).visitor
  const { csrf_token } = await fresh.call('GET /apps/users/get_base_info', {})
  fresh.headers = { requesttoken: csrf_token }
  return fresh
}

const setUp = (token: string, login = 'first@school') => ({
  token,
  organisation: { name: '明德学校', kind: 'school' as const, language: 'zh-CN' as const },
  administrator: { name: '王珂', login, password: 'a long own password' },
  // The classes are not in the order of their names.
  departments: '明德学校\n  教务处\n    招生办公室\n  2024 级\n  2023 级',
})
const guessed = 'A'.repeat(43)

describe('the token of the set-up page', () => {
  test('[ADM-01] a guess, an expired token and an earlier one are refused, and nothing is created', async () => {
    const they = await visitor()
    await they.refused('POST /setup/create', setUp(guessed), 'setup_token_invalid')
    const earlier = (await makeSetupToken(server.deps))!
    const token = (await makeSetupToken(server.deps))!
    await they.refused('POST /setup/create', setUp(guessed), 'setup_token_invalid')
    await they.refused('POST /setup/create', setUp(earlier), 'setup_token_invalid')
    now += 61 * 60_000
    await they.refused('POST /setup/create', setUp(token), 'setup_token_invalid')
    assert.deepEqual(await server.deps.db.selectFrom('enterprises').select('id').execute(), [])
  })

  test('[ADM-01] the database keeps no token, only a hash', async () => {
    const token = (await makeSetupToken(server.deps))!
    const { rows } = await sql<{ value: unknown }>`select value from settings`.execute(server.deps.db)
    assert.ok(!containsToken(rows, token), 'the token stands in the database')
  })

  test('[ADM-01] another origin and a page without our token are refused', async () => {
    const token = (await makeSetupToken(server.deps))!
    const they = await visitor()
    they.headers = { ...they.headers, origin: 'https://evil.example' }
    await they.refused('POST /setup/create', setUp(token), 'security_check_failed')
    for (const [call, asked] of [
      ['POST /setup/create', setUp(token)],
      ['POST /setup/info', { token }],
    ] as const)
      await client(server).visitor.refused(call, asked, 'security_check_failed')
  })

  test('[ADM-01] faulty input is refused in words and leaves the token valid; then the owner is signed in, once', async () => {
    const token = (await makeSetupToken(server.deps))!
    const they = await visitor()
    const { expires_at } = await they.call('POST /setup/info', { token })
    assert.equal(expires_at, Math.floor(now / 1000) + 3600)
    const good = setUp(token)
    const { entry } = await they.refused(
      'POST /setup/create',
      { ...good, departments: 'a\n    b\n  c' },
      'setup_departments',
    )
    assert.equal(entry.error_tr_msg, wordError('setup_departments', 'zh-CN', 'education', { line: 3 }))
    const company = {
      ...good,
      organisation: { ...good.organisation, kind: 'company' as const },
      departments: ' a\n b\n b',
    }
    const refusal = await they.refused('POST /setup/create', company, 'setup_department_twice')
    assert.equal(refusal.entry.error_tr_msg, wordError('setup_department_twice', 'zh-CN', 'default', { line: 3, n: 2 }))
    const { administrator } = good
    await they.refused(
      'POST /setup/create',
      { ...good, administrator: { ...administrator, login: '' } },
      'login_invalid',
    )
    await they.refused(
      'POST /setup/create',
      { ...good, administrator: { ...administrator, password: 'short' } },
      'password_too_short',
    )
    await they.refused(
      'POST /setup/create',
      { ...good, organisation: { ...good.organisation, name: '' } },
      'name_empty',
    )

    // Two at once: one creates the organisation.
    const answers = await Promise.all([
      they.send('POST /setup/create', good),
      they.send('POST /setup/create', setUp(token, 'second@school')),
    ])
    const done = answers.filter(({ body }) => (body as { success: boolean }).success)
    assert.equal(done.length, 1)
    const cookie = done[0]!.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const owner = client(server).visitor
    owner.headers = { cookie, requesttoken: (done[0]!.body as { csrf_token: string }).csrf_token }
    const info = await owner.call('GET /apps/users/get_base_info', {})
    assert.deepEqual(
      [info.enterprise_info?.name, info.enterprise_info?.language_type, info.user_info?.administrator_role],
      ['明德学校', 'education', 'owner'],
    )
    const { departments } = await owner.call('GET /admin/departments/tree', {})
    const nameOf = (id: number | null) => departments.find((each) => each.id === id)?.name ?? null
    assert.deepEqual(
      departments.map(({ name, parent_id }) => [name, nameOf(parent_id)]).sort(),
      [
        ['2024 级', '明德学校'],
        ['2023 级', '明德学校'],
        ['招生办公室', '教务处'],
        ['教务处', '明德学校'],
        ['明德学校', null],
      ].sort(),
    )
    const [top] = departments.filter(({ parent_id }) => parent_id === null)
    const below = departments.filter(({ parent_id }) => parent_id === top!.id)
    assert.deepEqual(
      below.map(({ name }) => name),
      ['教务处', '2024 级', '2023 级'],
    )
    await they.refused('POST /setup/create', setUp(token, 'third@school'), 'setup_token_invalid')
    const { db } = server.deps
    assert.deepEqual([await readSetupToken(db), await makeSetupToken(server.deps)], [null, null])
    // A token that is still valid when the organisation is created by command.
    const expiresAt = new Date(now + 60_000).toISOString()
    await putSetupToken(db, { hash: hashOf(guessed).toString('hex'), expiresAt })
    await they.refused('POST /setup/info', { token: guessed }, 'setup_token_invalid')
    await they.refused('POST /setup/create', setUp(guessed, 'fourth@school'), 'setup_token_invalid')
    await deleteSetupToken(db)
  })
})

describe('administrators', () => {
  let school: EnterpriseRow
  let owner: UserRow
  let registrar: UserRow
  let they: Client

  before(async () => {
    school = await make.enterprise()
    owner = await make.user({ enterprise: school, role: 'owner' })
    registrar = await make.user({ enterprise: school, role: 'people' })
    they = await client(server).as(registrar.login)
  })

  test('[ADM-10] an administrator of people cannot raise himself, nor reach an owner', async () => {
    await they.refused('POST /admin/administrators/set', { user_id: registrar.id, role: 'owner' }, 'permission_denied')
    const friend = await make.user({ enterprise: school })
    await they.refused('POST /admin/administrators/set', { user_id: friend.id, role: 'people' }, 'permission_denied')
    await they.refused('POST /admin/people/create', { login: 'x1@x', name: 'x', role: 'owner' }, 'permission_denied')
    for (const call of [
      'POST /admin/people/reset_password',
      'POST /admin/people/reset_second_step',
      'POST /admin/people/renew_link',
    ] as const)
      await they.refused(call, { user_id: owner.id }, 'permission_denied')
    await they.refused('POST /admin/people/edit', { user_id: owner.id, email: 'mine@x.example' }, 'permission_denied')
    await they.refused('POST /admin/people/deactivate', { user_ids: [owner.id] }, 'permission_denied')
    await they.refused('POST /admin/people/edit', { user_id: registrar.id, quota_bytes: null }, 'permission_denied')
  })

  test('[ADM-10] an administrator of people gives himself no rights through departments, groups or a handing over', async () => {
    const [own, secret] = [await make.department({ enterprise: school }), await make.department({ enterprise: school })]
    await make.member(own, registrar, { isManager: true })
    const user_ids = [registrar.id]
    await they.refused(
      'POST /admin/departments/add_members',
      { department_id: secret.id, user_ids, is_manager: true },
      'permission_denied',
    )
    await they.refused(
      'POST /admin/departments/move',
      { department_id: secret.id, parent_id: own.id, before_id: null },
      'permission_denied',
    )
    await they.refused(
      'POST /admin/departments/merge',
      { department_id: secret.id, into_id: own.id },
      'permission_denied',
    )
    await they.refused(
      'POST /admin/departments/delete',
      { department_id: secret.id, members_to: null, files_to: own.id },
      'permission_denied',
    )
    // Its members arrive there, and he is one of them.
    for (const [call, asked] of [
      ['POST /admin/departments/move', { department_id: own.id, parent_id: secret.id, before_id: null }],
      ['POST /admin/departments/merge', { department_id: own.id, into_id: secret.id }],
      ['POST /admin/departments/delete', { department_id: own.id, members_to: secret.id, files_to: null }],
      ['POST /admin/departments/delete', { department_id: secret.id, members_to: own.id, files_to: null }],
      ['POST /admin/departments/edit', { department_id: own.id, share_disabled_for: 'members' }],
    ] as const)
      await they.refused(call, asked, 'permission_denied')
    await they.refused('POST /admin/groups/create', { name: 'mine', user_ids }, 'permission_denied')
    const { group_id } = await they.call('POST /admin/groups/create', { name: 'ours' })
    await they.refused('POST /admin/groups/add_members', { group_id, user_ids }, 'permission_denied')
    const leaver = await make.user({ enterprise: school })
    await make.file({ owner: leaver })
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    await they.refused(
      'POST /admin/people/hand_over',
      { user_id: leaver.id, files_to: registrar.id },
      'permission_denied',
    )
  })

  test('[ADM-10] ids of another organisation answer like ids of nobody', async () => {
    const foreign = await make.user({ role: 'owner' })
    for (const id of [foreign.id, 900_000_000])
      await they.refused('POST /admin/people/reset_password', { user_id: id }, 'person_not_found')
  })

  test('[ADM-10] of two owners who demote each other at once, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const enterprise = await make.enterprise()
      const pair = [await make.user({ enterprise, role: 'owner' }), await make.user({ enterprise, role: 'owner' })]
      const [one, other] = await Promise.all(pair.map(({ login }) => client(server).as(login)))
      const codes = await Promise.all([
        one!.send('POST /admin/administrators/set', { user_id: pair[1]!.id, role: null }),
        other!.send('POST /admin/administrators/set', { user_id: pair[0]!.id, role: null }),
      ])
      assert.equal(codes.filter(({ body }) => (body as { success: boolean }).success).length, 1)
      const { rows } =
        await sql`select from users where enterprise_id = ${enterprise.id} and administrator_role = 'owner'`.execute(
          server.deps.db,
        )
      assert.equal(rows.length, 1)
    }
    // They wait for each other in one order. Otherwise the database ends one of them after a second.
    const { rows } = await sql`select deadlocks from pg_stat_database where datname = current_database()`.execute(
      server.deps.db,
    )
    assert.deepEqual(rows, [{ deadlocks: 0 }])
  })

  test('[ADM-10] an act whose administrator loses the role meanwhile is refused', async () => {
    const { id, login } = await make.user({ enterprise: school, role: 'people' })
    const late = await client(server).as(login)
    const { db } = server.deps
    const answer = await db.transaction().execute(async (transaction) => {
      await transaction.updateTable('users').set({ administrator_role: null }).where('id', '=', id).execute()
      const running = late.send('POST /admin/groups/create', { name: 'late' })
      await until('the act waits for the account', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows.length > 0
      })
      return { running }
    })
    const { body } = await answer.running
    assert.match(JSON.stringify(body), /"permission_denied"/)
  })

  test('[ADM-03] of two administrators who add the same login at once, one succeeds', async () => {
    const boss = await client(server).as(owner.login)
    const people = ['Twin@x', 'ｔｗｉｎ@X'].map((login) =>
      boss.send('POST /admin/people/create', { login, name: 'twin' }),
    )
    const answers = await Promise.all(people)
    assert.equal(answers.filter(({ body }) => (body as { success: boolean }).success).length, 1)
    assert.ok(
      answers.some(({ body }) => JSON.stringify(body).includes('login_taken')),
      'nobody was told that the login is taken',
    )
  })

  test('[ADM-10] the auditor reads and changes nothing', async () => {
    const auditor = await client(server).as((await make.user({ enterprise: school, role: 'auditor' })).login)
    await auditor.call('GET /apps/audit/list', {})
    await auditor.call('GET /apps/share_links/enterprise_list', {})
    await auditor.refused('POST /enterprise/set_logo', { picture: null }, 'permission_denied')
    await auditor.refused('POST /admin/policies/set', { policies: { complaints: true } }, 'permission_denied')
    await auditor.refused('POST /admin/people/withdraw_link', { user_id: owner.id }, 'permission_denied')
  })
})
