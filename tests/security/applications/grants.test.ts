import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { refusedWith, makeApplication } from '../../support/applications/applications'
import { codeOf, Granting, REDIRECT } from '../../support/applications/granting'
import { client, password, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

/* Attacks on codes, refresh tokens and passwords, by another application, by somebody who copied one, and by the application itself. */

let server: TestServer
let make: ReturnType<typeof factories>
let now: number
let school: EnterpriseRow
let owner: UserRow
let teacher: UserRow
let they: Client
let file: ItemRow
let mine: Granting
let others: Granting

before(async () => {
  now = Date.now()
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
  school = await make.enterprise()
  owner = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  they = await client(server).as(teacher.login)
  file = await make.file({ owner: teacher }, { name: 'one.txt', content: 'one' })
  mine = await granting()
  others = await granting()
})
after(() => server.close())

async function granting(changes: object = {}): Promise<Granting> {
  return new Granting(server.url, await makeApplication(server, owner, { redirectUris: [REDIRECT], ...changes }))
}

const me = 'GET /v2/user/info'
const redeeming = (code: string, changes: object = {}) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: REDIRECT,
  ...changes,
})

describe('[OAPI-01] codes', () => {
  test('a code works once; a copy that comes second gets nothing, and ends what the first got', async () => {
    const { code } = await codeOf(they, mine.asking())
    const { access_token: token, refresh_token: refresh } = await mine.redeem(code)
    await mine.client(token).call(me, {})
    await refusedWith(await mine.ask(redeeming(code)), 400, 'invalid_grant')
    await mine.client(token).refused(me, {}, 401, 'invalid_token')
    await refusedWith(await mine.ask({ grant_type: 'refresh_token', refresh_token: refresh }), 401, 'invalid_token')
  })

  test('of ten that bring one code at once, one gets tokens, and these end', async () => {
    const { code } = await codeOf(they, mine.asking())
    const answers = await Promise.all(Array.from({ length: 10 }, () => mine.ask(redeeming(code))))
    const granted = answers.filter(({ status }) => status === 200)
    assert.equal(granted.length, 1)
    const { access_token: token } = (await granted[0]!.json()) as { access_token: string }
    await mine.client(token).refused(me, {}, 401, 'invalid_token')
  })

  test('a code of one application is worth nothing to another, and stays with the one that it was made for', async () => {
    const { code } = await codeOf(they, mine.asking())
    await refusedWith(await others.ask(redeeming(code)), 400, 'invalid_grant')
    await mine.redeem(code)
  })

  test('an address other than that of the request, or none, spends the code', async () => {
    for (const wrong of ['https://app.example/back', `${REDIRECT}&x=1`, `${REDIRECT}/`, 'https://evil.example/', '']) {
      const { code } = await codeOf(they, mine.asking())
      await refusedWith(await mine.ask(redeeming(code, { redirect_uri: wrong })), 400, 'invalid_grant')
      await refusedWith(await mine.ask(redeeming(code)), 400, 'invalid_grant')
    }
  })

  test('a code is worth nothing once its address is registered no more', async () => {
    const of = await granting()
    const { code } = await codeOf(they, of.asking())
    await server.deps.db
      .updateTable('applications')
      .set({ redirect_uris: ['https://app.example/new'] })
      .where('client_id', '=', of.credentials.clientId)
      .execute()
    await refusedWith(await of.ask(redeeming(code)), 400, 'invalid_grant')
  })

  test('a code ends after ten minutes, and with the right of the application to act for the user', async () => {
    const { code } = await codeOf(they, mine.asking())
    now += 601_000
    await refusedWith(await mine.ask(redeeming(code)), 400, 'invalid_grant')
    const of = await granting()
    const leaver = await make.user({ enterprise: school })
    const { code: theirs } = await codeOf(await client(server).as(leaver.login), of.asking())
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', leaver.id).execute()
    await refusedWith(await of.ask(redeeming(theirs)), 400, 'invalid_grant')
  })

  test('a stolen code is worth nothing without the secret of PKCE', async () => {
    const verifier = 'v'.repeat(43)
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const asking = mine.asking({ code_challenge, code_challenge_method: 'S256' })
    for (const wrong of [
      {},
      { code_verifier: 'w'.repeat(43) },
      { code_verifier: code_challenge },
      { code_verifier: '' },
    ]) {
      const { code } = await codeOf(they, asking)
      await refusedWith(await mine.ask(redeeming(code, wrong)), 400, 'invalid_grant')
      // Nobody tries several.
      await refusedWith(await mine.ask(redeeming(code, { code_verifier: verifier })), 400, 'invalid_grant')
    }
    await mine.redeem((await codeOf(they, asking)).code, { code_verifier: verifier })
  })

  test('a code that was injected without PKCE is refused to an application that sends a secret', async () => {
    const { code } = await codeOf(they, mine.asking())
    await refusedWith(await mine.ask(redeeming(code, { code_verifier: 'v'.repeat(43) })), 400, 'invalid_grant')
  })

  test('guessed codes, and texts that are none, are refused', async () => {
    for (const code of ['x', 'a'.repeat(43), "' or 1=1 --", '\u0000', '%00'])
      await refusedWith(await mine.ask(redeeming(code)), 400, 'invalid_grant')
    await refusedWith(await mine.ask({ grant_type: 'authorization_code' }), 400, 'request_data_invalid')
  })
})

