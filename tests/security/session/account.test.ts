import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import { client, password, type Client } from '../../support/client'
import { openEvents } from '../../support/eventStream'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

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

describe('the second step that users enable themselves', () => {
  test('is required in every later session, and in sessions that were open', async () => {
    const { login } = await make.user()
    const [user, other, phone] = [
      await client(server).as(login),
      await client(server).as(login),
      await client(server).asApplet(login),
    ]
    const { secret } = await user.call('POST /apps/users/two_step/begin', { password })
    await other.call(space, {})
    await user.pass(nextCode(secret))
    await user.call(space, {})
    const thief = await client(server).as(login)
    for (const session of [thief, other, phone]) {
      await session.refused(space, {}, 'force_two_step')
      await session.refused('GET /apps/users/sessions', {}, 'force_two_step')
      await session.refused('POST /apps/users/password', { password, new_password: fresh }, 'force_two_step')
      await session.refused('POST /apps/users/two_step/disable', { password }, 'force_two_step')
    }
    await thief.pass(nextCode(secret))
    await phone.pass(nextCode(secret))
    await thief.call(space, {})
    await phone.call(space, {})
  })

  test('hides everything about the account until the user passes it', async () => {
    const { login } = await careful()
    const user = await make.user()
    await make.message(user)
    await server.deps.db
      .updateTable('messages')
      .set({ user_id: await idOf(login) })
      .where('user_id', '=', user.id)
      .execute()
    const thief = await client(server).as(login)
    assert.equal((await thief.call('GET /apps/users/get_base_info', {})).unread_messages_count, 0)
  })

  test('is enabled only with the password, so that somebody who finds an open session cannot enable it', async () => {
    const { login } = await make.user()
    const [owner, thief] = [await client(server).as(login), await client(server).as(login)]
    const known = JSON.stringify(await thief.call('GET /apps/users/two_step', {}))
    assert.doesNotMatch(known, /[A-Z2-7]{16}/)
    await thief.refused('POST /apps/users/two_step/begin', { password: 'guessed' }, 'wrong_password')
    await thief.refused('POST /apps/users/two_step', { code: '123456' }, 'wrong_code')
    const first = await owner.call('POST /apps/users/two_step/begin', { password })
    const second = await owner.call('POST /apps/users/two_step/begin', { password })
    assert.notEqual(first.secret, second.secret)
    await owner.refused('POST /apps/users/two_step', { code: nextCode(first.secret) }, 'wrong_code')
    await owner.pass(codeFor(second.secret))
  })

  test('is disabled with the password, and not required afterwards', async () => {
    const { login, user } = await careful()
    const { entry } = await user.refused('POST /apps/users/two_step/disable', { password: 'guessed' }, 'wrong_password')
    assert.equal(entry.field, 'password')
    await user.call('POST /apps/users/two_step/disable', { password })
    await (await client(server).as(login)).call(space, {})
    assert.deepEqual(
      await server.deps.db.selectFrom('users').select('totp_secret').where('login', '=', login).execute(),
      [{ totp_secret: null }],
    )
  })

  test('is required again in sessions that passed it with an earlier secret', async () => {
    const { login, user, secret } = await careful()
    const thief = await client(server).as(login)
    await thief.pass(nextCode(secret))
    await user.call('POST /apps/users/two_step/disable', { password })
    const { secret: another } = await user.call('POST /apps/users/two_step/begin', { password })
    await user.pass(nextCode(another))
    await user.call(space, {})
    await thief.refused(space, {}, 'force_two_step')
  })

  test('cannot be locked by somebody without the password', async () => {
    const { login, secret } = await careful()
    const guesses = ['two-step:', 'code-login:', 'code-'].flatMap((prefix) => Array<string>(20).fill(prefix))
    for (const [n, prefix] of guesses.entries()) {
      const { visitor } = client(server)
      visitor.headers = { 'x-forwarded-for': `198.51.100.${n}` }
      const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
      visitor.headers = { ...visitor.headers, requesttoken: csrf_token }
      now += 300_000
      await visitor.send('POST /apps/users/login', { login: prefix + login, password: 'x' })
    }
    const owner = await client(server).as(login)
    await owner.pass(nextCode(secret))
    await owner.call(space, {})
  })

  test('cannot be disabled if the enterprise forces it', async () => {
    const { login } = await make.user({ enterprise: await make.enterprise({ force_two_step: true }) })
    const user = await client(server).as(login)
    const { secret } = await user.call('POST /apps/users/two_step/begin', { password })
    await user.pass(nextCode(secret))
    await user.refused('POST /apps/users/two_step/disable', { password }, 'permission_denied')
  })

  test('changes the session’s token, which makes a planted token useless', async () => {
    const { login, secret } = await careful()
    for (const session of [await client(server).as(login), await client(server).asApplet(login)]) {
      const planted = { ...session.headers }
      await session.pass(nextCode(secret))
      await session.call(space, {})
      const there = client(server).visitor
      there.headers = planted
      const { body } = await there.send(space, {})
      assert.match(JSON.stringify(body), /login_expired/)
    }
  })
})

async function idOf(login: string) {
  return (await server.deps.db.selectFrom('users').select('id').where('login', '=', login).executeTakeFirstOrThrow()).id
}

