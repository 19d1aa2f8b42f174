import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
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
const now = Date.now()
const log: string[] = []

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), watch: (statement) => log.push(statement) })
  make = factories(server.deps)
  school = await make.enterprise()
  owner = await make.user({ enterprise: school, role: 'owner' })
  teacher = await make.user({ enterprise: school })
  they = await client(server).as(owner.login)
})
after(() => server.close())

const settings = { name: 'Lessons', scopes: ['item_read'], origins: ['https://a.example'], for_all: true, user_ids: [] }

async function create(as = they, changes: object = {}) {
  const made = await as.call('POST /admin/applications/create', { ...settings, ...changes } as never)
  return { id: made.application_id, clientId: made.client_id, secret: made.secret }
}

const publicKey = keyPair().publicPem
const changing = (id: number) =>
  [
    ['POST /admin/applications/edit', { application_id: id, name: 'taken' }],
    ['POST /admin/applications/rotate', { application_id: id }],
    ['POST /admin/applications/add_key', { application_id: id, name: 'k', public_key: publicKey }],
    ['POST /admin/applications/remove_key', { application_id: id, name: 'k' }],
    ['POST /admin/applications/end', { application_id: id }],
  ] as const

describe('attacks on applications', () => {
  test('[ADM-11] auditors, administrators of people and members neither create nor change an application, nor get its secret', async () => {
    const { id, ...credentials } = await create()
    for (const role of ['auditor', 'people', null] as const) {
      const as = await client(server).as((await make.user({ enterprise: school, role })).login)
      await as.refused('POST /admin/applications/create', settings, 'permission_denied')
      for (const [call, input] of changing(id)) await as.refused(call, input, 'permission_denied')
    }
    await new OpenClient(server.url).token(credentials, teacher)
  })

  test('[ADM-11] ids of another organisation answer like ids of nobody, and change nothing there', async () => {
    const foreign = await make.user({ role: 'owner' })
    const { id } = await create(await client(server).as(foreign.login))
    const before = await sql`select * from applications where id = ${id}`.execute(server.deps.db)
    for (const each of [id, 900_000_000])
      for (const [call, input] of changing(each)) await they.refused(call, input, 'application_not_found')
    assert.deepEqual((await sql`select * from applications where id = ${id}`.execute(server.deps.db)).rows, before.rows)
    const { applications } = await they.call('GET /admin/applications/list', {})
    assert.ok(!applications.some((each) => each.id === id), 'the list shows another organisation’s application')
  })

  test('[ADM-11] people of another organisation cannot be named', async () => {
    const stranger = await make.user()
    const input = { ...settings, for_all: false, user_ids: [stranger.id] }
    await they.refused('POST /admin/applications/create', input, 'person_not_found')
    const { id } = await create()
    const changes = { application_id: id, for_all: false, user_ids: [stranger.id] }
    await they.refused('POST /admin/applications/edit', changes, 'person_not_found')
  })

  test('[ADM-11] no secret, former secret or assertion stands in the database, a statement, the list or the audit log', async () => {
    const { id, secret } = await create()
    const { secret: next } = await they.call('POST /admin/applications/rotate', { application_id: id })
    const secrets = [secret, next]
    const tables = ['applications', 'application_tokens', 'application_keys', 'audit_log', 'settings'] as const
    const texts = [log.join('\n')]
    for (const table of tables)
      texts.push(JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(server.deps.db)).rows))
    texts.push(JSON.stringify(await they.call('GET /admin/applications/list', {})))
    texts.push(JSON.stringify(await they.call('GET /apps/audit/list', { limit: 200 })))
    texts.push(JSON.stringify(await they.call('GET /apps/audit/export', {})))
    for (const each of secrets)
      for (const text of texts) assert.ok(!text.includes(each), `a secret stands in ${text.slice(0, 80)}`)
    const list = JSON.stringify(await they.call('GET /admin/applications/list', {}))
    assert.doesNotMatch(list, /secret_hash/)
  })

  test('[ADM-11] a wildcard, a script, a path and their like are refused as origins, in words that name them', async () => {
    for (const origin of [
      '*',
      'null',
      'https://*.example',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://app.example',
      'https://app.example/',
      'https://app.example/path',
      'https://app.example?x=1',
      'https://APP.example',
      'https://app.example:443',
      'https://user@app.example',
      'https://a.example https://b.example',
      "https://app.example;script-src 'unsafe-inline'",
    ]) {
      const input = { ...settings, origins: ['https://good.example', origin] }
      const { entry } = await they.refused('POST /admin/applications/create', input, 'application_origin')
      assert.ok(entry.error_tr_msg.includes(`“${origin}”`), entry.error_tr_msg)
    }
  })

  test('[ADM-11] ending an application ends its tokens and secrets with the next call', async () => {
    const { id, clientId, secret } = await create()
    const { secret: next } = await they.call('POST /admin/applications/rotate', { application_id: id })
    const open = new OpenClient(server.url, await new OpenClient(server.url).token({ clientId, secret }, teacher))
    await open.call('GET /v2/user/info', {})
    await they.call('POST /admin/applications/end', { application_id: id })
    await open.refused('GET /v2/user/info', {}, 401, 'invalid_token')
    for (const each of [secret, next]) {
      const answer = await new OpenClient(server.url).tokenAnswer({ clientId, secret: each }, { user: teacher.login })
      await refusedWith(answer, 401, 'unauthorized')
    }
    const { rows } = await sql`select from application_tokens where application_id = ${id}`.execute(server.deps.db)
    assert.equal(rows.length, 0)
  })

  test('[ADM-11] of two owners who rotate a secret at once, each gets a secret, and one of them is the former one', async () => {
    const { id, clientId } = await create()
    const answers = await Promise.all(
      [1, 2].map(() => they.call('POST /admin/applications/rotate', { application_id: id })),
    )
    for (const { secret } of answers) await new OpenClient(server.url).token({ clientId, secret }, teacher)
  })

  test('[ADM-11] private keys, short keys and other texts are refused as keys, and a private key is kept nowhere', async () => {
    const { id } = await create()
    const { privatePem } = keyPair()
    const pkcs1 = keyPair().privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    const curve = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const add = (text: string) => ({ application_id: id, name: 'k', public_key: text })
    for (const text of [privatePem, pkcs1])
      await they.refused('POST /admin/applications/add_key', add(text), 'application_key_private')
    for (const text of ['', 'no key', curve, keyPair(1024).publicPem])
      await they.refused('POST /admin/applications/add_key', add(text), 'application_key')
    const { rows } = await sql`select from application_keys where application_id = ${id}`.execute(server.deps.db)
    assert.equal(rows.length, 0)
  })
})

