import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import type { MessengerKind } from '@/contract/messengers/messengers'
import { readConfiguration } from '../../../server/config/configuration'
import type { UserRow } from '../../../server/database/tables'
import { client, Client, password } from '../../support/client'
import { factories } from '../../support/factories'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

const LOGIN = 'POST /apps/users/applet_login'
const LINK = 'POST /apps/users/messenger_links/create'
const LINKS = 'GET /apps/users/messenger_links'
const END = 'POST /apps/users/messenger_links/end'
const SPACE = 'GET /apps/frequently_used_items/get_space_info'
const WECHAT = '/sns/jscode2session'
const WECOM = '/cgi-bin/miniprogram/jscode2session'

let now = Date.UTC(2026, 8, 1)
let standIn: MessengerStandIn
let server: TestServer
let make: ReturnType<typeof factories>
let user: UserRow
/** The client of the user, signed in by password in the mini-program. */
let phone: Client
let openid: string

before(async () => {
  standIn = await MessengerStandIn.start()
  const messengers = {
    ...readConfiguration({}, '/').messengers,
    wechatUrl: standIn.url,
    wechatApplet: { id: 'wxapplet', secret: 'appletsecret' },
    wecomUrl: standIn.url,
    wecom: { id: 'wwcorp', secret: 'corpsecret' },
  }
  server = await startTestServer({ clock: () => new Date(now), config: { trustProxy: true, messengers } })
  make = factories(server.deps)
})
beforeEach(async () => {
  now += 3_600_000
  standIn.faults.clear()
  standIn.asked.length = 0
  user = await make.user()
  phone = await client(server).asApplet(user.login)
  openid = `openid-${randomBytes(4).toString('hex')}`
})
after(async () => {
  await server.close()
  await standIn.close()
})

const db = () => server.deps.db
/** Creates a code of `wx.login` on a user's phone. */
const codeOf = (openid: string, ofApp?: string) => {
  const code = randomBytes(8).toString('hex')
  standIn.logins.set(code, { openid, session_key: 'a2V5', ...(ofApp && { ofApp }) })
  return code
}
const staffCodeOf = (userid: string, corpid?: string) => {
  const code = randomBytes(8).toString('hex')
  standIn.staffLogins.set(code, { userid, session_key: 'a2V5', ...(corpid && { corpid }) })
  return code
}
const link = (who = phone, by = openid) => who.call(LINK, { kind: 'wechat', code: codeOf(by), password })
/** The mini-program before sign-in. */
async function stranger(address = '203.0.113.9'): Promise<Client> {
  const visitor = client(server).visitor
  visitor.headers = { 'x-forwarded-for': address }
  const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
  const found = new Client(server.url)
  found.headers = { ...visitor.headers, requesttoken: csrf_token }
  return found
}
/** Signs in by a code; returns the new session. */
async function enter(code = codeOf(openid), kind: MessengerKind = 'wechat', rest: object = {}): Promise<Client> {
  const { auth_token } = await (await stranger()).call(LOGIN, { kind, code, ...rest })
  const found = new Client(server.url)
  found.headers = { 'auth-token': auth_token }
  return found
}
const refusedBy = async (code: string, why: Parameters<Client['refused']>[2], kind: unknown = 'wechat') =>
  (await stranger()).refused(LOGIN, { kind, code }, why)
const notLinked = (code = codeOf(openid)) => refusedBy(code, 'messenger_not_linked')
const deedsOf = async ({ id }: { id: number }) =>
  (await db().selectFrom('audit_log').select(['deed', 'detail']).where('user_id', '=', id).orderBy('id').execute()).map(
    ({ deed, detail }) => [deed, detail],
  )