describe('open event streams', () => {
  test('end when their token is replaced, and when the second step becomes required', async () => {
    const { login } = await make.user()
    const [user, other] = [await client(server).as(login), await client(server).as(login)]
    const streams = [await openEvents(user, 'own'), await openEvents(other, 'own')]
    const { secret } = await user.call('POST /apps/users/two_step/begin', { password })
    await user.pass(nextCode(secret))
    for (const stream of streams) await until('the stream to end', () => stream.isEnded)
    const again = await openEvents(user, 'own')
    assert.equal((await openEvents(other, 'own')).isEnded, true)
    await user.renew('POST /apps/users/password', { password, new_password: fresh })
    await until('the stream to end', () => again.isEnded)
  })
})

describe('changing the password', () => {
  const change = (user: Client, wanted: string, before = password) =>
    user.send('POST /apps/users/password', { password: before, new_password: wanted })

  for (const manner of ['cookie', 'token'] as const) {
    test(`ends and counts all other sessions; the current one continues with a new ${manner}`, async () => {
      const { login } = await make.user()
      const others = [await client(server).as(login), await client(server).asApplet(login)]
      const user = await signedIn(login, {}, manner)
      const planted = client(server).visitor
      planted.headers = { ...user.headers }
      const { ended } = await user.renew('POST /apps/users/password', { password, new_password: fresh })
      assert.equal(ended, 2)
      await user.call(space, {})
      for (const other of [...others, planted])
        assert.match(JSON.stringify((await other.send(space, {})).body), /login_expired/)
      await client(server).as(login, fresh)
      await assert.rejects(client(server).as(login), /wrong_credentials/)
    })
  }

  test('a wrong old password is refused, counts as a failed guess, and changes nothing', async () => {
    const { login } = await make.user()
    const user = await client(server).as(login)
    const { entry } = await user.refused(
      'POST /apps/users/password',
      { password: 'wrong', new_password: fresh },
      'wrong_password',
    )
    assert.deepEqual([entry.field, entry.error_tr_msg], ['password', '密码不正确'])
    const codes = new Set<string>()
    for (let n = 0; n < 20; n += 1)
      codes.add(/"error_code":"(\w+)"/.exec(JSON.stringify((await change(user, fresh, `wrong ${n}`)).body))![1]!)
    assert.deepEqual([...codes], ['wrong_password', 'login_too_often'])
    assert.match(JSON.stringify((await change(user, fresh)).body), /login_too_often/)
    now += 600_000
    assert.match(JSON.stringify((await change(user, fresh)).body), /"success":true/)
  })

  const refused: [string, string, string][] = [
    ['seven characters', '1a2b3c4', 'password_too_short'],
    ['seven characters of which some take two units', '😀😀😀😀😀😀😀', 'password_too_short'],
    ['129 characters', 'é'.repeat(129), 'password_too_long'],
    ['almost a megabyte', 'x'.repeat(2000), 'password_too_long'],
    ['a very common password', 'password1', 'password_common'],
    ['a very common password in capitals', 'PassWord1', 'password_common'],
    ['a very common password of digits', '123456789', 'password_common'],
    ['the old password', password, 'password_unchanged'],
  ]
  for (const [what, wanted, code] of refused) {
    test(`${what} is refused with its own message in three languages`, async () => {
      const user = await client(server).as((await make.user()).login)
      const messages = new Set<string>()
      for (const lang of ['zh-CN', 'zh-TW', 'en']) {
        user.headers = {
          ...user.headers,
          'x-lang': lang,
          cookie: `${user.headers.cookie!.replace(/; lang=.*/, '')}; lang=${lang}`,
        }
        const input = { password, new_password: wanted }
        const { entry } = await user.refused('POST /apps/users/password', input, code as 'password_common')
        assert.equal(entry.field, 'new_password')
        messages.add(entry.error_tr_msg)
      }
      assert.equal(messages.size, 3)
      await user.call(space, {})
    })
  }

  test('the own login is refused as a password', async () => {
    const { login } = await make.user({ login: 'longenoughname@test' })
    const user = await client(server).as(login)
    for (const name of ['longenoughname', 'LongEnoughName@test'])
      await user.refused('POST /apps/users/password', { password, new_password: name }, 'password_common')
  })

  test('128 characters of any kind are accepted, and signing in needs every one of them', async () => {
    for (const wanted of ['é'.repeat(127) + 'a', '密码'.repeat(63) + '😀z', `${' '.repeat(127)}z`]) {
      const { login } = await make.user()
      await (await client(server).as(login)).renew('POST /apps/users/password', { password, new_password: wanted })
      await client(server).as(login, wanted)
      await assert.rejects(client(server).as(login, `${wanted.slice(0, -1)}b`), /wrong_credentials/)
    }
  })

  test('one of two concurrent changes succeeds', async () => {
    const { login } = await make.user()
    const [one, other] = [await client(server).as(login), await client(server).as(login)]
    const answers = await Promise.all([change(one, `${fresh} a`), change(other, `${fresh} b`)])
    const successes = answers.filter(({ body }) => (body as { success: boolean }).success)
    assert.equal(successes.length, 1)
  })

  test('a visitor cannot change a password', async () => {
    const input = { password, new_password: fresh }
    await client(server).visitor.refused('POST /apps/users/password', input, 'login_expired')
  })
})
