import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CallName } from '@/contract/api'
import { Client, client, password } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const day = 86_400_000
let now = Date.UTC(2026, 8, 1)
let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
})
after(() => server.close())

describe('signing in', () => {
  test('a browser gets an HttpOnly, SameSite=Lax cookie and a csrf_token, but no auth_token', async () => {
    const user = await make.user()
    const visitor = await withVisitorToken()
    const { body, headers } = await visitor.send('POST /apps/users/login', { login: user.login, password })
    assert.deepEqual(Object.keys(body as object).sort(), ['csrf_token', 'success'])
    const [cookie = ''] = headers.getSetCookie()
    assert.match(cookie, /^satchel_session=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('behind a proxy the cookie is Secure, and the client address is the one that the proxy saw', async () => {
    const secure = await startTestServer({ config: { trustedProxies: 1 } })
    const user = await factories(secure.deps).user()
    const visitor = await withVisitorToken(secure)
    visitor.headers['x-forwarded-proto'] = 'https'
    visitor.headers['x-forwarded-for'] = '6.6.6.6, 10.0.0.7'
    const { headers } = await visitor.send('POST /apps/users/login', { login: user.login, password })
    const { subject } = await secure.deps.db.selectFrom('login_attempts').select('subject').executeTakeFirstOrThrow()
    await secure.close()
    assert.equal(subject, 'address:10.0.0.7')
    assert.match(headers.getSetCookie()[0] ?? '', /; Secure/)
  })

  test('the mini-program gets an auth_token and no cookie', async () => {
    const user = await make.user()
    const visitor = await withVisitorToken()
    const { body, headers } = await visitor.send('POST /apps/users/login', {
      login: user.login,
      password,
      scenario: 'applet',
    })
    assert.match((body as { auth_token: string }).auth_token, /^[\w-]{43}$/)
    assert.deepEqual(headers.getSetCookie(), [])
  })

  test('a login ignores case', async () => {
    const user = await make.user({ login: 'Anna@Test' })
    await client(server).as(user.login.toUpperCase())
  })

  const wrong: [string, (login: string) => { login: string; password: string }][] = [
    ['a wrong password', (login) => ({ login, password: 'wrong' })],
    ['an unknown login', () => ({ login: 'nobody@test', password })],
  ]
  for (const [what, input] of wrong) {
    test(`${what} is refused in the same words`, async () => {
      const user = await make.user()
      const { kind, entry } = await (
        await withVisitorToken()
      ).refused('POST /apps/users/login', input(user.login), 'wrong_credentials')
      assert.deepEqual([kind, entry.error_tr_msg], ['validation_errors', '账号或密码不正确'])
    })
  }

  test('a user without a password and a deactivated user cannot sign in', async () => {
    const user = await make.user()
    await server.deps.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    await (
      await withVisitorToken()
    ).refused('POST /apps/users/login', { login: user.login, password }, 'wrong_credentials')
    const other = await make.user()
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', other.id).execute()
    await (
      await withVisitorToken()
    ).refused('POST /apps/users/login', { login: other.login, password }, 'wrong_credentials')
  })

  test('not all of thirty concurrent guesses are checked, and the right password works again after the wait', async () => {
    const user = await make.user()
    const visitor = await withVisitorToken()
    const guess = (n: number) => visitor.send('POST /apps/users/login', { login: user.login, password: `wrong ${n}` })
    const tries = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)))
    const codes = tries.map(({ body }) => JSON.stringify(body).match(/"error_code":"(\w+)"/)?.[1])
    assert.equal(codes.filter((code) => code === 'wrong_credentials').length, 4)
    assert.equal(codes.filter((code) => code === 'login_too_often').length, 26)
    await visitor.refused('POST /apps/users/login', { login: user.login, password }, 'login_too_often')
    now += 1001
    await client(server).as(user.login)
  })

  test('two users who sign in from one address at once do not delay each other, in whatever order they are counted', async () => {
    const [one, other] = [await make.user(), await make.user()]
    await client(server).as(one.login)
    now -= 5
    await client(server).as(other.login)
    now += 5
  })

  test('the wait grows with each wrong guess, up to five minutes; the right password resets it', async () => {
    const user = await make.user()
    const visitor = await withVisitorToken()
    const waits: number[] = []
    for (let failure = 0; failure < 14; failure++) {
      await visitor.refused('POST /apps/users/login', { login: user.login, password: 'wrong' }, 'wrong_credentials')
      const { blocked_until } = await server.deps.db
        .selectFrom('login_attempts')
        .select('blocked_until')
        .where('subject', 'like', `pair:%${user.login}`)
        .executeTakeFirstOrThrow()
      waits.push(Math.max(0, blocked_until.getTime() - now) / 1000)
      now = Math.max(now, blocked_until.getTime())
    }
    assert.deepEqual(waits, [0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    await client(server).as(user.login)
    await visitor.refused('POST /apps/users/login', { login: user.login, password: 'wrong' }, 'wrong_credentials')
  })
})

describe('sessions', () => {
  test('a session ends after 30 days without use, and use prolongs it', async () => {
    const member = await client(server).as((await make.user()).login)
    now += 29 * day
    await member.call('GET /apps/frequently_used_items/get_space_info', {})
    now += 29 * day
    await member.call('GET /apps/frequently_used_items/get_space_info', {})
    now += 31 * day
    await member.refused('GET /apps/frequently_used_items/get_space_info', {}, 'login_expired')
  })

  test('signing out ends the session and deletes the cookie', async () => {
    const member = await client(server).as((await make.user()).login)
    const { headers } = await member.send('POST /apps/users/logout', {})
    assert.match(headers.getSetCookie()[0] ?? '', /^satchel_session=; .*Expires=Thu, 01 Jan 1970/)
    await member.refused('GET /apps/frequently_used_items/get_space_info', {}, 'login_expired')
  })

  test('signing in again ends the previous session', async () => {
    const user = await make.user()
    const before = await client(server).as(user.login)
    await before.call('POST /apps/users/login', { login: user.login, password })
    await before.refused('GET /apps/frequently_used_items/get_space_info', {}, 'login_expired')
  })

  test('the database contains no usable token', async () => {
    const user = await make.user()
    const member = await client(server).asApplet(user.login)
    const rows = await server.deps.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute()
    assert.equal(rows.length, 1)
    assert.ok(!JSON.stringify(rows[0]).includes(member.headers['auth-token']!))
    assert.notEqual(rows[0]!.token_hash.toString('base64url'), member.headers['auth-token'])
  })

  test('only an unknown or expired Auth-Token answers 401, on every call', async () => {
    const member = await client(server).asApplet((await make.user()).login)
    now += 31 * day
    const stranger = new Client(server.url)
    stranger.headers = { 'auth-token': 'x'.repeat(43) }
    for (const who of [member, stranger]) {
      for (const name of ['GET /apps/users/is_user_logged_in', 'GET /apps/frequently_used_items/get_list'] as const) {
        const { status, body } = await who.send(name, {})
        assert.equal(status, 401)
        assert.equal(
          (body as { errors: { login_expired: { error_code: string } } }).errors.login_expired.error_code,
          'login_expired',
        )
      }
    }
    const { kind } = await new Client(server.url).refused(
      'GET /apps/frequently_used_items/get_list',
      {},
      'login_expired',
    )
    assert.equal(kind, 'login_expired')
  })

  test('a cookie is not accepted as an Auth-Token, nor a token as a cookie', async () => {
    const user = await make.user()
    const browser = await client(server).as(user.login)
    const applet = await client(server).asApplet(user.login)
    const mixed = new Client(server.url)
    mixed.headers = { 'auth-token': browser.headers.cookie!.split('=')[1]! }
    assert.equal((await mixed.send('GET /apps/users/is_user_logged_in', {})).status, 401)
    mixed.headers = { cookie: `satchel_session=${applet.headers['auth-token']}` }
    assert.equal((await mixed.call('GET /apps/users/is_user_logged_in', {})).is_user_logged_in, false)
  })
})

describe('cross-site requests', () => {
  const newFolder = { parent_folder_id: 0, name: 'x' }

  test('a cookie session must send its own csrf_token as requesttoken on every POST', async () => {
    const member = await client(server).as((await make.user()).login)
    const own = member.headers.requesttoken!
    const other = await client(server).as((await make.user()).login)
    const visitor = await withVisitorToken()
    for (const token of [
      undefined,
      '',
      'x',
      own.slice(1),
      other.headers.requesttoken!,
      visitor.headers.requesttoken!,
    ]) {
      member.headers = { cookie: member.headers.cookie!, ...(token !== undefined && { requesttoken: token }) }
      const { kind } = await member.refused('POST /apps/files/new_folder', newFolder, 'security_check_failed')
      assert.equal(kind, 'security_check_failed')
    }
    member.headers.requesttoken = own
    await member.call('POST /apps/files/new_folder', newFolder)
  })

  test('get_base_info answers the same token again', async () => {
    const member = await client(server).as((await make.user()).login)
    assert.equal((await member.call('GET /apps/users/get_base_info', {})).csrf_token, member.headers.requesttoken)
  })

  test('an Auth-Token needs no requesttoken', async () => {
    const member = await client(server).asApplet((await make.user()).login)
    await member.call('POST /apps/files/new_folder', newFolder)
  })

  test('signing in requires the token of get_base_info, which is valid for a day', async () => {
    const user = await make.user()
    const input = { login: user.login, password }
    await new Client(server.url).refused('POST /apps/users/login', input, 'security_check_failed')
    const visitor = await withVisitorToken()
    const [end = '', random = '', signature = ''] = visitor.headers.requesttoken!.split('.')
    visitor.headers.requesttoken = `${Number(end) + 1}.${random}.${signature}`
    await visitor.refused('POST /apps/users/login', input, 'security_check_failed')
    visitor.headers.requesttoken = `${end}.${random}.${signature}`
    now += day + 1000
    await visitor.refused('POST /apps/users/login', input, 'security_check_failed')
  })

  test('a foreign Origin is refused even with a token; the own origin and none are accepted', async () => {
    const member = await client(server).as((await make.user()).login)
    for (const origin of [
      'https://evil.example',
      'null',
      `${server.url}.evil.example`,
      server.url.replace('http:', 'https:'),
    ]) {
      member.headers.origin = origin
      await member.refused('POST /apps/files/new_folder', { ...newFolder, name: 'foreign' }, 'security_check_failed')
    }
    member.headers.origin = server.url
    await member.call('POST /apps/files/new_folder', { ...newFolder, name: 'own' })
    const visitor = await withVisitorToken()
    visitor.headers.origin = 'https://evil.example'
    await visitor.refused('POST /apps/users/login', { login: 'a', password: 'b' }, 'security_check_failed')
  })

  test('behind a proxy the configured address is the own origin', async () => {
    const proxied = await startTestServer({ config: { baseUrl: 'https://drive.example/satchel' } })
    const member = await client(proxied).as((await factories(proxied.deps).user()).login)
    member.headers.origin = 'https://drive.example'
    await member.call('POST /apps/files/new_folder', newFolder)
    await proxied.close()
  })
})

describe('the first calls of a client', () => {
  test('is_user_logged_in names the signed-in user, and answers without an error otherwise', async () => {
    const { visitor, as } = client(server)
    assert.equal((await visitor.call('GET /apps/users/is_user_logged_in', {})).is_user_logged_in, false)
    const member = await as((await make.user()).login)
    assert.equal((await member.call('GET /apps/users/is_user_logged_in', {})).is_user_logged_in, true)
  })

  test('get_base_info without a session contains no user and no enterprise', async () => {
    const base = await client(server).visitor.call('GET /apps/users/get_base_info', {})
    assert.deepEqual([base.user_info, base.enterprise_info], [null, null])
    assert.ok(Object.values(base.view_flags).every((flag) => !flag))
  })

  test('get_base_info contains the user, the enterprise and its flags', async () => {
    const enterprise = await make.enterprise({
      name: '明德学校',
      wording: 'education',
      default_expiring_interval_days: 7,
      is_personal_space_closed: true,
      share_with_colleagues_disallowed: true,
      virus_scan: true,
      complaints: true,
      trash_period_days: 14,
    })
    const user = await make.user({ enterprise })
    const base = await (await client(server).as(user.login)).call('GET /apps/users/get_base_info', {})
    assert.deepEqual(base.user_info, { id: user.id, name: user.name, login: user.login, trash_period: 14 })
    assert.deepEqual(base.enterprise_info, {
      id: enterprise.id,
      name: '明德学校',
      is_personal_user_enterprise: false,
      default_expiring_interval_days: 7,
      is_personal_space_closed: true,
      language_type: 'education',
      is_from_wechat_enterprise: false,
      share_with_colleagues_disallowed: true,
      is_professional_plan: true,
      wechat_type: null,
      logo_key: null,
      logo_dark_key: null,
      share_link_page_title: '',
    })
    assert.deepEqual(
      Object.entries(base.view_flags)
        .filter(([, on]) => on)
        .map(([name]) => name),
      ['virus_scan', 'complaints'],
    )
    assert.deepEqual([base.product_name, base.base_url, base.login_url], ['书包云盘', server.url, '/login'])
  })

  test('[CTX-01] configured addresses and product name override the built-in ones', async () => {
    const addresses = {
      baseUrl: 'https://drive.example',
      loginUrl: 'https://sso.example/login',
      logoutUrl: 'https://sso.example/logout',
      registerUrl: 'https://sso.example/register',
      termsUrl: 'https://school.example/terms',
      privacyUrl: 'https://school.example/privacy',
    }
    const configured = await startTestServer({ config: { ...addresses, productName: '班级网盘' } })
    const base = await client(configured).visitor.call('GET /apps/users/get_base_info', {})
    await configured.close()
    assert.deepEqual(
      {
        baseUrl: base.base_url,
        loginUrl: base.login_url,
        logoutUrl: base.logout_url,
        registerUrl: base.register_url,
        termsUrl: base.terms_url,
        privacyUrl: base.privacy_url,
      },
      addresses,
    )
    assert.equal(base.product_name, '班级网盘')
  })

  test('get_space_info counts the bytes of all versions, the quota and the items of the own root', async () => {
    const user = await make.user({ enterprise: await make.enterprise({ user_quota_bytes: 1000 }) })
    const folder = await make.folder({ owner: user })
    await make.file({ parent: folder }, { content: 'x'.repeat(300) })
    await make.file({ owner: user }, { content: 'x'.repeat(20) })
    const member = await client(server).as(user.login)
    const { used, total, item_count } = await member.call('GET /apps/frequently_used_items/get_space_info', {})
    assert.deepEqual({ used, total, item_count }, { used: 320, total: 1000, item_count: 2 })
    await server.deps.db.updateTable('users').set({ quota_bytes: 5000 }).where('id', '=', user.id).execute()
    assert.equal((await member.call('GET /apps/frequently_used_items/get_space_info', {})).total, 5000)
  })

  const allowedCalls: CallName[] = [
    'GET /apps/users/is_user_logged_in',
    'GET /apps/users/get_base_info',
    'POST /apps/users/logout',
  ]
  test('an expired enterprise and a missing second step block every call except signing in and out', async () => {
    const cases = [
      [{ expires_at: new Date(now - 1000) }, 'enterprise_expired', 'external_errors'],
      [{ force_two_step: true }, 'force_two_step', 'force_two_step'],
    ] as const
    for (const [values, code, kind] of cases) {
      const member = await client(server).as((await make.user({ enterprise: await make.enterprise(values) })).login)
      const refusal = await member.refused('GET /apps/files/file_list/{folderId}', { folderId: 0 }, code)
      assert.equal(refusal.kind, kind)
      await member.refused('GET /apps/frequently_used_items/get_space_info', {}, code)
      for (const name of allowedCalls) await member.call(name, {})
    }
  })
})

async function withVisitorToken(from: { url: string } = server) {
  const { visitor } = client(from)
  visitor.headers = { requesttoken: (await visitor.call('GET /apps/users/get_base_info', {})).csrf_token }
  return visitor
}
