import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { applicationIdOf } from '../../../server/queries/administration/applications'
import { MANIFEST_FILE } from '../../../server/web/manifest'
import { makeApplication, refusedWith } from '../../support/applications/applications'
import { codeOf, Granting, REDIRECT } from '../../support/applications/granting'
import { manifestText } from '../../support/builtPage'
import { client, Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

/* Attacks on the user's consent: by the address of the page, by other pages, by other users. */

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let owner: UserRow
let teacher: UserRow
let they: Client
let mine: Granting
const log: string[] = []

before(async () => {
  server = await startTestServer({ watch: (statement) => log.push(statement) })
  await mkdir(join(server.folder, 'web'), { recursive: true })
  await writeFile(join(server.folder, 'web', MANIFEST_FILE), manifestText())
  make = factories(server.deps)
  school = await make.enterprise()
  owner = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  they = await client(server).as(teacher.login)
  mine = await granting()
})
after(() => server.close())

async function granting(changes: object = {}): Promise<Granting> {
  return new Granting(server.url, await makeApplication(server, owner, { redirectUris: [REDIRECT], ...changes }))
}

describe('[OAPI-01] the address to return to', () => {
  test('an address that is not registered letter by letter gets neither a code nor an error, and the user stays', async () => {
    for (const redirect_uri of [
      'https://evil.example/',
      'https://app.example/',
      `${REDIRECT}#x`,
      `${REDIRECT}&evil=1`,
      `${REDIRECT}/../evil`,
      REDIRECT.toUpperCase(),
      REDIRECT.replace('app.', 'APP.'),
      REDIRECT.replace('https', 'http'),
      REDIRECT.replace('app.example', 'app.example.evil.example'),
      REDIRECT.replace('app.example', 'user@app.example'),
      REDIRECT.replace('app.example', 'app.example:443'),
      REDIRECT.replace('back', '%62ack'),
      `${REDIRECT} `,
      `${REDIRECT}\u0000`,
      'javascript:alert(1)',
      '//evil.example',
    ]) {
      const asking = mine.asking({ redirect_uri })
      await they.refused('GET /apps/applications/asked', asking, 'redirect_refused')
      for (const allows of [true, false])
        await they.refused('POST /apps/applications/answer', { ...asking, allows }, 'redirect_refused')
    }
  })

  test('an unknown or ended application is refused on the page', async () => {
    for (const client_id of ['app_x', '', "' or '1'='1"])
      await they.refused('GET /apps/applications/asked', mine.asking({ client_id }), 'application_not_found')
  })

  test('only addresses of pages and apps can be registered', async () => {
    const head = await client(server).as(owner.login)
    const settings = { name: 'Lessons', scopes: ['item_read'], origins: [], for_all: true, user_ids: [] } as const
    const create = (address: string) => ({ ...settings, redirect_uris: [address] })
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://app.example/back',
      'https://app.example/back#x',
      'https://user:secret@app.example/back',
      'https://APP.example/back',
      'https://app.example:443/back',
      'https://app.example/a/../b',
      'https://*.example/back',
      'https://app.example/ back',
      'https://app.example\\@evil.example/',
      'https://app.example/\tback',
      'https://app.example@evil.example/',
      'http://[::2]:8080/back',
      'http://[::ffff:127.0.0.1]/back',
      'http://127.0.0.1.evil.example/back',
      'http://0x7f.1/back',
      'http://localhost.evil.example/back',
      'myapp:/back',
      'blob:https://app.example/back',
      'Com.Example.App:/back',
      'com.example.app:/back#x',
      'com.example.app://user:secret@host/back',
      'app.example/back',
      '/back',
    ])
      await head.refused('POST /admin/applications/create', create(address) as never, 'application_redirect')
    for (const address of [
      ...[REDIRECT, 'https://app.example', 'http://127.0.0.1:8080/back', 'http://[::1]:8080/back'],
      ...['http://localhost/back', 'com.example.app:/back', 'com.example.app://back'],
    ])
      await head.call('POST /admin/applications/create', create(address) as never)
  })

  test('other faults reach the application with its state, and no code', async () => {
    for (const [changes, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: '' }, 'unsupported_response_type'],
      [{ scope: 'everything' }, 'invalid_scope'],
      [{ scope: 'admin' }, 'invalid_scope'],
      [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: 'a'.repeat(43) }, 'invalid_request'],
      [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
      [{ code_challenge_method: 'S256' }, 'invalid_request'],
    ] as const) {
      const asking = mine.asking(changes)
      const { refused } = await they.call('GET /apps/applications/asked', asking)
      const { redirect } = await they.call('POST /apps/applications/answer', { ...asking, allows: true })
      for (const address of [refused, redirect]) {
        const { origin, searchParams } = new URL(address!)
        const given = ['error', 'state', 'code', 'of'].map((name) => searchParams.get(name))
        assert.deepEqual([origin, ...given], ['https://app.example', error, 'st&a=te', null, 'drive'])
      }
    }
  })

  test('a state carries everything back, and adds no parameter of its own', async () => {
    const state = '"><script>&code=evil#%00\r\nSet-Cookie: a=b'
    const { redirect } = await they.call('POST /apps/applications/answer', { ...mine.asking({ state }), allows: true })
    const { searchParams, hash } = new URL(redirect!)
    assert.equal(searchParams.get('state'), state)
    assert.equal(searchParams.getAll('code').length, 1)
    assert.equal(hash, '')
    assert.doesNotMatch(redirect!, /[\s<>"]/)
  })

  test('the answer names the drive that made the code, so that no other drive gets it', async () => {
    const { code, state, iss } = await codeOf(they, mine.asking())
    assert.deepEqual([iss, state], [server.url, 'st&a=te'])
    assert.match(code, /^[\w-]{43}$/)
  })

  test('without an address the page shows the code, which works without one', async () => {
    const asking = mine.asking({ redirect_uri: undefined })
    const { redirect, code } = await they.call('POST /apps/applications/answer', { ...asking, allows: true })
    assert.equal(redirect, null)
    await mine.tokens({ grant_type: 'authorization_code', code: code! })
    const again = await they.call('GET /apps/applications/asked', asking)
    assert.deepEqual([again.target, again.is_allowed], [null, false])
  })
})

