import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import { removeEndedSessions } from '../../../server/services/session/sessions'
import { client, password } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const day = 86_400_000
let now = Date.UTC(2026, 8, 1)
let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { trustedProxies: 1, sessionDays: 20 } })
  make = factories(server.deps)
})
after(() => server.close())

const space = 'GET /apps/frequently_used_items/get_space_info'
const fresh = 'tangerine lamp 7'
const codeFor = (secret: string) => new TOTP({ secret }).generate({ timestamp: now })
/** A code works once. */
const nextCode = (secret: string) => {
  now += 30_000
  return codeFor(secret)
}

async function signedIn(login: string, headers: Record<string, string> = {}, manner: 'cookie' | 'token' = 'cookie') {
  const from = client(server)
  from.visitor.headers = headers
  return manner === 'cookie' ? from.as(login) : from.asApplet(login)
}

/** A user who enabled the second step. */
async function careful() {
  const { login } = await make.user()
  const user = await client(server).as(login)
  const { secret } = await user.call('POST /apps/users/two_step/begin', { password })
  await user.pass(nextCode(secret))
  return { login, user, secret }
}

async function idOf(login: string) {
  return (await server.deps.db.selectFrom('users').select('id').where('login', '=', login).executeTakeFirstOrThrow()).id
}

const agents = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0',
  wecom:
    'Mozilla/5.0 (Linux; Android 13; V2148A) AppleWebKit/537.36 Chrome/107 Mobile Safari/537.36 wxwork/4.1.0 MicroMessenger/7.0.1',
}
const at = (address: string, agent: string) => ({ 'x-forwarded-for': address, 'user-agent': agent })

