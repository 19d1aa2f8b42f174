import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { DepartmentRow, EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { CLIENT, OpenIdProvider } from '../../support/session/OpenIdProvider'
import { providerSettings, type ProviderSettings } from '../../support/session/providerSettings'
import { SignOnBrowser } from '../../support/session/SignOnBrowser'
import { startTestServer, type TestServer } from '../../support/testServer'

/*
 * Signing on at a certified OpenID provider, as a browser goes there and back.
 */

let server: TestServer
let make: ReturnType<typeof factories>
let provider: OpenIdProvider
let school: EnterpriseRow
let boss: Client
let now = Date.parse('2026-03-01T08:00:00Z')

const settings = (changes: Partial<ProviderSettings> = {}) =>
  providerSettings({
    label: '校园账号',
    scopes: 'groups',
    group_claim: 'groups',
    issuer: provider.issuer,
    client_id: CLIENT.id,
    ...changes,
  })

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { signOnLoopback: true } })
  provider = await OpenIdProvider.open(server.url)
  make = factories(server.deps)
  school = await make.enterprise()
  boss = await client(server).as((await make.user({ enterprise: school, role: 'owner' })).login)
})
after(async () => {
  await server.close()
  await provider.close()
})

async function configure(changes: Partial<ProviderSettings> = {}): Promise<void> {
  await boss.call('POST /admin/sign_on/set', { provider: settings(changes), client_secret: CLIENT.secret })
}

async function person(email: string): Promise<UserRow> {
  const user = await make.user({ enterprise: school })
  await server.deps.db.updateTable('users').set({ email }).where('id', '=', user.id).execute()
  return user
}

const isScreen = (url: URL) => url.origin === server.url && !url.pathname.startsWith('/api/')
const start = () => `${server.url}/api/sign_on/start?organisation=${school.id}&redirect=/files/own`

/** Signs on in a new browser. @returns the code of the refusal; null after success */
async function signOn(who: string, browser = new SignOnBrowser()): Promise<string | null> {
  provider.who = who
  const { url } = await browser.open(start(), { until: isScreen })
  return url.searchParams.get('refused')
}

async function baseInfo(browser: SignOnBrowser) {
  const they = client(server).visitor
  they.headers = { cookie: browser.cookieFor(new URL(server.url)) }
  return they.call('GET /apps/users/get_base_info', {})
}

async function departmentsOf(userId: number): Promise<number[]> {
  const { person: found } = await boss.call('GET /admin/people/info', { user_id: userId })
  return found.departments.map(({ department_id: id }) => id).sort()
}

