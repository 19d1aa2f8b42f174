import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { applicationIdOf } from '../../../server/queries/administration/applications'
import { makeApplication, refusedWith } from '../../support/applications/applications'
import { codeOf, Granting, REDIRECT } from '../../support/applications/granting'
import { client, Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

/* Attacks by repetition and size, tokens in wrong places, and what ends with an application, a person or a password. */

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let owner: UserRow
let teacher: UserRow
let they: Client
let head: Client

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await make.enterprise()
  owner = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  they = await client(server).as(teacher.login)
  head = await client(server).as(owner.login)
})
after(() => server.close())

async function granting(changes: object = {}): Promise<Granting> {
  return new Granting(server.url, await makeApplication(server, owner, { redirectUris: [REDIRECT], ...changes }))
}

const me = 'GET /v2/user/info'
const redeeming = (code: string) => ({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT })
const refreshing = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token })
const idOf = async (of: Granting) => (await applicationIdOf(server.deps.db, school.id, of.credentials.clientId))!

describe('[OAPI-01] repetition', () => {
  test('a page that asks again and again gets twenty codes at most, and no user loses those of another', async () => {
    const of = await granting()
    const colleague = await client(server).as((await make.user({ enterprise: school })).login)
    const { code: theirs } = await codeOf(colleague, of.asking())
    const { code: first } = await codeOf(they, of.asking())
    let last = first
    for (let turn = 0; turn < 25; turn += 1) last = (await codeOf(they, of.asking())).code
    const codes = server.deps.db.selectFrom('application_codes').where('user_id', '=', teacher.id)
    const { left } = await codes.select((eb) => eb.fn.countAll().as('left')).executeTakeFirstOrThrow()
    assert.equal(Number(left), 20)
    await refusedWith(await of.ask(redeeming(first)), 400, 'invalid_grant')
    await of.redeem(last)
    await of.redeem(theirs)
  })

  test('a refused user is asked again only by the application; what was refused stays refused', async () => {
    const of = await granting()
    for (let turn = 0; turn < 3; turn += 1) {
      const { redirect } = await they.call('POST /apps/applications/answer', { ...of.asking(), allows: false })
      assert.equal(new URL(redirect!).searchParams.get('error'), 'access_denied')
    }
    assert.equal((await they.call('GET /apps/applications/asked', of.asking())).is_allowed, false)
  })

  test('grants of one user are limited, the newest stays, and no other user loses one', async () => {
    const of = await granting()
    const colleague = await client(server).as((await make.user({ enterprise: school })).login)
    const theirs = await of.allowedBy(colleague)
    const first = await of.allowedBy(they)
    await sql`
      insert into application_grants (application_id, user_id, kind, scopes, created_at, expires_at)
      select ${await idOf(of)}, ${teacher.id}, 'authorization_code', '{item_read}', now(), now() + interval '1 year'
      from generate_series(1, 9999)`.execute(server.deps.db)
    const last = await of.allowedBy(they)
    await of.client(theirs.access_token).call(me, {})
    await of.client(first.access_token).refused(me, {}, 401, 'invalid_token')
    const grants = server.deps.db.selectFrom('application_grants').where('user_id', '=', teacher.id)
    const { left } = await grants
      .where('application_id', '=', await idOf(of))
      .select((eb) => eb.fn.countAll().as('left'))
      .executeTakeFirstOrThrow()
    assert.equal(Number(left), 10_000)
    await of.refresh(last.refresh_token)
  })
})

describe('[OAPI-01] sizes', () => {
  test('a parameter, a header and a body beyond their sizes are refused, and nothing is issued', async () => {
    const of = await granting()
    const { code } = await codeOf(they, of.asking())
    for (const [name, length] of [
      ['code', 201],
      ['redirect_uri', 2001],
      ['code_verifier', 201],
      ['scope', 401],
      ['client_id', 201],
      ['grant_type', 5000],
    ] as const)
      await refusedWith(await of.ask({ ...redeeming(code), [name]: 'x'.repeat(length) }), 400, 'request_data_invalid')
    await refusedWith(await of.ask({ ...redeeming(code), more: 'x'.repeat(1_200_000) }), 400, 'request_data_invalid')
    const long = new Granting(server.url, { clientId: of.credentials.clientId, secret: 'x'.repeat(1000) })
    await refusedWith(await long.ask(redeeming(code)), 401, 'unauthorized')
    await of.redeem(code)
  })

  test('the question takes no parameter beyond its size, and a state of 2,000 letters comes back whole', async () => {
    const of = await granting()
    for (const [name, length] of [
      ['state', 2001],
      ['redirect_uri', 2001],
      ['scope', 401],
      ['code_challenge', 201],
      ['client_id', 201],
    ] as const)
      await they.refused('GET /apps/applications/asked', of.asking({ [name]: 'x'.repeat(length) }), 'invalid_request')
    const state = '状'.repeat(2000)
    assert.equal((await codeOf(they, of.asking({ state }))).state, state)
  })
})

