import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ErrorCode } from '@/contract/errors'
import { purgeCodes } from '../../../server/services/session/sentCodes'
import { client, type Client } from '../../support/client'
import { PhoneGateway } from '../../support/enterprise/PhoneGateway'
import { Sharing } from '../../support/shares/sharing'
import { startTestServer } from '../../support/testServer'

const SEND = 'POST /captcha/captcha_send'
const CLAIM = 'POST /coupon/create'
/** Two days before the promotion ends (2§9). */
const before2020 = new Date('2020-08-30T00:00:00+08:00')

const gateway = new PhoneGateway()
let at: Sharing
let anybody: Client
let serial = 0
/** A phone number that has not received a code yet. */
const fresh = () => `1380013${String(1000 + ++serial)}`
const ask = (number: string, country = '86') => ({
  sms_captcha_type: 'coupon' as const,
  message_type: 'sms' as const,
  phone: `(${country})${number}`,
})
const lastCode = () => gateway.sent.at(-1)!.code
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const claim = (phone: string, code: string) => ({ country: '+86', phone, code, group_id: 1 as const })

before(async () => {
  const url = await gateway.start()
  at = await Sharing.open({ config: { trustedProxies: 1, phoneCodes: { url, token: 'gateway-token' } } })
  anybody = client(at.server).visitor
  const { csrf_token } = await anybody.call('GET /apps/users/get_base_info', {})
  anybody.headers = { ...anybody.headers, requesttoken: csrf_token }
})
beforeEach(() => {
  at.now = before2020
  gateway.status = 200
  anybody.headers['x-forwarded-for'] = `198.51.100.${++serial % 250}`
})
after(async () => {
  await at?.close()
  gateway.stop()
})

async function administrator() {
  const enterprise = await at.make.enterprise()
  return at.signIn(await at.make.user({ enterprise, isAdministrator: true }))
}

async function coded(they: Client): Promise<{ phone: string; code: string }> {
  const phone = fresh()
  await they.call(SEND, ask(phone))
  return { phone, code: lastCode() }
}

