import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { deleteAttempts } from '../../../server/queries/session/loginAttempts'
import { client, type Client } from '../../support/client'
import { PhoneGateway } from '../../support/enterprise/PhoneGateway'
import { codeOf, Sharing } from '../../support/shares/sharing'

const SEND = 'POST /captcha/captcha_send'
/** Two days before the promotion ends (2§9). */
const before2020 = new Date('2020-08-30T00:00:00+08:00')
const PER_DAY = 110

const gateway = new PhoneGateway()
let at: Sharing
let anybody: Client
let serial = 0

before(async () => {
  const url = await gateway.start()
  const phoneCodes = { url, token: 'gateway-token' }
  at = await Sharing.open({
    config: { trustedProxies: 1, phoneCodes, phoneCountries: ['86', '886'], phoneCodesPerDay: PER_DAY },
  })
  anybody = client(at.server).visitor
  const { csrf_token } = await anybody.call('GET /apps/users/get_base_info', {})
  anybody.headers = { ...anybody.headers, requesttoken: csrf_token }
})
beforeEach(async () => {
  at.now = before2020
  gateway.sent = []
  const { db } = at.server.deps
  await db.deleteFrom('login_attempts').execute()
  await db.deleteFrom('sent_codes').execute()
})
after(async () => {
  await at?.close()
  gateway.stop()
})

async function asked(address: string, phone = `(86)1380013${String(1000 + ++serial)}`): Promise<string> {
  anybody.headers['x-forwarded-for'] = address
  return codeOf(await anybody.send(SEND, { sms_captcha_type: 'coupon', message_type: 'sms', phone }))
}

describe('[PROMO-02] codes to phones', () => {
  test('none is sent once the promotion has ended', async () => {
    at.now = new Date('2020-08-31T23:59:59+08:00')
    assert.equal(await asked('203.0.113.1'), 'success')
    for (const end of ['2020-09-01T00:00:00+08:00', '2026-11-25T00:00:00+08:00']) {
      at.now = new Date(end)
      assert.equal(await asked('203.0.113.1'), 'promotion_ended')
    }
    assert.equal(gateway.sent.length, 1)
  })

  test('only phones of the configured countries get one', async () => {
    const phones: [string, string][] = [
      ['(86)13800138000', 'success'],
      ['(+886)912345678', 'success'],
      ['(53)51234567', 'phone_country_refused'],
      ['(881)612345678', 'phone_country_refused'],
      ['(1)2025550123', 'phone_country_refused'],
      ['(852)51234567', 'phone_country_refused'],
    ]
    for (const [phone, code] of phones) assert.equal(await asked('203.0.113.2', phone), code, phone)
    assert.deepEqual(
      gateway.sent.map(({ phone }) => phone),
      ['+8613800138000', '+886912345678'],
    )
  })

  const sources: [string, (n: number) => string, number][] = [
    ['one IPv6 customer', (n) => `2001:db8:40:${n.toString(16)}::1`, 21],
    ['one IPv6 site', (n) => `2001:db8:41:${(n * 256).toString(16)}::1`, 101],
    ['neighbouring IPv4 addresses', (n) => `203.0.113.${n}`, 101],
    ['addresses everywhere', (n) => `198.51.${n}.1`, PER_DAY],
  ]
  for (const [source, addressOf, most] of sources)
    test(`${source} gets ${most} at once of 130`, async () => {
      for (let n = 0; n < 130; n += 1) await asked(addressOf(n))
      assert.equal(gateway.sent.length, most)
    })

  test('the number per day bounds concurrent requests, too, and the next day begins anew', async () => {
    await Promise.all(Array.from({ length: 140 }, (_, n) => asked(`198.51.${n}.1`)))
    assert.equal(gateway.sent.length, PER_DAY)
    at.later(86_400)
    assert.equal(await asked('198.51.250.1'), 'success')
  })

  test('sign-ins do not delete the counts of codes', async () => {
    for (let n = 0; n < 30; n += 1) await asked('203.0.113.5')
    at.later(7200)
    assert.equal(await asked('203.0.113.5'), 'success')
    await deleteAttempts(at.server.deps.db, ['none'], new Date(at.now.getTime() + 1))
    assert.equal(await asked('203.0.113.5'), 'captcha_too_often')
  })
})
