import { beforeEach, describe, expect, test } from '@jest/globals'
import type { CallName } from '@/contract/api'
import type { ErrorCode } from '@/contract/errors'
import { CouponStore } from '@/stores/enterprise/CouponStore'
import { refusal } from '../support/fakeServer'
import { startApp, type Rig } from '../support/startApp'

const SEND = 'POST /captcha/captcha_send'
const CLAIM = 'POST /coupon/create'

let rig: Rig
let coupon: CouponStore

const open = () => new CouponStore({ ...rig.app, clock: rig.platform.clock })
const asked = (name: CallName) => rig.server.callsOf(name)

beforeEach(async () => {
  rig = await startApp()
  rig.server.on(SEND, {}).on(CLAIM, {})
  coupon = open()
})

describe('[PROMO-02] a code for the phone', () => {
  test('no code is requested without a number', async () => {
    await coupon.sendCode()
    expect([asked(SEND), coupon.faults.phone]).toStrictEqual([[], { key: 'promotion.form.phoneMissing' }])
    coupon.setPhone('1')
    expect(coupon.faults.phone).toBeUndefined()
  })

  test('the code goes to the number in its region, and another may be requested after a minute', async () => {
    coupon.setRegion('+852')
    coupon.setPhone('5123 4567')
    expect(await coupon.sendCode()).toBe(true)
    expect(asked(SEND).map(({ body }) => body)).toStrictEqual([
      { sms_captcha_type: 'coupon', message_type: 'sms', phone: '(852)51234567' },
    ])
    expect(coupon.phoneCode.left).toBe(60)
    await coupon.sendCode()
    expect(asked(SEND)).toHaveLength(1)
    rig.platform.clock.pass(59_000)
    expect(coupon.phoneCode.left).toBe(1)
    rig.platform.clock.pass(1000)
    await coupon.sendCode()
    expect(asked(SEND)).toHaveLength(2)
  })

  test('the minute also counts after a reload', async () => {
    coupon.setPhone('13800138000')
    await coupon.sendCode()
    coupon.dispose()
    rig.platform.clock.pass(20_000)
    expect(open().phoneCode.left).toBe(40)
  })

  test('a refused request waits for nothing, and the error stands beside the number', async () => {
    rig.server.on(SEND, () => refusal('phone_invalid'))
    coupon.setPhone('1')
    await coupon.sendCode()
    expect([coupon.phoneCode.isReady, coupon.faults.phone === undefined]).toStrictEqual([true, false])
  })
})

test('[PROMO-02] a phone number has at most 13 digits, and a code 6', () => {
  coupon.setPhone('12345678901234567')
  coupon.setCode('1234 5678')
  expect([coupon.phone, coupon.code]).toStrictEqual(['1234567890123', '123456'])
})

describe('[PROMO-03] the claim', () => {
  test('claiming needs a number and a code', async () => {
    await coupon.claim()
    expect(coupon.faults).toStrictEqual({
      phone: { key: 'promotion.form.phoneMissing' },
      code: { key: 'promotion.form.codeMissing' },
    })
    expect(asked(CLAIM)).toStrictEqual([])
  })

  test('claiming sends group 1 and reports success', async () => {
    coupon.setPhone('13800138000')
    coupon.setCode('123456')
    expect(await coupon.claim()).toBe('claimed')
    expect(asked(CLAIM).map(({ body }) => body)).toStrictEqual([
      { country: '+86', phone: '13800138000', code: '123456', group_id: 1 },
    ])
    expect(coupon.isClaimed).toBe(true)
  })

  test.each<[ErrorCode, 'denied' | null, string[]]>([
    ['permission_denied', 'denied', []],
    ['captcha_wrong', null, ['code']],
    ['phone_invalid', null, ['phone']],
  ])('a refusal for %s loses nothing of the form', async (code, result, fields) => {
    rig.server.on(CLAIM, () => refusal(code))
    coupon.setPhone('13800138000')
    coupon.setCode('123456')
    expect(await coupon.claim()).toBe(result)
    expect([coupon.isClaimed, coupon.phone, coupon.code]).toStrictEqual([false, '13800138000', '123456'])
    expect(Object.keys(coupon.faults)).toStrictEqual(fields)
  })
})
