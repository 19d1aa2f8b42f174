import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { openCalls, type OpenCallName } from '@/contract/applications'
import type { AllowedGrant } from '@/contract/grants'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient, refusedWith } from '../../support/applications/applications'
import { Granting, REDIRECT } from '../../support/applications/granting'
import { keyPair, signAssertion } from '../../support/applications/keys'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { valuesOf } from '../rig/slots'

/* Attacks on assertions, and with the tokens of an enterprise. */

let server: TestServer
let make: ReturnType<typeof factories>
let now: number
let school: EnterpriseRow
let owner: UserRow
let teacher: UserRow
let head: Client
const mine = keyPair()

before(async () => {
  now = Date.now()
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  owner = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  head = await client(server).as(owner.login)
})
after(() => server.close())

/** An application with a key of the name `mine`. */
async function granting(...grants: AllowedGrant[]) {
  const credentials = await makeApplication(server, owner, { redirectUris: [REDIRECT], grants })
  const { applications } = await head.call('GET /admin/applications/list', {})
  const { id } = applications.find(({ client_id: each }) => each === credentials.clientId)!
  const key = { application_id: id, name: 'mine', public_key: mine.publicPem }
  await head.call('POST /admin/applications/add_key', key)
  return { id, of: new Granting(server.url, credentials) }
}

let count = 0
const claims = (changes: object = {}) => ({
  kid: 'mine',
  now,
  sub: String(teacher.id),
  jti: `jti ${(count += 1)}`,
  ...changes,
})
const signed = (changes: object = {}) => signAssertion(mine.privateKey, claims(changes))
const asking = (assertion: string) => ({ grant_type: 'jwt', assertion })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(now / 1000)
const me = 'GET /v2/user/info'

describe('[OAPI-01] signed assertions', () => {
  test('a token by an assertion lasts six hours less a second, and its refresh token follows', async () => {
    const { of } = await granting()
    const first = await of.tokens(asking(await signed()))
    assert.deepEqual([first.expires_in, first.scope, first.token_type], [21_599, 'all', 'bearer'])
    const second = await of.refresh(first.refresh_token)
    assert.equal((await of.client(second.access_token).call(me, {})).id, teacher.id)
    now += 21_598_000
    await of.client(second.access_token).call(me, {})
    now += 2000
    await of.client(second.access_token).refused(me, {}, 401, 'invalid_token')
    head = await client(server).as(owner.login)
  })

  test('an HMAC with the public key as its secret, and no signature at all, are refused', async () => {
    const { of } = await granting()
    const body = encode({ platform_sub_type: 'user', sub: String(teacher.id), exp: seconds() + 60, jti: 'x' })
    for (const alg of ['HS256', 'none', 'None', 'NONE', '', 'RS256 ', 'ES256', 'PS256']) {
      const text = `${encode({ alg, kid: 'mine' })}.${body}`
      const hmac = createHmac('sha256', mine.publicPem).update(text).digest('base64url')
      for (const signature of ['', hmac])
        await refusedWith(await of.ask(asking(`${text}.${signature}`)), 400, 'invalid_grant')
    }
  })

  test('a kid names a key of the application by its text only, and a header brings no key of its own', async () => {
    const { of } = await granting()
    const thief = keyPair()
    const jwk = thief.privateKey.export({ format: 'jwk' })
    const body = { platform_sub_type: 'user', sub: String(teacher.id), exp: seconds() + 60, jti: 'kid' }
    for (const kid of [
      '../mine',
      '/etc/passwd',
      "' or '1'='1",
      'mine\u0000',
      '%',
      'MINE',
      '',
      null,
      1,
      ['mine'],
      { $ne: '' },
    ])
      for (const more of [{}, { jwk }, { jku: 'https://evil.example/keys' }, { x5u: 'https://evil.example/k.pem' }]) {
        const text = `${encode({ alg: 'RS256', kid, ...more })}.${encode(body)}`
        const made = await signAssertion(thief.privateKey, claims())
        await refusedWith(await of.ask(asking(`${text}.${made.split('.')[2]}`)), 400, 'invalid_grant')
      }
  })

  test('the same assertion is refused twice, also at once; another with the same jti is not', async () => {
    const { of } = await granting()
    const same = await signed({ jti: 'same' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => of.ask(asking(same))))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    now += 1000
    await of.tokens(asking(await signed({ jti: 'same' })))
  })

  test('a key that is removed takes the tokens with it that its assertions got', async () => {
    const { id, of } = await granting()
    const { access_token: token, refresh_token: refresh } = await of.tokens(asking(await signed()))
    await head.call('POST /admin/applications/remove_key', { application_id: id, name: 'mine' })
    await of.client(token).refused(me, {}, 401, 'invalid_token')
    await refusedWith(await of.ask({ grant_type: 'refresh_token', refresh_token: refresh }), 401, 'invalid_token')
  })
})

