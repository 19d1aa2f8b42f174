import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { Impostor, type Faults } from '../../support/session/Impostor'
import { CLIENT } from '../../support/session/OpenIdProvider'
import { providerSettings, type ProviderSettings } from '../../support/session/providerSettings'
import { SignOnBrowser } from '../../support/session/SignOnBrowser'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let impostor: Impostor
let school: EnterpriseRow
let boss: Client
let now = Date.parse('2026-03-01T08:00:00Z')

const settings = (changes: Partial<ProviderSettings> = {}) =>
  providerSettings({ issuer: impostor.issuer, client_id: CLIENT.id, ...changes })

before(async () => {
  impostor = await Impostor.open()
  server = await startTestServer({ clock: () => new Date(now), config: { signOnLoopback: true } })
  make = factories(server.deps)
  school = await make.enterprise()
  boss = await client(server).as((await make.user({ enterprise: school, role: 'owner' })).login)
})
after(async () => {
  await server.close()
  await impostor.close()
})

/** Stores the provider with its secret. */
async function configure(changes: Partial<ProviderSettings> = {}, at = boss): Promise<void> {
  await at.call('POST /admin/sign_on/set', { provider: settings(changes), client_secret: CLIENT.secret })
}

async function person(email: string, enterprise = school): Promise<UserRow> {
  const user = await make.user({ enterprise })
  await server.deps.db.updateTable('users').set({ email }).where('id', '=', user.id).execute()
  return user
}

const start = (redirect = '', enterprise = school) =>
  `${server.url}/api/sign_on/start?organisation=${enterprise.id}&redirect=${encodeURIComponent(redirect)}`

/** Signs on in a new browser. @returns the code of the refusal; null after success */
async function signOn(browser = new SignOnBrowser(), enterprise = school): Promise<string | null> {
  const { url } = await browser.open(start('', enterprise), { until: isScreen })
  return url.searchParams.get('refused')
}

const isScreen = (url: URL) => url.origin === server.url && !url.pathname.startsWith('/api/')
const isCallback = (url: URL) => url.pathname === '/api/sign_on/callback'

async function whoIs(browser: SignOnBrowser): Promise<number | undefined> {
  const they = client(server).visitor
  they.headers = { cookie: browser.cookieFor(new URL(server.url)) }
  return (await they.call('GET /apps/users/get_base_info', {})).user_info?.id
}

beforeEach(async () => {
  impostor.faults = {}
  now += 61_000
  await configure()
})

let serial = 0
const email = () => `s${(serial += 1)}@school.example`
const unique = () => `sub-${(serial += 1)}`