describe('signing on', () => {
  test('[DIR-01] the sign-in page learns which organisations have a provider', async () => {
    const { visitor } = client(server)
    assert.deepEqual((await visitor.call('GET /apps/users/sign_on_ways', {})).ways, [])
    await configure()
    const ways = [{ kind: 'oidc', enterprise_id: school.id, label: '校园账号', is_automatic: false }]
    assert.deepEqual((await visitor.call('GET /apps/users/sign_on_ways', {})).ways, ways)
    await configure({ is_on: false })
    assert.deepEqual((await visitor.call('GET /apps/users/sign_on_ways', {})).ways, [])
    const { url } = await new SignOnBrowser().open(start(), { until: isScreen })
    assert.equal(url.href, `${server.url}/login?refused=sign_on_missing&redirect=%2Ffiles%2Fown`)
  })

  test('[DIR-01] a person is linked by the verified address, then known by the id, and goes where they wanted', async () => {
    await configure()
    const user = await person('lin@school.example')
    provider.accounts.set('lin', { name: '林小满', email: 'Lin@School.example', email_verified: true })
    const browser = new SignOnBrowser()
    provider.who = 'lin'
    const { url } = await browser.open(start(), { until: isScreen })
    assert.equal(url.href, `${server.url}/files/own`)
    assert.equal((await baseInfo(browser)).user_info?.id, user.id)
    provider.accounts.set('lin', { email: 'new@elsewhere.example', email_verified: true })
    const again = new SignOnBrowser()
    assert.equal(await signOn('lin', again), null)
    assert.equal((await baseInfo(again)).user_info?.id, user.id)
    const { entries } = await boss.call('GET /apps/audit/list', { user_id: user.id })
    assert.deepEqual(
      entries.map(({ deed }) => deed),
      ['signed_on', 'signed_on', 'sign_on_linked'],
    )
  })

  test('[DIR-01] a person is linked by a claim that is the login', async () => {
    await configure({ link_by: 'claim', link_claim: 'preferred_username' })
    const user = await make.user({ enterprise: school, login: 'Zhao@campus' })
    provider.accounts.set('zhao', { preferred_username: 'zhao@CAMPUS' })
    const browser = new SignOnBrowser()
    assert.equal(await signOn('zhao', browser), null)
    assert.equal((await baseInfo(browser)).user_info?.id, user.id)
  })

  test('[DIR-01] people are added only where that is switched on, with name, login and address', async () => {
    await configure()
    provider.accounts.set('new', {
      name: '孙敏',
      preferred_username: 'sun.min',
      email: 'sun@school.example',
      email_verified: true,
    })
    assert.equal(await signOn('new'), 'sign_on_unknown')
    await configure({ creates_people: true })
    const browser = new SignOnBrowser()
    assert.equal(await signOn('new', browser), null)
    const { user_info: info } = await baseInfo(browser)
    assert.deepEqual([info?.name, info?.login, info?.administrator_role], ['孙敏', 'sun.min', undefined])
    const { people } = await boss.call('GET /admin/people/list', { search: 'sun.min' })
    assert.deepEqual([people.length, people[0]!.email], [1, 'sun@school.example'])
    assert.equal(await signOn('new'), null)

    provider.accounts.set('twin', { preferred_username: 'SUN.MIN', email: 'twin@school.example', email_verified: true })
    assert.equal(await signOn('twin'), 'login_taken')
  })

  test('[DIR-01] groups lead into departments at each sign-on, and managers stay', async () => {
    const [teachers, exams, other]: DepartmentRow[] = [
      await make.department({ enterprise: school }),
      await make.department({ enterprise: school }),
      await make.department({ enterprise: school }),
    ]
    const user = await person('groups@school.example')
    await make.member(other!, user)
    await configure({
      group_rules: [
        { group: 'teachers', department_id: teachers!.id },
        { group: 'exams', department_id: exams!.id },
      ],
    })
    const account = { email: 'groups@school.example', email_verified: true }
    provider.accounts.set('groups', { ...account, groups: ['teachers', 'unknown'] })
    assert.equal(await signOn('groups'), null)
    assert.deepEqual(await departmentsOf(user.id), [teachers!.id, other!.id].sort())
    provider.accounts.set('groups', { ...account, groups: ['exams'] })
    assert.equal(await signOn('groups'), null)
    assert.deepEqual(await departmentsOf(user.id), [exams!.id, other!.id].sort())
    const manages = { department_id: exams!.id, user_ids: [user.id], is_manager: true }
    await boss.call('POST /admin/departments/add_members', manages)
    provider.accounts.set('groups', { ...account, groups: [] })
    assert.equal(await signOn('groups'), null)
    assert.deepEqual(await departmentsOf(user.id), [exams!.id, other!.id].sort())
    const foreign = await make.department({})
    const input = settings({ group_rules: [{ group: 'x', department_id: foreign.id }] })
    await boss.refused('POST /admin/sign_on/set', { provider: input }, 'department_not_found')
  })

  test('[DIR-01] the provider changes its keys, and people sign on', async () => {
    await configure()
    await person('keys@school.example')
    provider.accounts.set('keys', { email: 'keys@school.example', email_verified: true })
    assert.equal(await signOn('keys'), null)
    provider.rotate(server.url, 'second')
    now += 61_000
    assert.equal(await signOn('keys'), null)
  })

  test('[DIR-01] signing out leads to the provider where that is switched on', async () => {
    await configure()
    await person('out@school.example')
    provider.accounts.set('out', { email: 'out@school.example', email_verified: true })
    const stays = new SignOnBrowser()
    await signOn('out', stays)
    assert.equal((await baseInfo(stays)).logout_url, '/login')
    await configure({ signs_out: true })
    const leaves = new SignOnBrowser()
    await signOn('out', leaves)
    const { logout_url: address } = await baseInfo(leaves)
    assert.equal(address, `${server.url}/api/sign_on/out?organisation=${school.id}`)
    const { url } = await leaves.open(address, { until: ({ origin }) => origin === provider.issuer })
    assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${server.url}/login`)
    assert.equal(url.searchParams.get('client_id'), CLIENT.id)
    const byPassword = await client(server).as((await person('p@school.example')).login)
    assert.equal((await byPassword.call('GET /apps/users/get_base_info', {})).logout_url, '/login')
  })
})

describe('the settings', () => {
  test('[DIR-01] only owners read and change them, and nobody reads the secret', async () => {
    await configure()
    for (const role of ['people', 'auditor', null] as const) {
      const they = await client(server).as((await make.user({ enterprise: school, role })).login)
      await they.refused('GET /admin/sign_on/get', {}, 'permission_denied')
      await they.refused('POST /admin/sign_on/set', { provider: settings() }, 'permission_denied')
      await they.refused('POST /admin/sign_on/remove', {}, 'permission_denied')
    }
    const found = await boss.call('GET /admin/sign_on/get', {})
    assert.equal(found.redirect_url, `${server.url}/api/sign_on/callback`)
    assert.equal(found.provider?.has_secret, true)
    const { entries } = await boss.call('GET /apps/audit/list', { deed: 'sign_on_changed' })
    const { rows } = await sql`select sign_on_providers::text as row from sign_on_providers`.execute(server.deps.db)
    assert.ok(!JSON.stringify([found, entries, rows]).includes(CLIENT.secret), 'the secret shows')
    assert.ok(entries.length > 0, 'changes are not recorded')
  })

  test('[DIR-01] another issuer or client needs the secret again, so that a stored secret goes nowhere else', async () => {
    await configure()
    await boss.call('POST /admin/sign_on/set', { provider: settings({ label: 'x' }) })
    const moved = settings({ client_id: 'another' })
    await boss.refused('POST /admin/sign_on/set', { provider: moved }, 'sign_on_secret')
    await boss.call('POST /admin/sign_on/set', { provider: moved, client_secret: '' })
    assert.equal((await boss.call('GET /admin/sign_on/get', {})).provider?.has_secret, false)
  })

  for (const issuer of ['http://school.example', 'ftp://school.example', 'https://169.254.169.254', 'nothing', ''])
    test(`[DIR-01] the issuer ${JSON.stringify(issuer)} is refused`, async () => {
      await boss.refused('POST /admin/sign_on/set', { provider: settings({ issuer }) }, 'sign_on_issuer')
    })

  test('[DIR-01] without the setting, providers on the server’s own machine are refused', async () => {
    const strict = await startTestServer()
    try {
      const they = await client(strict).as((await factories(strict.deps).user({ role: 'owner' })).login)
      for (const issuer of [provider.issuer, 'https://localhost', 'https://127.0.0.1', 'https://[::1]'])
        await they.refused('POST /admin/sign_on/set', { provider: settings({ issuer }) }, 'sign_on_issuer')
    } finally {
      await strict.close()
    }
  })

  for (const [field, changes] of Object.entries({
    label: { label: ' ' },
    client_id: { client_id: '' },
    link_claim: { link_by: 'claim' },
    email_domains: { email_domains: ['no domain'] },
    scopes: { scopes: 'ü' },
  } satisfies Record<string, Partial<ProviderSettings>>))
    test(`[DIR-01] a fault of ${field} is named`, async () => {
      const { entry } = await boss.refused(
        'POST /admin/sign_on/set',
        { provider: settings(changes) },
        'sign_on_settings',
      )
      assert.equal(entry.field, field)
    })

  test('[DIR-01] removing ends signing on and keeps the people', async () => {
    await configure()
    await boss.call('POST /admin/sign_on/remove', {})
    assert.equal((await boss.call('GET /admin/sign_on/get', {})).provider, null)
    assert.equal(await signOn('lin'), 'sign_on_missing')
    const { people } = await boss.call('GET /admin/people/list', { search: 'lin@school.example' })
    assert.equal(people[0]?.state, 'active')
  })
})