describe('[OAPI-01] places of tokens and secrets', () => {
  test('a token counts in its header only: not in a query, a form, JSON or a cookie', async () => {
    const of = await granting()
    const { access_token: token } = await of.allowedBy(they)
    const info = `${server.url}/api/v2/user/info`
    for (const [path, init] of [
      [`${info}?access_token=${token}`, {}],
      [`${info}?token=${token}&authorization=Bearer%20${token}`, {}],
      [info, { headers: { cookie: `access_token=${token}; token=${token}` } }],
      [info, { headers: { 'auth-token': token, 'x-access-token': token } }],
      [info, { headers: { authorization: token } }],
      [info, { headers: { authorization: `Basic ${token}` } }],
    ] as const)
      await refusedWith(await fetch(path, init), 401, 'unauthorized')
    const create = `${server.url}/api/v2/folder/create`
    for (const body of [new URLSearchParams({ access_token: token, parent_id: '0', name: 'x' }), undefined])
      await refusedWith(await fetch(create, { method: 'POST', body }), 401, 'unauthorized')
    // The drive's own calls know no such token.
    const outsider = new Client(server.url)
    outsider.headers = { authorization: `Bearer ${token}` }
    await outsider.refused('GET /apps/applications/allowed', {}, 'login_expired')
    await outsider.refused('POST /apps/applications/answer', { ...of.asking(), allows: true }, 'login_expired')
  })

  test('a secret counts in its header only, and a session is no application', async () => {
    const { credentials } = await granting()
    const { clientId: client_id, secret: client_secret } = credentials
    const fields = new URLSearchParams({ ...refreshing('x'), client_id, client_secret })
    for (const [path, init] of [
      ['/oauth/token', { body: fields }],
      [`/oauth/token?${fields}`, {}],
      ['/oauth/token', { body: fields, headers: they.headers }],
      ['/oauth/token/revoke', { body: new URLSearchParams({ token: 'x', client_id, client_secret }) }],
    ] as const)
      await refusedWith(await fetch(server.url + path, { method: 'POST', ...init }), 401, 'unauthorized')
  })

  test('a wrong secret of the same beginning, of another length, and of another application are refused alike', async () => {
    const { credentials } = await granting()
    const other = await granting()
    const answers: unknown[] = []
    for (const [clientId, secret] of [
      [credentials.clientId, credentials.secret.slice(0, -1)],
      [credentials.clientId, `${credentials.secret}x`],
      [credentials.clientId, other.credentials.secret],
      [credentials.clientId, ''],
      [`${credentials.clientId}x`, credentials.secret],
      [credentials.clientId.toUpperCase(), credentials.secret],
    ] as const) {
      const answer = await new Granting(server.url, { clientId, secret }).ask(refreshing('x'))
      const body = (await answer.json()) as object
      answers.push([answer.status, { ...body, request_id: '' }])
    }
    assert.equal(new Set(answers.map((each) => JSON.stringify(each))).size, 1, JSON.stringify(answers))
  })
})

describe('[OAPI-01] what ends', () => {
  test('an ended application asks nobody, and gets nothing for codes and tokens that it has', async () => {
    const of = await granting()
    const tokens = await of.allowedBy(they)
    const { code } = await codeOf(they, of.asking())
    await head.call('POST /admin/applications/end', { application_id: await idOf(of) })
    await they.refused('GET /apps/applications/asked', of.asking(), 'application_not_found')
    const input = { ...of.asking(), allows: true }
    await they.refused('POST /apps/applications/answer', input, 'application_not_found')
    for (const fields of [redeeming(code), refreshing(tokens.refresh_token)])
      await refusedWith(await of.ask(fields), 401, 'unauthorized')
    await of.client(tokens.access_token).refused(me, {}, 401, 'invalid_token')
    const { applications } = await they.call('GET /apps/applications/allowed', {})
    assert.ok(!applications.some(({ id }) => id === 0) && applications.every(({ name }) => name !== ''))
  })

  test('a deactivated person’s codes and tokens end at once, and stay ended when the person comes back', async () => {
    const of = await granting()
    const leaver = await make.user({ enterprise: school })
    const session = await client(server).as(leaver.login)
    const tokens = await of.allowedBy(session)
    const { code } = await codeOf(session, of.asking())
    await head.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    await of.client(tokens.access_token).refused(me, {}, 401, 'invalid_token')
    await head.call('POST /admin/people/restore', { user_ids: [leaver.id] })
    await of.client(tokens.access_token).refused(me, {}, 401, 'invalid_token')
    await refusedWith(await of.ask(redeeming(code)), 400, 'invalid_grant')
    await refusedWith(await of.ask(refreshing(tokens.refresh_token)), 401, 'invalid_token')
  })

  test('a password that an administrator replaces ends what the person, or somebody with the old password, allowed', async () => {
    const of = await granting()
    const person = await make.user({ enterprise: school })
    const tokens = await of.allowedBy(await client(server).as(person.login))
    await head.call('POST /admin/people/reset_password', { user_id: person.id })
    await of.client(tokens.access_token).refused(me, {}, 401, 'invalid_token')
    await refusedWith(await of.ask(refreshing(tokens.refresh_token)), 401, 'invalid_token')
  })
})