describe('a provider that lies', () => {
  test('[DIR-01] without a lie the person is signed in', async () => {
    const address = email()
    const user = await person(address)
    impostor.who = { sub: address, email: address, email_verified: true }
    const browser = new SignOnBrowser()
    assert.equal(await signOn(browser), null)
    assert.equal(await whoIs(browser), user.id)
  })

  const lies: Record<string, Faults> = {
    'another issuer in the token': { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) },
    'a token for another client': { claims: (claims) => ({ ...claims, aud: 'another' }) },
    'a token for several clients, of which another is authorised': {
      claims: (claims) => ({ ...claims, aud: [CLIENT.id, 'another'], azp: 'another' }),
    },
    'a token without the nonce': { claims: ({ nonce: _nonce, ...claims }) => claims },
    'a token with another nonce': { claims: (claims) => ({ ...claims, nonce: 'another' }) },
    'a token that has expired': { claims: (claims) => ({ ...claims, exp: 1_000_000_000 }) },
    'a token without a subject': { claims: ({ sub: _sub, ...claims }) => claims },
    'a token that nobody signed (alg: none)': { header: { alg: 'none' }, isUnsigned: true },
    'a token with an empty signature': { isUnsigned: true },
    'a token signed with a key that is not published': { isForeignKey: true },
    'a token of an unknown key': { header: { kid: 'another' }, isForeignKey: true },
    'a token signed with the public key as a secret (alg: HS256)': { header: { alg: 'HS256' } },
  }
  for (const [what, faults] of Object.entries(lies))
    test(`[DIR-01] ${what} is refused`, async () => {
      const address = email()
      await person(address)
      impostor.who = { sub: address, email: address, email_verified: true }
      impostor.faults = faults
      const browser = new SignOnBrowser()
      assert.equal(await signOn(browser), 'sign_on_failed')
      assert.equal(await whoIs(browser), undefined)
    })

  const answers: Record<string, Faults> = {
    'describes another issuer (mixed issuers)': { description: { issuer: 'https://evil.example' } },
    'never ends an answer': { answer: 'endless' },
    'describes itself in 300 KB': { description: { service_documentation: 'x'.repeat(300_000) } },
    'redirects to another address': { answer: 'redirect' },
    'answers with a page': { answer: 'html' },
    'sends the browser to a script': { description: { authorization_endpoint: 'javascript:alert(1)' } },
  }
  for (const [what, faults] of Object.entries(answers))
    test(`[DIR-01] a provider that ${what} is refused, also when it is configured`, async () => {
      impostor.faults = faults
      now += 61_000
      const code = await signOn()
      assert.ok(code === 'sign_on_unreachable' || code === 'sign_on_failed', String(code))
      const input = { provider: settings(), client_secret: CLIENT.secret }
      await boss.refused('POST /admin/sign_on/set', input, 'sign_on_unreachable')
    })

  test('[DIR-01] endpoints on other machines without https are never asked', async () => {
    const address = email()
    await person(address)
    impostor.who = { sub: address, email: address, email_verified: true }
    // Not known as this machine, but answered by it.
    const other = impostor.issuer.replace('127.0.0.1', '0.0.0.0')
    for (const [endpoint, path] of [
      ['token_endpoint', '/token'],
      ['jwks_uri', '/keys'],
    ] as const) {
      impostor.faults = { description: { [endpoint]: other + path } }
      now += 61_000
      const { length } = impostor.asked
      assert.equal(await signOn(), 'sign_on_failed')
      assert.ok(!impostor.asked.slice(length).includes(path), `${path} was asked for`)
    }
  })

  test('[DIR-01] a provider that failed is not asked again at once', async () => {
    impostor.faults = { answer: 'html' }
    now += 61_000
    await signOn()
    const asked = impostor.asked.length
    for (let n = 0; n < 5; n += 1) assert.equal(await signOn(), 'sign_on_unreachable')
    assert.equal(impostor.asked.length, asked)
  })
})

test('[DIR-01] a provider that hangs holds forty sign-ons at most, so that others have places', async () => {
  const browsers = Array.from({ length: 45 }, () => new SignOnBrowser())
  const back = await Promise.all(browsers.map((browser) => browser.open(start(), { until: isCallback })))
  impostor.faults = { answer: 'silent' }
  const refusals: (string | null)[] = []
  await Promise.all(
    browsers.map(async (browser, n) => {
      const { url } = await browser.open(back[n]!.url.href, { until: isScreen })
      refusals.push(url.searchParams.get('refused'))
    }),
  )
  const expected = [...Array<string>(5).fill('sign_on_unreachable'), ...Array<string>(40).fill('sign_on_failed')]
  assert.deepEqual(refusals, expected)
  // Beginning waits for the description of the provider.
  const { id: enterpriseId } = await make.enterprise()
  const { id: clientId, secret: clientSecret } = CLIENT
  const provider = { enterpriseId, issuer: impostor.issuer, clientId, clientSecret, changedAt: new Date(now) }
  const begin = () => server.deps.openIdClients.begin(provider, `${server.url}/back`, 'openid')
  const begun = await Promise.allSettled(Array.from({ length: 45 }, begin))
  const tooMany = begun.map((each) => each.status === 'rejected' && /too many/.test(String(each.reason)))
  assert.deepEqual(
    tooMany,
    tooMany.map((_each, n) => n >= 40),
  )
})