describe('[CTX-14] signing in by a code', () => {
  test('equals signing in by password: token, devices and log; the link records its use', async () => {
    const { link: made } = await link()
    assert.deepEqual(made, { id: made.id, kind: 'wechat', linked: now / 1000, last_used: null })
    now += 60_000
    const me = await enter()
    me.headers['x-forwarded-for'] = '203.0.113.9'
    assert.equal((await me.call('GET /apps/users/get_base_info', {})).user_info?.id, user.id)
    const { sessions } = await me.call('GET /apps/users/sessions', {})
    assert.deepEqual(
      sessions.map(({ kind, is_current, address }) => [kind, is_current, address]),
      [
        ['app', true, '203.0.113.9'],
        ['app', false, '127.0.0.1'],
      ],
    )
    assert.deepEqual(await me.call(LINKS, {}).then(({ links }) => links), [{ ...made, last_used: now / 1000 }])
    assert.deepEqual((await deedsOf(user)).slice(1), [
      ['messenger_linked', { messenger: 'wechat' }],
      ['signed_in_by_code', { messenger: 'wechat' }],
    ])
    await me.call('POST /apps/users/sessions/end', { session_id: sessions[1]!.id })
    await phone.send(SPACE, {}).then(({ status }) => assert.equal(status, 401))
  })

  test('identifies users of WeCom by their id in the enterprise', async () => {
    await phone.call(LINK, { kind: 'wecom', code: staffCodeOf('wang'), password })
    await enter(staffCodeOf('wang'), 'wecom')
    await refusedBy(staffCodeOf('li'), 'messenger_not_linked', 'wecom')
    // The same id in another app is another person.
    await notLinked(codeOf('wang'))
  })

  test('treats the same id in the app of another enterprise as another person', async () => {
    const userid = `w${openid}`
    await phone.call(LINK, { kind: 'wecom', code: staffCodeOf(userid), password })
    await refusedBy(staffCodeOf(userid, 'wwother'), 'messenger_code_invalid', 'wecom')
  })

  test('uses a link that is created once; creating it again returns the same one', async () => {
    const { link: first } = await link()
    const { link: again } = await link()
    assert.deepEqual(again, first)
    assert.equal((await deedsOf(user)).filter(([deed]) => deed === 'messenger_linked').length, 1)
  })

  test('makes the device known for the next sign-in by password', async () => {
    await link()
    const { device_token } = await (await stranger()).call(LOGIN, { kind: 'wechat', code: codeOf(openid) })
    for (let n = 0; n < 30; n += 1)
      await (await stranger(`198.51.100.${n}`)).send('POST /apps/users/login', { login: user.login, password: 'wrong' })
    const input = { login: user.login, password, scenario: 'applet' as const }
    await (await stranger()).refused('POST /apps/users/login', input, 'login_too_often')
    await (await stranger()).call('POST /apps/users/login', { ...input, device_token })
  })

  test('is offered in base info per messenger, and not offered without an app', async () => {
    const messengersOf = async (who: { url: string }) =>
      (await client(who).visitor.call('GET /apps/users/get_base_info', {})).sign_in_messengers
    assert.deepEqual(await messengersOf(server), ['wechat', 'wecom'])
    const { messengers } = server.deps.config
    const { wecom } = messengers
    messengers.wecom = null
    assert.deepEqual(await messengersOf(server), ['wechat'])
    messengers.wecom = wecom
  })
})