describe('[OAPI-01] unsigned assertions', () => {
  const simple = (changes: object = {}) => ({
    yifangyun_sub_type: 'user',
    sub: teacher.id,
    exp: seconds() + 60,
    iat: String(seconds()),
    jti: `simple ${(count += 1)}`,
    ...changes,
  })
  const plain = (value: unknown) => ({
    grant_type: 'jwt_simple',
    assertion: Buffer.from(JSON.stringify(value)).toString('base64'),
  })

  test('they are refused unless an administrator allowed them', async () => {
    const { of } = await granting()
    await refusedWith(await of.ask(plain(simple())), 400, 'invalid_grant')
  })

  test('each works once, however it is spelt, and within its minute only', async () => {
    const { of } = await granting('jwt_simple')
    // Its base64 has a plus.
    const once = plain(simple({ jti: '>>>>>>?' }))
    assert.match(once.assertion, /\+/)
    await of.tokens({ ...once, assertion: once.assertion.replace(/\+/g, ' ') })
    for (const assertion of [
      once.assertion,
      once.assertion.replace(/\+/g, '-').replace(/\//g, '_'),
      `${once.assertion}==`,
      `${once.assertion}\n`,
    ])
      await refusedWith(await of.ask({ ...once, assertion }), 400, 'invalid_grant')
    for (const wrong of [
      { exp: seconds() - 60 },
      { exp: seconds() + 3600 },
      { iat: seconds() + 3600, exp: seconds() + 3660 },
      { exp: undefined },
      { exp: 'never' },
      { exp: [seconds() + 60] },
      { jti: undefined },
      { sub: '0x1' },
      { sub: -1 },
      { sub: [teacher.id] },
      { sub: `0${teacher.id}x` },
      { sub: 1e21 },
      { sub: undefined },
      { yifangyun_sub_type: 'admin' },
      { yifangyun_sub_type: undefined },
      { other_sub_type: 'enterprise' },
    ])
      await refusedWith(await of.ask(plain(simple(wrong))), 400, 'invalid_grant')
    for (const text of [[], null, 'text', 1]) await refusedWith(await of.ask(plain(text)), 400, 'invalid_grant')
  })
})

describe('[OAPI-01] tokens of an enterprise', () => {
  const ofSchool = (changes: object = {}) => signed({ kind: 'enterprise', sub: String(school.id), ...changes })

  test('they are refused unless an administrator allowed them, and for every other enterprise', async () => {
    const { of: plain } = await granting()
    await refusedWith(await plain.ask(asking(await ofSchool())), 400, 'invalid_grant')
    const { of } = await granting('enterprise')
    const other = await make.enterprise()
    for (const sub of [other.id, 900_000_000, teacher.id])
      if (sub !== school.id)
        await refusedWith(await of.ask(asking(await ofSchool({ sub: String(sub) }))), 400, 'invalid_grant')
    assert.equal((await of.tokens(asking(await ofSchool()))).scope, 'admin')
  })

  test('they reach no path of a user, and tokens of users no path of an enterprise', async () => {
    const { of } = await granting('enterprise')
    const { access_token: token } = await of.tokens(asking(await ofSchool()))
    const ofUsers = (Object.keys(openCalls) as OpenCallName[]).filter((name) => !name.includes('/admin/'))
    for (const name of ofUsers)
      await of.client(token).refused(name, valuesOf(openCalls[name].request), 403, 'permission_denied')
    const { access_token: users } = await of.tokens(asking(await signed()))
    const admin = async (bearer?: string) =>
      fetch(`${server.url}/api/v2/admin/user/900000000/info`, {
        headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      })
    await refusedWith(await admin(users), 403, 'permission_denied')
    await refusedWith(await admin('x'), 401, 'invalid_token')
    await refusedWith(await admin(), 401, 'unauthorized')
    assert.equal((await admin(token)).status, 404)
  })

  test('they frame no page, and show no preview', async () => {
    const { of } = await granting('enterprise')
    const origin = 'https://app.example'
    await refusedWith(await of.ask({ ...asking(await ofSchool()), origin }), 403, 'permission_denied')
    const { access_token: users } = await of.tokens(asking(await signed()))
    const { access_token: token } = await of.tokens(asking(await ofSchool()))
    const file = await make.file({ owner: teacher }, { name: 'a.txt', content: 'a' })
    const viewing = of.client(users)
    const { preview_token: shown } = await viewing.call('GET /v2/file/preview_token', { file_id: file.id })
    const input = { preview_user_token: token }
    await viewing.refused('POST /v2/preview/info', input, 403, 'permission_denied', { 'x-preview-token': shown })
  })

  test('they end with the permission, with the plan and with the application', async () => {
    const { id, of } = await granting('enterprise')
    const tokens = await of.tokens(asking(await ofSchool()))
    const ask = () =>
      fetch(`${server.url}/api/v2/admin/x`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    assert.equal((await ask()).status, 404)
    const ends = (expires_at: Date | null) =>
      server.deps.db.updateTable('enterprises').set({ expires_at }).where('id', '=', school.id).execute()
    await ends(new Date(now - 1000))
    await refusedWith(await ask(), 401, 'invalid_token')
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    await refusedWith(await of.ask(fields), 401, 'invalid_token')
    await ends(null)
    assert.equal((await ask()).status, 404)
    await head.call('POST /admin/applications/edit', { application_id: id, grants: [] })
    await refusedWith(await ask(), 401, 'invalid_token')
    await refusedWith(await of.ask(fields), 401, 'invalid_token')
  })

  test('a refresh makes no user’s token of one, nor the reverse', async () => {
    const { of } = await granting('enterprise')
    const first = await of.tokens(asking(await ofSchool()))
    const fields = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    const next = await of.ask({ ...fields, scope: 'item_read', user: teacher.login })
    const { access_token: token, scope } = (await next.json()) as { access_token: string; scope: string }
    assert.equal(scope, 'admin')
    await new OpenClient(server.url, token).refused(me, {}, 403, 'permission_denied')
    const users = await of.tokens(asking(await signed()))
    const wider = { grant_type: 'refresh_token', refresh_token: users.refresh_token, scope: 'admin' }
    await refusedWith(await of.ask(wider), 403, 'permission_denied')
  })
})