describe('the way back', () => {
  /** Goes as far as the address to which the provider sends the browser back. */
  async function callback(browser: SignOnBrowser, redirect = ''): Promise<string> {
    const address = email()
    await person(address)
    impostor.who = { sub: address, email: address, email_verified: true }
    return (await browser.open(start(redirect), { until: isCallback })).url.href
  }
  const follow = async (browser: SignOnBrowser, address: string) =>
    (await browser.open(address, { until: isScreen })).url

  test('[DIR-01] another browser cannot complete a sign-on (login CSRF), and the right one still can', async () => {
    const [attacker, victim] = [new SignOnBrowser(), new SignOnBrowser()]
    const address = await callback(attacker)
    assert.equal((await follow(victim, address)).searchParams.get('refused'), 'sign_on_failed')
    assert.equal(await whoIs(victim), undefined)
    assert.equal((await follow(attacker, address)).searchParams.get('refused'), null)
  })

  test('[DIR-01] a state and a code work once', async () => {
    const browser = new SignOnBrowser()
    const address = await callback(browser)
    const cookie = browser.cookieFor(new URL(server.url))
    assert.equal((await follow(browser, address)).pathname, '/')
    const replay = await fetch(address, { redirect: 'manual', headers: { cookie } })
    assert.match(replay.headers.get('location') ?? '', /refused=sign_on_failed/)
  })

  test('[DIR-01] a guessed state, a missing one and one of an hour ago are refused', async () => {
    const browser = new SignOnBrowser()
    const address = new URL(await callback(browser))
    for (const state of ['guess', '']) {
      const forged = new URL(address)
      forged.searchParams.set('state', state)
      const { searchParams } = await follow(browser, forged.href)
      assert.equal(searchParams.get('refused'), 'sign_on_failed')
    }
    const late = new SignOnBrowser()
    const old = await callback(late)
    now += 3_600_000
    assert.equal((await follow(late, old)).searchParams.get('refused'), 'sign_on_failed')
  })

  test('[DIR-01] nobody comes in once the provider is switched off', async () => {
    const browser = new SignOnBrowser()
    const back = await callback(browser)
    await configure({ is_on: false })
    assert.equal((await follow(browser, back)).searchParams.get('refused'), 'sign_on_failed')
  })

  test('[DIR-01] the answer of one organisation’s provider signs nobody in at another', async () => {
    const other = await make.enterprise()
    const theirs = await client(server).as((await make.user({ enterprise: other, role: 'owner' })).login)
    await configure({}, theirs)
    const address = email()
    const user = await person(address, other)
    impostor.who = { sub: address, email: address, email_verified: true }
    const browser = new SignOnBrowser()
    assert.equal(await signOn(browser), 'sign_on_unknown')
    assert.equal(await signOn(browser, other), null)
    assert.equal(await whoIs(browser), user.id)
    const namesake = await person(address)
    assert.equal(await signOn(browser), null)
    assert.equal(await whoIs(browser), namesake.id)
  })

  for (const [redirect, expected] of [
    ['/files/own', '/files/own'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ] as const)
    test(`[DIR-01] after signing on, ${JSON.stringify(redirect)} leads to ${expected}`, async () => {
      const browser = new SignOnBrowser()
      const url = await follow(browser, await callback(browser, redirect))
      assert.equal(url.href, `${server.url}${expected}`)
    })

  test('[DIR-01] a forged Host header changes no address that leaves the server', async () => {
    const { url } = await new SignOnBrowser().open(start(), { until: ({ pathname }) => pathname === '/authorize' })
    assert.equal(url.searchParams.get('redirect_uri'), `${server.url}/api/sign_on/callback`)
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
    const forged = await fetch(start(), { redirect: 'manual', headers: { 'x-forwarded-host': 'evil.example' } })
    assert.doesNotMatch(forged.headers.get('location') ?? '', /evil/)
  })

  test('[DIR-01] neither the database nor the log of events holds the state, the code or the secret in the clear', async () => {
    const browser = new SignOnBrowser()
    const state = new URL(await callback(browser)).searchParams.get('state')!
    for (const table of ['sign_on_attempts', 'sign_on_providers', 'audit_log'] as const) {
      const { rows } = await sql`select ${sql.ref(table)}::text as row from ${sql.table(table)}`.execute(server.deps.db)
      for (const secret of [state, CLIENT.secret])
        for (const written of [secret, Buffer.from(secret).toString('hex')])
          assert.ok(!JSON.stringify(rows).includes(written), `${table} holds ${secret}`)
    }
  })
})

describe('people', () => {
  test('[DIR-01] an address that the provider has not verified links nobody', async () => {
    const address = email()
    await person(address)
    for (const email_verified of [false, 'true', 1, undefined]) {
      impostor.who = { sub: address, email: address, email_verified }
      assert.equal(await signOn(), 'sign_on_email')
    }
  })

  test('[DIR-01] a claim links no administrator, because people choose their login at the provider', async () => {
    const owner = await make.user({ enterprise: school, role: 'owner' })
    const teacher = await make.user({ enterprise: school })
    await configure({ link_by: 'claim', link_claim: 'preferred_username', creates_people: true })
    impostor.who = { sub: unique(), preferred_username: owner.login.toUpperCase() }
    assert.equal(await signOn(), 'login_taken')
    impostor.who = { sub: unique(), preferred_username: teacher.login }
    assert.equal(await signOn(), null)
  })

  test('[DIR-01] only allowed domains link, whatever the address looks like', async () => {
    await configure({ email_domains: ['@School.example'] })
    for (const address of [
      'a@evil.example',
      'a@school.example.evil.example',
      'a@sub.school.example',
      'x@y@school.example',
    ]) {
      await person(address)
      impostor.who = { sub: address, email: address, email_verified: true }
      assert.equal(await signOn(), 'sign_on_email', address)
    }
    const address = email()
    await person(address)
    impostor.who = { sub: address, email: address.toUpperCase(), email_verified: true }
    assert.equal(await signOn(), null)
  })

  test('[DIR-01] whoever changes their address to another’s stays who they are, and a newcomer with a linked address gets nothing', async () => {
    const [mine, theirs] = [email(), email()]
    const [me] = [await person(mine), await person(theirs)]
    impostor.who = { sub: 'me', email: mine, email_verified: true }
    assert.equal(await signOn(), null)
    impostor.who = { sub: 'me', email: theirs, email_verified: true }
    const browser = new SignOnBrowser()
    assert.equal(await signOn(browser), null)
    assert.equal(await whoIs(browser), me!.id)
    impostor.who = { sub: 'thief', email: mine, email_verified: true }
    assert.equal(await signOn(), 'sign_on_unknown')
  })

  test('[DIR-01] two people with one address, deactivated people and unknown ones are refused alike', async () => {
    const shared = email()
    await person(shared)
    await person(shared)
    const [gone, taken] = [email(), email()]
    const successor = await person(taken)
    for (const { id } of [await person(gone), await person(taken)])
      await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    for (const address of [shared, gone, email()]) {
      impostor.who = { sub: address, email: address, email_verified: true }
      assert.equal(await signOn(), 'sign_on_unknown')
    }
    impostor.who = { sub: taken, email: taken, email_verified: true }
    const browser = new SignOnBrowser()
    assert.equal(await signOn(browser), null)
    assert.equal(await whoIs(browser), successor.id)
  })

  test('[DIR-01] a linked person who is deactivated is signed out and refused, and joins no department', async () => {
    const address = email()
    const { id } = await person(address)
    impostor.who = { sub: address, email: address, email_verified: true }
    const browser = new SignOnBrowser()
    assert.equal(await signOn(browser), null)
    const department = await make.department({ enterprise: school })
    const group_rules = [{ group: 'teachers', department_id: department.id }]
    await configure({ group_claim: 'groups', group_rules })
    await boss.call('POST /admin/people/deactivate', { user_ids: [id] })
    assert.equal(await whoIs(browser), undefined)
    impostor.who = { ...impostor.who, groups: ['teachers'] }
    assert.equal(await signOn(), 'sign_on_unknown')
    const members = server.deps.db.selectFrom('department_members').where('department_id', '=', department.id)
    assert.deepEqual(await members.selectAll().execute(), [])
  })

  test('[DIR-01] the second step that the organisation wants is asked for', async () => {
    const address = email()
    await person(address)
    await server.deps.db.updateTable('enterprises').set({ force_two_step: true }).where('id', '=', school.id).execute()
    impostor.who = { sub: address, email: address, email_verified: true }
    const browser = new SignOnBrowser()
    assert.equal(await signOn(browser), null)
    await server.deps.db.updateTable('enterprises').set({ force_two_step: false }).where('id', '=', school.id).execute()
    const they = client(server).visitor
    they.headers = { cookie: browser.cookieFor(new URL(server.url)) }
    await they.call('GET /apps/frequently_used_items/get_space_info', {})
    await server.deps.db.updateTable('enterprises').set({ force_two_step: true }).where('id', '=', school.id).execute()
    await they.refused('GET /apps/frequently_used_items/get_space_info', {}, 'force_two_step')
    await server.deps.db.updateTable('enterprises').set({ force_two_step: false }).where('id', '=', school.id).execute()
  })
})