describe('[CTX-14] linking', () => {
  test('needs the password: a stolen session cannot link by guessing, and its attempts use up no code', async () => {
    const codes = []
    for (let n = 0; n < 8; n += 1) {
      const { body } = await phone.send(LINK, { kind: 'wechat', code: codeOf(openid), password: `guess ${n}` })
      codes.push(/"error_code":"(\w+)"/.exec(JSON.stringify(body))?.[1])
      now += 60_000
    }
    assert.deepEqual([...new Set(codes)], ['wrong_password'])
    for (let n = 0; n < 20; n += 1) await phone.send(LINK, { kind: 'wechat', code: 'x', password: 'wrong' })
    const { body } = await phone.send('POST /apps/users/two_step/begin', { password })
    assert.match(JSON.stringify(body), /login_too_often/)
    assert.equal(standIn.count(WECHAT), 0)
    assert.deepEqual(await phone.call(LINKS, {}).then(({ links }) => links), [])
    await notLinked()
    assert.ok((await deedsOf(user)).some(([deed]) => deed === 'password_refused'))
  })

  test('needs the second step, and so do listing and deleting links', async () => {
    const { link: made } = await link()
    await db().updateTable('enterprises').set({ force_two_step: true }).where('id', '=', user.enterprise_id).execute()
    const half = await client(server).asApplet(user.login)
    await half.refused(LINK, { kind: 'wechat', code: codeOf('other'), password }, 'force_two_step')
    await half.refused(LINKS, {}, 'force_two_step')
    await half.refused(END, { link_id: made.id }, 'force_two_step')
  })

  test('is refused without a name if the identity belongs to another user, who keeps it', async () => {
    await link()
    const other = await make.user({ name: '李蔚' })
    const theirs = await client(server).asApplet(other.login)
    const { entry } = await theirs.refused(
      LINK,
      { kind: 'wechat', code: codeOf(openid), password },
      'messenger_link_taken',
    )
    assert.ok(!JSON.stringify(entry).includes(user.name) && !JSON.stringify(entry).includes(user.login))
    const me = await enter()
    assert.equal((await me.call('GET /apps/users/get_base_info', {})).user_info?.id, user.id)
    assert.deepEqual(await theirs.call(LINKS, {}).then(({ links }) => links), [])
  })

  test('succeeds for one of two concurrent users', async () => {
    const other = await make.user()
    const theirs = await client(server).asApplet(other.login)
    const linkInput = () => ({ kind: 'wechat', code: codeOf(openid), password })
    const answers = await Promise.all([phone.send(LINK, linkInput()), theirs.send(LINK, linkInput())])
    const texts = answers.map(({ body }) => JSON.stringify(body)).sort()
    assert.match(texts.join(), /messenger_link_taken/)
    assert.match(texts.join(), /"success":true/)
  })

  test('stores neither code nor openid, nor a hash that a list of openids would reveal', async () => {
    await link()
    const { rows } = await sql<{ text: string }>`select messenger_links::text as text from messenger_links`.execute(
      db(),
    )
    const { rows: log } = await sql<{ text: string }>`select audit_log::text as text from audit_log`.execute(db())
    const text = JSON.stringify([rows, log])
    assert.ok(rows.length > 0 && !text.includes(openid))
    const key = await db().selectFrom('settings').select('value').where('name', '=', 'signing_key').executeTakeFirst()
    const { createHash, createHmac } = await import('node:crypto')
    const signing = Buffer.from(String(key?.value), 'base64')
    for (const asked of [openid, JSON.stringify(['wechat', 'wxapplet', openid])])
      for (const encoding of ['hex', 'base64url'] as const) {
        assert.ok(!text.includes(createHash('sha256').update(asked).digest(encoding)))
        assert.ok(!text.includes(createHmac('sha256', signing).update(asked).digest(encoding)))
      }
  })

  test('replaces the least recently used of twenty-one links', async () => {
    for (let n = 0; n < 21; n += 1) {
      now += 60_000
      await link(phone, `${openid}-${n}`)
    }
    assert.equal((await phone.call(LINKS, {})).links.length, 20)
    await notLinked(codeOf(`${openid}-0`))
    await enter(codeOf(`${openid}-20`))
  })
})