describe('the devices on which a user is signed in', () => {
  test('are listed with name, address and time, and the current one is marked', async () => {
    const { login } = await make.user()
    const desk = await signedIn(login, at('203.0.113.1', agents.desk))
    now += 60_000
    await signedIn(login, at('203.0.113.2', agents.wecom), 'token')
    now += 60_000
    await signedIn(login, at('203.0.113.3', agents.phone))
    await client(server).as((await make.user()).login)
    const { sessions } = await desk.call('GET /apps/users/sessions', {})
    const devices = sessions.map(({ kind, system, browser, address, is_current }) => [
      kind,
      system,
      browser,
      address,
      is_current,
    ])
    assert.deepEqual(devices, [
      ['browser', 'iPhone', 'Safari', '203.0.113.3', false],
      ['app', 'Android', 'WeCom', '203.0.113.2', false],
      ['browser', 'Windows', 'Microsoft Edge', '203.0.113.1', true],
    ])
    now += 3_600_000
    desk.headers['x-forwarded-for'] = '198.51.100.9'
    await desk.call(space, {})
    const moved = (await desk.call('GET /apps/users/sessions', {})).sessions[0]!
    assert.deepEqual([moved.address, moved.last_used, moved.is_current], ['198.51.100.9', now / 1000, true])
  })

  test('have a short plain name, whatever the client sends', async () => {
    const { login } = await make.user()
    const user = await signedIn(login, { 'user-agent': `\u009b31m${'<b>'.repeat(4000)}`.slice(0, 8000) })
    await user.call('GET /apps/users/sessions', {})
    const { user_agent } = await server.deps.db
      .selectFrom('sessions')
      .select('user_agent')
      .where('user_id', '=', await idOf(login))
      .executeTakeFirstOrThrow()
    assert.ok(user_agent.length <= 300 && /^[\x20-\x7e]*$/.test(user_agent))
  })

  test('are signed out one by one by their user only, with cookies and tokens alike', async () => {
    const { login } = await make.user()
    const here = await client(server).as(login)
    const lost = [await client(server).as(login), await client(server).asApplet(login)]
    const stranger = await client(server).as((await make.user()).login)
    const { sessions } = await here.call('GET /apps/users/sessions', {})
    for (const { id, is_current } of sessions)
      if (!is_current) await stranger.call('POST /apps/users/sessions/end', { session_id: id })
    for (const session of lost) await session.call(space, {})
    for (const { id, is_current } of sessions)
      if (!is_current) await here.call('POST /apps/users/sessions/end', { session_id: id })
    for (const session of lost) assert.match(JSON.stringify((await session.send(space, {})).body), /login_expired/)
    await here.call(space, {})
    await here.call('POST /apps/users/sessions/end', { session_id: sessions[0]!.id })
  })

  test('are signed out together except the current one', async () => {
    const { login } = await make.user()
    const here = await client(server).asApplet(login)
    const others = [await client(server).as(login), await client(server).asApplet(login)]
    assert.equal((await here.call('POST /apps/users/sessions/end_others', {})).ended, 2)
    for (const session of others) assert.match(JSON.stringify((await session.send(space, {})).body), /login_expired/)
    assert.equal((await here.call('GET /apps/users/sessions', {})).sessions.length, 1)
  })

  test('must wait like any other device after failed guesses once they were signed out', async () => {
    for (const end of ['one', 'others', 'password'] as const) {
      const { login } = await make.user()
      const thief = await signedIn(login, { 'x-forwarded-for': '192.0.2.1' })
      const owner = await signedIn(login, { 'x-forwarded-for': '192.0.2.2' })
      const device = thief.headers.cookie!.split('; ').find((cookie) => cookie.startsWith('satchel_device='))!
      if (end === 'others') await owner.call('POST /apps/users/sessions/end_others', {})
      else if (end === 'password') await owner.renew('POST /apps/users/password', { password, new_password: fresh })
      else {
        const { sessions } = await owner.call('GET /apps/users/sessions', {})
        await owner.call('POST /apps/users/sessions/end', {
          session_id: sessions.find(({ is_current }) => !is_current)!.id,
        })
      }
      const secret = end === 'password' ? fresh : password
      for (let n = 0; n < 30; n += 1) await signedInOrRefused(login, 'wrong', { 'x-forwarded-for': `198.51.100.${n}` })
      const from = (cookie: string) => ({ 'x-forwarded-for': '192.0.2.9', cookie })
      assert.equal(await signedInOrRefused(login, secret, from(device)), 'login_too_often')
      const own = owner.headers.cookie!.split('; ').find((cookie) => cookie.startsWith('satchel_device='))!
      assert.equal(await signedInOrRefused(login, secret, from(own)), 'signed in')
      now += 3_600_000
    }
  })

  test('are limited in number per user', async () => {
    const { id, login } = await make.user()
    const values = Array.from({ length: 300 }, (_, n) => ({
      token_hash: Buffer.from(`${id}-${n}`),
      user_id: id,
      kind: 'cookie' as const,
      last_used_at: new Date(now - day),
      created_at: new Date(now - day),
      second_step_at: null,
      device: null,
    }))
    await server.deps.db.insertInto('sessions').values(values).execute()
    const user = await client(server).as(login)
    assert.equal((await user.call('GET /apps/users/sessions', {})).sessions.length, 200)
  })
})

async function signedInOrRefused(login: string, secret: string, headers: Record<string, string>) {
  const visitor = client(server).visitor
  visitor.headers = headers
  const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
  visitor.headers = { ...headers, requesttoken: csrf_token }
  const { body } = await visitor.send('POST /apps/users/login', { login, password: secret })
  return /"error_code":"(\w+)"/.exec(JSON.stringify(body))?.[1] ?? 'signed in'
}

describe('the lifetime of a session', () => {
  test('ends after the configured days, however often the session is used and whatever steps it passed', async () => {
    const { user, secret } = await careful()
    const phone = await client(server).asApplet((await make.user()).login)
    for (let days = 0; days < 19; days += 5) {
      await user.call(space, {})
      await phone.call(space, {})
      now += 5 * day
    }
    assert.ok(secret)
    await user.refused(space, {}, 'login_expired')
    assert.equal((await phone.send(space, {})).status, 401)
    await removeEndedSessions(server.deps)
    assert.equal(
      (
        await server.deps.db
          .selectFrom('sessions')
          .select('id')
          .where('created_at', '<=', new Date(now - 20 * day))
          .execute()
      ).length,
      0,
    )
  })
})