describe('[OAPI-01] refresh tokens', () => {
  test('each works once; one that comes again ends the whole grant, also what the thief got', async () => {
    const { refresh_token: first } = await mine.allowedBy(they)
    const second = await mine.refresh(first)
    const third = await mine.refresh(second.refresh_token)
    await mine.client(third.access_token).call(me, {})
    await refusedWith(await mine.ask({ grant_type: 'refresh_token', refresh_token: first }), 401, 'invalid_token')
    for (const { access_token: token, refresh_token: refresh } of [second, third]) {
      await mine.client(token).refused(me, {}, 401, 'invalid_token')
      await refusedWith(await mine.ask({ grant_type: 'refresh_token', refresh_token: refresh }), 401, 'invalid_token')
    }
    const { rows } = await sql<{ deed: string }>`
      select deed from audit_log where deed = 'application_token_reused' and user_id = ${teacher.id}`.execute(
      server.deps.db,
    )
    assert.equal(rows.length, 1)
  })

  test('of ten that bring one at once, at most one gets tokens, and nobody keeps them', async () => {
    const { refresh_token: first } = await mine.allowedBy(they)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => mine.ask({ grant_type: 'refresh_token', refresh_token: first })),
    )
    const granted = answers.filter(({ status }) => status === 200)
    assert.equal(granted.length, 1)
    const { access_token: token } = (await granted[0]!.json()) as { access_token: string }
    await mine.client(token).refused(me, {}, 401, 'invalid_token')
  })

  test('another application gets nothing for it, and does not end it', async () => {
    const { refresh_token: first } = await mine.allowedBy(they)
    await refusedWith(await others.ask({ grant_type: 'refresh_token', refresh_token: first }), 401, 'invalid_token')
    assert.equal((await others.revoke(first)).status, 200)
    await mine.refresh(first)
  })

  test('it widens no scopes: neither those of the grant, nor those that the application gained since', async () => {
    const of = await granting({ scopes: ['item_read', 'item_preview'] })
    const { code } = await codeOf(they, of.asking({ scope: 'item_read' }))
    const first = await of.redeem(code)
    assert.equal(first.scope, 'item_read')
    const fields = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    for (const scope of ['item_preview', 'item_read item_preview', 'item_download', 'admin'])
      await refusedWith(await of.ask({ ...fields, scope }), 403, 'permission_denied')
    await server.deps.db
      .updateTable('applications')
      .set({ scopes: ['item_read', 'item_preview', 'item_download'] })
      .where('client_id', '=', of.credentials.clientId)
      .execute()
    // A refusal spends nothing.
    const second = await of.refresh(first.refresh_token, { scope: 'all' })
    assert.equal(second.scope, 'item_read')
    const input = { id: file.id }
    await of.client(second.access_token).refused('GET /v2/file/{id}/download', input, 403, 'permission_denied')
  })

  test('it is no access token, and an access token is no refresh token', async () => {
    const { access_token: token, refresh_token: refresh } = await mine.allowedBy(they)
    await mine.client(refresh).refused(me, {}, 401, 'invalid_token')
    await refusedWith(await mine.ask({ grant_type: 'refresh_token', refresh_token: token }), 401, 'invalid_token')
  })

  test('it ends after ninety days, with the user, and with the secret that somebody else may know', async () => {
    const dead = async (refresh_token: string, of = mine) =>
      refusedWith(await of.ask({ grant_type: 'refresh_token', refresh_token }), 401, 'invalid_token')
    const { refresh_token: old } = await mine.allowedBy(they)
    now += 90 * 86_400_000 + 1000
    await dead(old)
    they = await client(server).as(teacher.login)
    const leaver = await make.user({ enterprise: school })
    const left = await mine.allowedBy(await client(server).as(leaver.login))
    const head = await client(server).as(owner.login)
    await head.call('POST /admin/people/deactivate', { user_ids: [leaver.id] })
    await head.call('POST /admin/people/restore', { user_ids: [leaver.id] })
    await dead(left.refresh_token)
    const of = await granting()
    const { refresh_token: refresh, access_token: token } = await of.allowedBy(they)
    const { applications } = await head.call('GET /admin/applications/list', {})
    const { id } = applications.find(({ client_id: each }) => each === of.credentials.clientId)!
    const { secret } = await head.call('POST /admin/applications/rotate', { application_id: id, ends_former: true })
    await of.client(token).refused(me, {}, 401, 'invalid_token')
    await dead(refresh, new Granting(server.url, { ...of.credentials, secret }))
  })
})