describe('[CTX-14] a code', () => {
  test('works once, also concurrently', async () => {
    await link()
    const code = codeOf(openid)
    await enter(code)
    await refusedBy(code, 'messenger_code_invalid')
    const same = codeOf(openid)
    const asking = await Promise.all([stranger(), stranger(), stranger()])
    const answers = await Promise.all(asking.map((who) => who.send(LOGIN, { kind: 'wechat', code: same })))
    assert.equal(answers.filter(({ body }) => (body as { success: boolean }).success).length, 1)
  })

  test('is reported as invalid if it is forged or of another app or messenger', async () => {
    await link()
    await refusedBy(codeOf(openid, 'wxother'), 'messenger_code_invalid')
    await refusedBy(codeOf(openid), 'messenger_code_invalid', 'wecom')
    await refusedBy('made-up', 'messenger_code_invalid')
  })

  test('makes an invalid request if it is empty, enormous or of an unknown kind', async () => {
    await link()
    for (const code of ['', 'x'.repeat(201), 'x'.repeat(100_000)])
      assert.equal((await refusedBy(code, 'invalid_request')).entry.field, 'code')
    for (const kind of ['weixin', '', null, 1, ['wechat'], { kind: 'wechat' }, '__proto__'])
      assert.equal((await refusedBy(codeOf(openid), 'invalid_request', kind)).entry.field, 'kind')
    assert.equal(standIn.count(WECHAT) + standIn.count(WECOM), 1)
  })

  for (const [fault, why] of [
    ['cut', 'messenger_unavailable'],
    ['html', 'messenger_unavailable'],
    [40164, 'messenger_unavailable'],
    [40163, 'messenger_code_invalid'],
  ] as const)
    test(`answered by WeChat with ${fault} gives ${why}, and the next code works`, async () => {
      await link()
      standIn.fail(WECHAT, fault)
      await refusedBy(codeOf(openid), why)
      standIn.fail(WECHAT, fault)
      await phone.refused(LINK, { kind: 'wechat', code: codeOf(`${openid}-2`), password }, why)
      await enter()
    })

  test('for a messenger without an app is refused with an explanation', async () => {
    const { messengers } = server.deps
    const { applet } = messengers
    messengers.applet = null
    await refusedBy(codeOf(openid), 'messenger_not_configured')
    await phone.refused(LINK, { kind: 'wechat', code: codeOf(openid), password }, 'messenger_not_configured')
    messengers.applet = applet
  })

  test('delays its address if it fails, but neither other addresses nor signing in by password there', async () => {
    await link()
    const guesser = await stranger('192.0.2.77')
    const codes = []
    for (let n = 0; n < 103; n += 1) {
      const { body } = await guesser.send(LOGIN, { kind: 'wechat', code: `guess-${n}` })
      codes.push(/"error_code":"(\w+)"/.exec(JSON.stringify(body))?.[1])
    }
    assert.deepEqual(
      codes.slice(0, 100).filter((code) => code !== 'messenger_code_invalid'),
      [],
    )
    assert.equal(codes.at(-1), 'login_too_often')
    await guesser.refused(LOGIN, { kind: 'wechat', code: codeOf(openid) }, 'login_too_often')
    await enter()
    await guesser.call('POST /apps/users/login', { login: user.login, password, scenario: 'applet' })
  })

  test('is no guess if its person is not linked, so that a school can share an address; beyond 200 a minute WeChat is not called', async () => {
    await link()
    const school = await stranger('192.0.2.78')
    for (let n = 0; n < 120; n += 1)
      await school.refused(LOGIN, { kind: 'wechat', code: codeOf(`${openid}-${n}`) }, 'messenger_not_linked')
    await school.call(LOGIN, { kind: 'wechat', code: codeOf(openid) })
    for (let n = 121; n < 200; n += 1) await school.send(LOGIN, { kind: 'wechat', code: codeOf('nobody') })
    const asked = standIn.count(WECHAT)
    await school.refused(LOGIN, { kind: 'wechat', code: codeOf(openid) }, 'asked_too_often')
    assert.equal(standIn.count(WECHAT), asked)
    now += 60_000
    await school.call(LOGIN, { kind: 'wechat', code: codeOf(openid) })
  })
})