describe('[PROMO-02] phone codes', () => {
  test('a code is sent through the gateway in the user’s language, six random digits each time', async () => {
    const phone = fresh()
    await anybody.call(SEND, ask(phone))
    assert.deepEqual({ ...gateway.sent.at(-1), code: '' }, { phone: `+86${phone}`, code: '', language: 'zh-CN' })
    assert.match(lastCode(), /^\d{6}$/)
    assert.equal(gateway.asked.at(-1)!.authorization, 'Bearer gateway-token')
    const first = lastCode()
    await anybody.call(SEND, ask(fresh()))
    await anybody.call(SEND, ask(fresh()))
    assert.notDeepEqual([gateway.sent.at(-2)!.code, lastCode()], [first, first])
  })

  test('a phone gets one code a minute, also with concurrent requests and different spellings of its number', async () => {
    const phone = fresh()
    const answers = await Promise.all(
      ['86', '+86', '86', '86'].map(async (country) => anybody.send(SEND, ask(phone, country))),
    )
    const done = answers.filter(({ body }) => (body as { success: boolean }).success)
    assert.equal(done.length, 1)
    assert.equal(gateway.sent.filter((sent) => sent.phone === `+86${phone}`).length, 1)
    at.later(59)
    await anybody.refused(SEND, ask(phone), 'captcha_too_often')
    at.later(1)
    await anybody.call(SEND, ask(phone))
  })

  test('a phone gets a few codes a day', async () => {
    const phone = fresh()
    for (let count = 0; count < 8; count++) {
      await anybody.call(SEND, ask(phone))
      at.later(60)
    }
    await anybody.refused(SEND, ask(phone), 'captcha_too_often')
    at.later(86_400)
    await anybody.call(SEND, ask(phone))
  })

  test('a code requires the token that get_base_info gave the page', async () => {
    const phone = fresh()
    const { requesttoken: token } = anybody.headers
    for (const wrong of ['', 'x', `${token}x`]) {
      const stranger = client(at.server).visitor
      stranger.headers = { ...anybody.headers, requesttoken: wrong }
      await stranger.refused(SEND, ask(phone), 'security_check_failed')
    }
    assert.equal(
      gateway.sent.some((sent) => sent.phone === `+86${phone}`),
      false,
    )
    await anybody.call(SEND, ask(phone))
  })

  test('many requests of one network are rate-limited', async () => {
    const answers: string[] = []
    for (let count = 0; count < 30; count++) {
      const { body } = await anybody.send(SEND, ask(fresh()))
      answers.push(JSON.stringify(body))
    }
    const refused = answers.filter((answer) => answer.includes('captcha_too_often')).length
    assert.ok(refused >= 8, `${refused} of 30 were refused`)
    anybody.headers['x-forwarded-for'] = '203.0.113.77'
    await anybody.call(SEND, ask(fresh()))
  })

  const impossible = [
    ['too short', '86', '138'],
    ['too long for its country', '86', '1380013800012'],
    ['of no country', '999', '13800138000'],
  ] as const
  for (const [what, country, number] of impossible)
    test(`no code is sent to a number that is ${what}`, async () => {
      const count = gateway.asked.length
      await anybody.refused(SEND, ask(number, country), 'phone_invalid')
      assert.equal(gateway.asked.length, count)
    })

  test('a refusal of the gateway is reported, and the code can be requested again immediately', async () => {
    const phone = fresh()
    for (const status of [500, 302]) {
      gateway.status = status
      await anybody.refused(SEND, ask(phone), 'captcha_not_sent')
    }
    gateway.status = 200
    await anybody.call(SEND, ask(phone))
  })

  test('without a gateway the server reports that it cannot send codes; the demo logs them instead', async () => {
    const logged: unknown[] = []
    for (const demo of [false, true]) {
      const server = await startTestServer({ clock: () => before2020, config: { demo, phoneCodes: null } })
      try {
        server.deps.log.info = (fact: unknown) => void logged.push(fact)
        const they = client(server).visitor
        const { csrf_token } = await they.call('GET /apps/users/get_base_info', {})
        they.headers = { requesttoken: csrf_token }
        if (demo) await they.call(SEND, ask('13800138000'))
        else await they.refused(SEND, ask('13800138000'), 'captcha_not_sent')
      } finally {
        await server.close()
      }
    }
    assert.equal(logged.filter((fact) => (fact as { phone?: string }).phone === '+8613800138000').length, 1)
  })

  test('codes and numbers cannot be read from the database, and they are deleted', async () => {
    const { phone, code } = await coded(anybody)
    const rows = await at.server.deps.db.selectFrom('sent_codes').selectAll().execute()
    assert.ok(rows.length > 0)
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${phone}|"${code}"`))
    at.later(4 * 86_400)
    await purgeCodes(at.server.deps)
    assert.deepEqual(await at.server.deps.db.selectFrom('sent_codes').selectAll().execute(), [])
  })
})

describe('[PROMO-03] the coupon', () => {
  test('plan 27 of group 1 is granted once to the administrator’s enterprise', async () => {
    const they = await administrator()
    const { phone, code } = await coded(they)
    await they.call(CLAIM, claim(phone, code))
    const coupon = await at.server.deps.db
      .selectFrom('coupons')
      .selectAll()
      .where('phone', '=', `+86${phone}`)
      .executeTakeFirstOrThrow()
    assert.deepEqual([coupon.plan_id, coupon.group_id], [27, 1])
    await they.refused(CLAIM, claim(phone, code), 'coupon_claimed')
  })

  test('nobody else can claim the coupon, whatever code they have', async () => {
    const member = await at.signIn(await at.make.user({ enterprise: at.enterprise }))
    const { phone, code } = await coded(member)
    await member.refused(CLAIM, claim(phone, code), 'permission_denied')
    const personal = await at.make.enterprise({ is_personal: true })
    const alone = await at.signIn(await at.make.user({ enterprise: personal, isAdministrator: true }))
    await alone.refused(CLAIM, claim(phone, code), 'permission_denied')
    await anybody.refused(CLAIM, claim(phone, code), 'login_expired')
  })

  test('a claim needs the last code of that phone, once and within ten minutes', async () => {
    const they = await administrator()
    const { phone, code } = await coded(they)
    await they.refused(CLAIM, claim(phone, other(code)), 'captcha_wrong')
    await they.refused(CLAIM, claim(fresh(), code), 'captcha_wrong')
    at.later(60)
    await they.call(SEND, ask(phone))
    if (lastCode() !== code) await they.refused(CLAIM, claim(phone, code), 'captcha_wrong')
    at.later(601)
    await they.refused(CLAIM, claim(phone, lastCode()), 'captcha_wrong')
    await they.call(SEND, ask(phone))
    await they.call(CLAIM, claim(phone, lastCode()))
    const next = await administrator()
    await next.refused(CLAIM, claim(phone, lastCode()), 'captcha_wrong')
  })

  test('guessing fails: the sixth attempt is refused even with the correct code', async () => {
    const they = await administrator()
    const { phone, code } = await coded(they)
    await Promise.all(
      [1, 2, 3, 4, 5].map(() => they.refused(CLAIM, claim(phone, other(code)), 'captcha_wrong' satisfies ErrorCode)),
    )
    await they.refused(CLAIM, claim(phone, code), 'captcha_wrong')
  })

  test('concurrent claims grant one coupon', async () => {
    const they = await administrator()
    const { phone, code } = await coded(they)
    const answers = await Promise.all([1, 2, 3].map(() => they.send(CLAIM, claim(phone, code))))
    assert.equal(answers.filter(({ body }) => (body as { success: boolean }).success).length, 1)
  })

  test('[PROMO-01] the promotion ends on the first of September 2020 in China', async () => {
    const they = await administrator()
    const { phone, code } = await coded(they)
    at.now = new Date('2020-09-01T00:00:00+08:00')
    await they.refused(CLAIM, claim(phone, code), 'promotion_ended')
  })

  test('another group has no coupon', async () => {
    const they = await administrator()
    await they.refused(CLAIM, { ...claim('13800138000', '123456'), group_id: 2 }, 'invalid_request')
  })

  test('a claim is written into the audit log', async () => {
    const they = await administrator()
    const { phone, code } = await coded(they)
    await they.call(CLAIM, claim(phone, code))
    const { entries } = await they.call('GET /apps/audit/list', { deed: 'coupon_claimed' })
    assert.equal(entries.length, 1)
  })
})
