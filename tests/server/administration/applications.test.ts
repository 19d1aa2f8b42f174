import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ApplicationRow } from '@/contract/administration/applications'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { OpenClient, refusedWith } from '../../support/applications/applications'
import { keyPair, signAssertion } from '../../support/applications/keys'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let owner: UserRow
let teacher: UserRow
let they: Client
let now = Date.parse('2026-03-01T08:00:00Z')

const HOUR = 3_600_000
const origin = 'https://lessons.example'
const visitor = () => new OpenClient(server.url)

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise({ name: '明德学校' })
  owner = await make.user({ enterprise: school, login: 'owner@school', role: 'owner' })
  teacher = await make.user({ enterprise: school, login: 'teacher@school', name: '陈希' })
  they = await client(server).as(owner.login)
})
after(() => server.close())

const settings = () => ({
  name: '明德课堂',
  scopes: ['item_preview' as const, 'item_read' as const],
  origins: [origin],
  for_all: false,
  user_ids: [teacher.id],
})

async function create(changes: Partial<ReturnType<typeof settings>> = {}) {
  const made = await they.call('POST /admin/applications/create', { ...settings(), ...changes })
  return { id: made.application_id, clientId: made.client_id, secret: made.secret }
}

async function row(id: number): Promise<ApplicationRow> {
  const { applications } = await they.call('GET /admin/applications/list', {})
  return applications.find((each) => each.id === id)!
}

async function detailsOf(deed: 'application_created' | 'application_changed' | 'application_secret_rotated') {
  const { entries } = await they.call('GET /apps/audit/list', { deed })
  return entries.map(({ detail }) => detail)
}

describe('applications', () => {
  test('[ADM-11] an owner makes an application: the secret works, and the list shows everything but the secret', async () => {
    const { id, clientId, secret } = await create()
    assert.match(secret, /^[\w-]{43}$/)
    const listed = await row(id)
    assert.deepEqual(listed, {
      id,
      name: '明德课堂',
      client_id: clientId,
      scopes: ['item_read', 'item_preview'],
      origins: [origin],
      redirect_uris: [],
      grants: [],
      for_all: false,
      users: [{ id: teacher.id, name: '陈希', login: 'teacher@school' }],
      keys: [],
      created_at: now / 1000,
      last_used_at: null,
      former_secret_ends_at: null,
      ended_at: null,
    })
    const token = await visitor().token({ clientId, secret }, teacher, { origin })
    const info = await new OpenClient(server.url, token).call('GET /v2/user/info', {})
    assert.equal(info.login, teacher.login)
    assert.deepEqual(await detailsOf('application_created'), [
      {
        application: '明德课堂',
        before: null,
        after: {
          name: '明德课堂',
          scopes: ['item_read', 'item_preview'],
          origins: [origin],
          redirect_uris: [],
          grants: [],
          users: ['teacher@school'],
        },
      },
    ])
  })

  test('[ADM-11] the last use is recorded, at most once a minute', async () => {
    const { id, ...credentials } = await create()
    const begun = now / 1000
    const open = new OpenClient(server.url, await visitor().token(credentials, teacher))
    assert.equal((await row(id)).last_used_at, begun)
    now += 30_000
    await open.call('GET /v2/user/info', {})
    assert.equal((await row(id)).last_used_at, begun)
    now += 31_000
    await open.call('GET /v2/user/info', {})
    assert.equal((await row(id)).last_used_at, begun + 61)
  })

  test('[ADM-11] a change of scopes, users and origins is in force at once and is recorded before and after', async () => {
    const { id, ...credentials } = await create()
    const framed = new OpenClient(server.url, await visitor().token(credentials, teacher, { origin }))
    const plain = new OpenClient(server.url, await visitor().token(credentials, teacher))
    await they.call('POST /admin/applications/edit', { application_id: id, name: 'Lessons', scopes: ['item_read'] })
    assert.deepEqual((await plain.call('GET /v2/user/info', {})).scopes, ['item_read'])
    // A page that lost its right to show the drive loses its tokens; others stay.
    await they.call('POST /admin/applications/edit', { application_id: id, origins: ['https://new.example'] })
    await framed.refused('GET /v2/user/info', {}, 401, 'invalid_token')
    await plain.call('GET /v2/user/info', {})
    await they.call('POST /admin/applications/edit', { application_id: id, user_ids: [owner.id] })
    await plain.refused('GET /v2/user/info', {}, 401, 'invalid_token')
    const entries = await detailsOf('application_changed')
    assert.deepEqual(entries.slice(0, 3), [
      { application: 'Lessons', before: { users: ['teacher@school'] }, after: { users: ['owner@school'] } },
      { application: 'Lessons', before: { origins: [origin] }, after: { origins: ['https://new.example'] } },
      {
        application: '明德课堂',
        before: { name: '明德课堂', scopes: ['item_read', 'item_preview'] },
        after: { name: 'Lessons', scopes: ['item_read'] },
      },
    ])
    // The same values again are no change.
    await they.call('POST /admin/applications/edit', { application_id: id, name: 'Lessons', user_ids: [owner.id] })
    assert.equal((await detailsOf('application_changed')).length, entries.length)
    await they.call('POST /admin/applications/edit', { application_id: id, for_all: true })
    assert.equal((await row(id)).for_all, true)
    await visitor().token(credentials, teacher)
  })

  test('[ADM-11] after a rotation both secrets work, the former one for 24 hours', async () => {
    const { id, clientId, secret } = await create()
    const { secret: next, former_secret_ends_at: until } = await they.call('POST /admin/applications/rotate', {
      application_id: id,
    })
    assert.equal(until, (now + 24 * HOUR) / 1000)
    assert.equal((await row(id)).former_secret_ends_at, until)
    for (const each of [secret, next]) await visitor().token({ clientId, secret: each }, teacher)
    now += 24 * HOUR - 1000
    await visitor().token({ clientId, secret }, teacher)
    now += 1000
    await refusedWith(await visitor().tokenAnswer({ clientId, secret }, { user: teacher.login }), 401, 'unauthorized')
    await visitor().token({ clientId, secret: next }, teacher)
    assert.equal((await row(id)).former_secret_ends_at, null)
  })

  test('[ADM-11] a second rotation ends the oldest secret at once; ending the former one ends all tokens, too', async () => {
    const { id, clientId, secret: first } = await create()
    const rotate = async (more = {}) =>
      (await they.call('POST /admin/applications/rotate', { application_id: id, ...more })).secret
    const second = await rotate()
    const third = await rotate()
    const refused = async (secret: string) =>
      refusedWith(await visitor().tokenAnswer({ clientId, secret }, { user: teacher.login }), 401, 'unauthorized')
    await refused(first)
    const open = new OpenClient(server.url, await visitor().token({ clientId, secret: second }, teacher))
    const fourth = await rotate({ ends_former: true })
    for (const each of [second, third]) await refused(each)
    await open.refused('GET /v2/user/info', {}, 401, 'invalid_token')
    await visitor().token({ clientId, secret: fourth }, teacher)
    assert.equal((await detailsOf('application_secret_rotated'))[0]!.after!.former_secret_ends_at, null)
  })

  test('[ADM-11] an application that has ended stays in the list and cannot be changed', async () => {
    const { id } = await create({ name: 'Ended' })
    await they.call('POST /admin/applications/end', { application_id: id })
    const { applications } = await they.call('GET /admin/applications/list', {})
    assert.equal(applications.at(-1)!.id, id)
    assert.equal(applications.at(-1)!.ended_at, now / 1000)
    for (const [act, more] of [
      ['edit', { name: 'again' }],
      ['rotate', {}],
      ['add_key', { name: 'k', public_key: keyPair().publicPem }],
      ['remove_key', { name: 'k' }],
      ['end', {}],
    ] as const)
      await they.refused(`POST /admin/applications/${act}`, { application_id: id, ...more }, 'application_ended')
  })

  test('[ADM-11] faulty settings are refused in words, and nothing is created', async () => {
    const before = (await they.call('GET /admin/applications/list', {})).applications.length
    const inactive = await make.user({ enterprise: school })
    await they.call('POST /admin/people/deactivate', { user_ids: [inactive.id] })
    for (const [changes, code] of [
      [{ name: ' ' }, 'name_empty'],
      [{ scopes: [] }, 'application_scopes'],
      [{ user_ids: [] }, 'application_users'],
      [{ user_ids: [inactive.id] }, 'person_inactive'],
      [{ origins: Array.from({ length: 21 }, (_, at) => `https://a${at}.example`) }, 'application_origin'],
    ] as const)
      await they.refused('POST /admin/applications/create', { ...settings(), ...changes }, code)
    assert.equal((await they.call('GET /admin/applications/list', {})).applications.length, before)
  })
})

