import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import { client, password } from '../../support/client'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import {
  LOGIN,
  LINK,
  LINKS,
  END,
  WECHAT,
  standIn,
  server,
  make,
  user,
  phone,
  openid,
  db,
  codeOf,
  link,
  stranger,
  enter,
  refusedBy,
  notLinked,
  auditEventsOf,
  startAppletServer,
} from './appletServer'

const SPACE = 'GET /apps/frequently_used_items/get_space_info'
const WECOM = '/cgi-bin/miniprogram/jscode2session'

let now = Date.UTC(2026, 8, 1)

beforeEach(() => {
  now += 3_600_000
})
startAppletServer(() => new Date(now))
const staffCodeOf = (userid: string, corpid?: string) => {
  const code = randomBytes(8).toString('hex')
  standIn.staffLogins.set(code, { userid, session_key: 'a2V5', ...(corpid && { corpid }) })
  return code
}

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
    assert.deepEqual((await auditEventsOf(user)).slice(1), [
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

  test('uses a link that is created once; creating the link again returns the same link', async () => {
    const { link: first } = await link()
    const { link: again } = await link()
    assert.deepEqual(again, first)
    assert.equal((await auditEventsOf(user)).filter(([deed]) => deed === 'messenger_linked').length, 1)
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

  test('is an invalid request if it is empty, enormous or of an unknown kind', async () => {
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

  test('that fails delays later codes from its address, but neither codes from other addresses nor passwords from this one', async () => {
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

  deepTest(
    'of a person without a link is no guess, so that a school can share an address; beyond 200 codes a minute WeChat is not called',
    async () => {
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
    },
  )
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

  test('a user of an expired enterprise gets no more access than after signing in by password', async () => {
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
    const ended = (await auditEventsOf(user)).filter(([deed]) => deed === 'messenger_unlinked')
    assert.deepEqual(ended, [['messenger_unlinked', { messenger: 'wechat' }]])
  })

  test('no page gets a cookie by a code, and only our own pages can send a code', async () => {
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