describe('[OAPI-01] revoking', () => {
  test('either token ends the grant with both; a second time, and an unknown token, change nothing', async () => {
    for (const of of ['access_token', 'refresh_token'] as const) {
      const tokens = await mine.allowedBy(they)
      for (const token of [tokens[of], tokens[of], 'unknown']) {
        const answer = await mine.revoke(token)
        assert.deepEqual([answer.status, await answer.text()], [200, '{"success":true}'])
      }
      await mine.client(tokens.access_token).refused(me, {}, 401, 'invalid_token')
      const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
      await refusedWith(await mine.ask(fields), 401, 'invalid_token')
    }
  })

  test('an application ends no token of another, and nobody revokes without a secret', async () => {
    const { access_token: token } = await mine.allowedBy(they)
    assert.equal((await others.revoke(token)).status, 200)
    const stranger = new Granting(server.url, { ...mine.credentials, secret: 'x' })
    await refusedWith(await stranger.revoke(token), 401, 'unauthorized')
    await mine.client(token).call(me, {})
  })
})

describe('[OAPI-01] passwords', () => {
  const asking = (changes: object = {}) => ({ grant_type: 'password', username: teacher.login, password, ...changes })

  test('an application may not take a password unless an administrator allowed it, whether the password is right or not', async () => {
    for (const secret of [password, 'wrong'])
      await refusedWith(await mine.ask(asking({ password: secret })), 400, 'invalid_grant')
    const { rows } =
      await sql`select from audit_log where deed = 'sign_in_refused' and user_id = ${teacher.id}`.execute(
        server.deps.db,
      )
    assert.equal(rows.length, 0)
  })

  test('a wrong password, a missing user and a user of another organisation are refused alike', async () => {
    const of = await granting({ grants: ['password'] })
    const stranger = await make.user()
    for (const wrong of [{ password: 'wrong' }, { username: 'nobody@test' }, { username: stranger.login }])
      await refusedWith(await of.ask(asking(wrong)), 400, 'invalid_grant')
    await of.tokens(asking())
  })

  test('a password gets nothing where a second step is wanted, by the user or by the organisation', async () => {
    const of = await granting({ grants: ['password'] })
    const careful = await make.user({ enterprise: school })
    await sql`update users set totp_enrolled_at = now() where id = ${careful.id}`.execute(server.deps.db)
    await refusedWith(await of.ask(asking({ username: careful.login })), 400, 'invalid_grant')
    const { refresh_token: refresh } = await of.tokens(asking())
    await sql`update enterprises set force_two_step = true where id = ${school.id}`.execute(server.deps.db)
    await refusedWith(await of.ask(asking()), 400, 'invalid_grant')
    await refusedWith(await of.ask({ grant_type: 'refresh_token', refresh_token: refresh }), 401, 'invalid_token')
    await sql`update enterprises set force_two_step = false where id = ${school.id}`.execute(server.deps.db)
  })

  test('guessing is slowed as at the sign-in page', async () => {
    const of = await granting({ grants: ['password'] })
    const guessed = await make.user({ enterprise: school })
    const guess = (n: number) => of.ask(asking({ username: guessed.login, password: `wrong ${n}` }))
    for (let tried = 0; tried < 3; tried += 1) await refusedWith(await guess(tried), 400, 'invalid_grant')
    await refusedWith(await guess(3), 400, 'invalid_grant')
    await refusedWith(await guess(4), 429, 'rate_limit')
  })

  test('a new password ends the grants of the old one', async () => {
    const of = await granting({ grants: ['password'] })
    const changing = await make.user({ enterprise: school })
    const { access_token: token, refresh_token: refresh } = await of.tokens(asking({ username: changing.login }))
    const session = await client(server).as(changing.login)
    await session.renew('POST /apps/users/password', { password, new_password: 'another long secret' } as never)
    await of.client(token).refused(me, {}, 401, 'invalid_token')
    await refusedWith(await of.ask({ grant_type: 'refresh_token', refresh_token: refresh }), 401, 'invalid_token')
  })

  test('the permission of an administrator can be taken back, which ends what it got', async () => {
    const of = await granting({ grants: ['password'] })
    const { access_token: token } = await of.tokens(asking())
    const head = await client(server).as(owner.login)
    const { applications } = await head.call('GET /admin/applications/list', {})
    const { id } = applications.find(({ client_id: each }) => each === of.credentials.clientId)!
    await head.call('POST /admin/applications/edit', { application_id: id, grants: [] })
    await of.client(token).refused(me, {}, 401, 'invalid_token')
    await refusedWith(await of.ask(asking()), 400, 'invalid_grant')
  })
})