describe('keys of an application', () => {
  test('[ADM-11] a token is got by an assertion that a registered key signed, and no more after the key is removed', async () => {
    const { id, clientId, secret } = await create()
    const { publicPem, privateKey } = keyPair()
    const name = 'server-1'
    const { key } = await they.call('POST /admin/applications/add_key', {
      application_id: id,
      name,
      public_key: publicPem,
    })
    assert.match(key.fingerprint, /^SHA256:[\w+/]{43}=$/)
    assert.deepEqual((await row(id)).keys, [key])
    const ask = async (jti: string) =>
      visitor().tokenAnswer(
        { clientId, secret },
        {
          grant_type: 'jwt',
          assertion: await signAssertion(privateKey, { kid: name, now, sub: String(teacher.id), jti }),
        },
      )
    const answer = await ask('one')
    assert.equal(answer.status, 200)
    const { access_token: token } = (await answer.json()) as { access_token: string }
    assert.equal((await new OpenClient(server.url, token).call('GET /v2/user/info', {})).login, teacher.login)
    await they.call('POST /admin/applications/remove_key', { application_id: id, name })
    await refusedWith(await ask('two'), 400, 'invalid_grant')
    const [removed, added] = await detailsOf('application_changed')
    assert.deepEqual([removed!.after, added!.after], [{ keys: [] }, { keys: [`${name} ${key.fingerprint}`] }])
  })

  test('[ADM-11] ten keys at most, each with a name of its own', async () => {
    const { id } = await create()
    const { publicPem } = keyPair()
    const add = (name: string) => ({ application_id: id, name, public_key: publicPem })
    for (let at = 0; at < 10; at += 1) await they.call('POST /admin/applications/add_key', add(`k${at}`))
    await they.refused('POST /admin/applications/add_key', add('k10'), 'application_keys')
    await they.call('POST /admin/applications/remove_key', { application_id: id, name: 'k0' })
    for (const name of ['k1', '', 'a b', '密钥'])
      await they.refused('POST /admin/applications/add_key', add(name), 'application_key_name')
  })
})