describe('[OAPI-01] consent', () => {
  test('no other page can frame the question, and none can send the answer', async () => {
    const { access_token: token } = await mine.allowedBy(they)
    // The spellings that the router of the client takes for the page, with what names an application that may frame other pages.
    for (const path of ['/oauth/authorize', '/oauth/authorize/', '/h5/oauth/authorize', '/h5/oauth/authorize/'])
      for (const more of ['', '&origin=https%3A%2F%2Fapp.example', `&accessToken=${token}`]) {
        const page = await fetch(`${server.url}${path}?${new URLSearchParams(mine.asking() as never)}${more}`)
        assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path + more)
        assert.equal(page.headers.get('x-frame-options'), 'DENY')
        assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
      }
    const input = { ...mine.asking(), allows: true }
    const { requesttoken: _token, ...cookie } = they.headers
    const forged = new Client(server.url)
    forged.headers = cookie
    await forged.refused('POST /apps/applications/answer', input, 'security_check_failed')
    forged.headers = { ...they.headers, origin: 'https://evil.example' }
    await forged.refused('POST /apps/applications/answer', input, 'security_check_failed')
    // A link makes no change.
    const link = await fetch(
      `${server.url}/api/apps/applications/answer?${new URLSearchParams({ ...input, allows: 'true' } as never)}`,
      {
        headers: cookie,
      },
    )
    assert.equal(link.status, 404)
  })

  test('it counts for the user, the application and the scopes that were asked for, and for no more', async () => {
    const of = await granting()
    const narrow = of.asking({ scope: 'item_read' })
    assert.equal((await they.call('GET /apps/applications/asked', narrow)).is_allowed, false)
    await codeOf(they, narrow)
    const isAllowed = async (who: Client, asking: typeof narrow) =>
      (await who.call('GET /apps/applications/asked', asking)).is_allowed
    assert.equal(await isAllowed(they, narrow), true)
    assert.equal(await isAllowed(they, of.asking({ scope: 'item_read item_download' })), false)
    assert.equal(await isAllowed(they, of.asking()), false)
    assert.equal(await isAllowed(they, (await granting()).asking({ scope: 'item_read' })), false)
    const colleague = await client(server).as((await make.user({ enterprise: school })).login)
    assert.equal(await isAllowed(colleague, narrow), false)
  })

  test('nobody allows an application that may not act for them', async () => {
    const stranger = await client(server).as((await make.user()).login)
    const named = await granting({ users: [owner.id] })
    for (const [who, of] of [
      [stranger, mine],
      [they, named],
    ] as const) {
      await who.refused('GET /apps/applications/asked', of.asking(), 'permission_denied')
      await who.refused('POST /apps/applications/answer', { ...of.asking(), allows: true }, 'permission_denied')
    }
  })

  test('a user who says no gives nothing, and what was given before stays', async () => {
    const of = await granting()
    const { redirect } = await they.call('POST /apps/applications/answer', { ...of.asking(), allows: false })
    const { searchParams } = new URL(redirect!)
    assert.deepEqual([searchParams.get('error'), searchParams.get('code')], ['access_denied', null])
    assert.equal((await they.call('GET /apps/applications/asked', of.asking())).is_allowed, false)
  })

  test('ending it ends tokens, codes and the memory at once, for this user alone', async () => {
    const of = await granting()
    const colleague = await client(server).as((await make.user({ enterprise: school })).login)
    const tokens = await of.allowedBy(they)
    const theirs = await of.allowedBy(colleague)
    const { code } = await codeOf(they, of.asking())
    const { applications } = await they.call('GET /apps/applications/allowed', {})
    const id = await applicationIdOf(server.deps.db, school.id, of.credentials.clientId)
    assert.ok(id !== undefined && applications.some((each) => each.id === id))
    await colleague.call('POST /apps/applications/disallow', { application_id: id + 1000 })
    await they.call('POST /apps/applications/disallow', { application_id: id })
    await of.client(tokens.access_token).refused('GET /v2/user/info', {}, 401, 'invalid_token')
    const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
    await refusedWith(await of.ask(fields), 400, 'invalid_grant')
    await refusedWith(
      await of.ask({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
      401,
      'invalid_token',
    )
    assert.equal((await they.call('GET /apps/applications/asked', of.asking())).is_allowed, false)
    await of.client(theirs.access_token).call('GET /v2/user/info', {})
    const { rows: deeds } = await sql<{ deed: string }>`
      select deed from audit_log where user_id = ${teacher.id} and deed like 'application_%allowed'
      and detail ->> 'application' is not null order by id desc limit 1`.execute(server.deps.db)
    assert.deepEqual(deeds, [{ deed: 'application_disallowed' }])
  })

  test('no code, token or secret stands in the database, a statement or the audit log', async () => {
    const { code } = await codeOf(they, mine.asking())
    const { access_token, refresh_token } = await mine.redeem(code)
    const texts = [log.join('\n')]
    for (const table of [
      ...['applications', 'application_codes', 'application_grants', 'application_tokens', 'audit_log'],
      ...['application_refresh_tokens', 'application_consents'],
    ])
      texts.push(JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(server.deps.db)).rows))
    for (const secret of [code, access_token, refresh_token, mine.credentials.secret])
      for (const text of texts) assert.ok(!text.includes(secret), text.slice(0, 80))
  })
})