describe('[CTX-14] a code opens no more than a password', () => {
  test('the second step is required, whether the user or the enterprise wants it', async () => {
    await link()
    const { secret } = await phone.call('POST /apps/users/two_step/begin', { password })
    await phone.pass(new TOTP({ secret }).generate({ timestamp: now }))
    const me = await enter()
    await me.refused(SPACE, {}, 'force_two_step')
    await me.refused(LINK, { kind: 'wechat', code: codeOf('x'), password }, 'force_two_step')
    now += 60_000
    await me.pass(new TOTP({ secret }).generate({ timestamp: now }))
    await me.call(SPACE, {})
  })

  test('an expired enterprise is as closed as after a password', async () => {
    await link()
    const expired = { expires_at: new Date(now - 1000) }
    await db().updateTable('enterprises').set(expired).where('id', '=', user.enterprise_id).execute()
    await (await enter()).refused(SPACE, {}, 'enterprise_expired')
  })

  test('a deactivated user cannot sign in; reactivated, they need the password first', async () => {
    await link()
    const active = (is_active: boolean) =>
      db().updateTable('users').set({ is_active }).where('id', '=', user.id).execute()
    await active(false)
    await notLinked()
    // The identity may belong to another user by now.
    const other = await make.user()
    await link(await client(server).asApplet(other.login))
    await active(true)
    const me = await enter()
    assert.equal((await me.call('GET /apps/users/get_base_info', {})).user_info?.id, other.id)
  })

  test('a deleted user has no links', async () => {
    await link()
    await db().deleteFrom('items').where('creator_id', '=', user.id).execute()
    await db().deleteFrom('users').where('id', '=', user.id).execute()
    await notLinked()
  })

  test('a new password deletes every link, and ends the sessions that links started', async () => {
    await link()
    await phone.call(LINK, { kind: 'wecom', code: staffCodeOf(`s${openid}`), password })
    const me = await enter()
    await phone.renew('POST /apps/users/password', { password, new_password: 'tangerine lamp 7' })
    assert.equal((await me.send(SPACE, {})).status, 401)
    assert.deepEqual(await phone.call(LINKS, {}).then(({ links }) => links), [])
    await notLinked()
  })

  test('a link requested before a change of the password is not created after it', async () => {
    let answers = () => {}
    standIn.fail(WECHAT, { until: new Promise<void>((resolve) => (answers = resolve)) })
    const asking = phone.send(LINK, { kind: 'wechat', code: codeOf(openid), password })
    await until('the messenger is asked', () => standIn.count(WECHAT) === 1)
    const other = await client(server).as(user.login)
    await other.renew('POST /apps/users/password', { password, new_password: 'tangerine lamp 7' })
    answers()
    assert.match(JSON.stringify((await asking).body), /wrong_password/)
    assert.deepEqual(await other.call(LINKS, {}).then(({ links }) => links), [])
  })

  test('a user can delete only their own link by its id, and the audit log records it', async () => {
    const { link: made } = await link()
    const theirs = await client(server).asApplet((await make.user()).login)
    await theirs.call(END, { link_id: made.id })
    await enter()
    await phone.call(END, { link_id: made.id })
    await phone.call(END, { link_id: made.id })
    await notLinked()
    const ended = (await deedsOf(user)).filter(([deed]) => deed === 'messenger_unlinked')
    assert.deepEqual(ended, [['messenger_unlinked', { messenger: 'wechat' }]])
  })

  test('no page gets a cookie by a code, and only our own pages can send one', async () => {
    await link()
    const page = await stranger()
    page.headers.origin = server.url
    const { headers, body } = await page.send(LOGIN, { kind: 'wechat', code: codeOf(openid), scenario: 'web' })
    assert.deepEqual(headers.getSetCookie(), [])
    assert.ok((body as { auth_token: string }).auth_token)
    const code = codeOf(openid)
    await client(server).visitor.refused(LOGIN, { kind: 'wechat', code }, 'security_check_failed')
    page.headers.origin = 'https://evil.example'
    await page.refused(LOGIN, { kind: 'wechat', code }, 'security_check_failed')
    const browser = await client(server).as(user.login)
    delete browser.headers.requesttoken
    await browser.refused(LOGIN, { kind: 'wechat', code }, 'security_check_failed')
    const form = await page.request('POST', '/api/apps/users/applet_login', `kind=wechat&code=${code}`, {
      'content-type': 'application/x-www-form-urlencoded',
      origin: server.url,
    })
    assert.match(JSON.stringify(form.body), /invalid_request/)
    // No refused request used up the code.
    await enter(code)
  })

  test('signing out ends only its session, and a replaced token is invalid', async () => {
    await link()
    const me = await enter()
    await me.call('POST /apps/users/logout', {})
    assert.equal((await me.send(SPACE, {})).status, 401)
    const { auth_token } = await phone.call(LOGIN, { kind: 'wechat', code: codeOf(openid) })
    assert.equal((await phone.send(SPACE, {})).status, 401)
    phone.headers = { 'auth-token': auth_token }
    await phone.call(SPACE, {})
  })
})