describe('attacks on signed assertions', () => {
  const mine = keyPair()
  const other = keyPair()

  async function withKey() {
    const { id, ...credentials } = await create()
    const input = { application_id: id, name: 'mine', public_key: mine.publicPem }
    await they.call('POST /admin/applications/add_key', input)
    const ask = async (assertion: string) =>
      new OpenClient(server.url).tokenAnswer(credentials, { grant_type: 'jwt', assertion })
    return { id, ask }
  }
  const claims = () => ({ kid: 'mine', now, sub: String(teacher.id) })
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('[ADM-11] an assertion works once, also with another spelling of its signature', async () => {
    const { ask } = await withKey()
    const assertion = await signAssertion(mine.privateKey, claims())
    assert.equal((await ask(assertion)).status, 200)
    await refusedWith(await ask(assertion), 400, 'invalid_grant')
    await refusedWith(await ask(`${assertion}=`), 400, 'invalid_grant')
    const last = assertion.at(-1)!
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const twin = assertion.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1]!
    await refusedWith(await ask(twin), 400, 'invalid_grant')
  })

  test('[ADM-11] unsigned, foreign, expired, long-lived and future assertions are refused', async () => {
    const { ask } = await withKey()
    const { id: another } = await create()
    const foreign = { application_id: another, name: 'foreign', public_key: other.publicPem }
    await they.call('POST /admin/applications/add_key', foreign)
    const at = Math.floor(now / 1000)
    const body = encode({ platform_sub_type: 'user', sub: String(teacher.id), exp: at + 60, iat: at, jti: 'x' })
    for (const [what, assertion] of [
      ['none', `${encode({ alg: 'none', kid: 'mine' })}.${body}.`],
      ['an HMAC by the public key', `${encode({ alg: 'HS256', kid: 'mine' })}.${body}.${encode({ x: 1 })}`],
      ['another key', await signAssertion(other.privateKey, claims())],
      ['a key of another application', await signAssertion(other.privateKey, { ...claims(), kid: 'foreign' })],
      ['an unknown key', await signAssertion(mine.privateKey, { ...claims(), kid: 'other' })],
      ['another algorithm', await signAssertion(mine.privateKey, { ...claims(), alg: 'PS256' })],
      ['expired', await signAssertion(mine.privateKey, { ...claims(), now: now - 120_000 })],
      ['valid for an hour', await signAssertion(mine.privateKey, { ...claims(), seconds: 3600 })],
      ['of the future', await signAssertion(mine.privateKey, { ...claims(), now: now + 120_000 })],
      ['an organisation’s', await signAssertion(mine.privateKey, { ...claims(), kind: 'enterprise' })],
      ['no id', await signAssertion(mine.privateKey, { ...claims(), sub: 'teacher' })],
      ['no assertion', 'a.b.c'],
    ] as const) {
      const answer = await ask(assertion)
      assert.equal(answer.status, 400, what)
      await refusedWith(answer, 400, 'invalid_grant')
    }
    const answer = await new OpenClient(server.url).tokenAnswer(await create(), { grant_type: 'jwt' })
    await refusedWith(answer, 400, 'request_data_invalid')
  })

  test('[ADM-11] an assertion names no user of another organisation, nor one that is not named, nor a deactivated one', async () => {
    const { id, ask } = await withKey()
    const stranger = await make.user()
    const leaver = await make.user({ enterprise: school })
    await they.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    for (const { id: sub } of [stranger, leaver]) {
      const assertion = await signAssertion(mine.privateKey, { ...claims(), sub: String(sub), jti: 'theirs' })
      await refusedWith(await ask(assertion), 400, 'invalid_grant')
    }
    await they.call('POST /admin/applications/edit', { application_id: id, for_all: false, user_ids: [owner.id] })
    const unnamed = await signAssertion(mine.privateKey, { ...claims(), jti: 'unnamed' })
    await refusedWith(await ask(unnamed), 400, 'invalid_grant')
  })
})
