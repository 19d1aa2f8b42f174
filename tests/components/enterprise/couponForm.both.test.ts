import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createElement as h, type ReactElement } from 'react'
import { WordsContext } from '@/components/ui/context'
import { loadMainWords } from '@/i18n/main/load'
import { loadPromotionWords } from '@/i18n/enterprise/load'
import { createWords, type Words } from '@/i18n/words'
import { CouponForm } from '@/screens/enterprise/promotion/CouponForm'
import { StarterEntry } from '@/screens/enterprise/promotion/StarterEntry'
import { AppContext } from '@/screens/app/AppContext'
import { CouponStore } from '@/stores/enterprise/CouponStore'
import { refusal } from '../../stores/support/fakeServer'
import { startApp, type Rig } from '../../stores/support/startApp'
import { doing, mount, tap, type as typeInto, type Mounted } from '../rig'

const CLAIM = 'POST /coupon/create'

let rig: Rig
let mounted: Mounted
let words: Words<'promotion'>

const within = (part: ReactElement) =>
  h(AppContext.Provider, { value: rig.app }, h(WordsContext.Provider, { value: words }, part))

beforeEach(async () => {
  rig = await startApp()
  rig.server.on('POST /captcha/captcha_send', {}).on(CLAIM, {})
  words = createWords(...(await loadPromotionWords('zh-CN', 'default')), ...(await loadMainWords('zh-CN', 'default')))
  const coupon = new CouponStore({ ...rig.app, clock: rig.platform.clock })
  mounted = mount(within(h(CouponForm, { coupon, onRegion: () => undefined })))
})
afterEach(() => mounted.close())

const fill = () => {
  const [phone, code] = mounted.box.querySelectorAll('input')
  typeInto(phone!, '13800138000')
  typeInto(code!, '123456')
}
const messagesShown = () => [rig.app.feedback.currentToast?.message, rig.app.feedback.dialog?.text]

test('[ERR-05] [PROMO-02] the form says that a code was sent', async () => {
  fill()
  await tap(mounted.box, '.promotion-send .button')
  expect(messagesShown()).toStrictEqual([{ text: '发送成功' }, undefined])
})

test('[ERR-05] [PROMO-03] the form says that a coupon was claimed', async () => {
  fill()
  await tap(mounted.box, '.promotion-buttons .button')
  expect(messagesShown()).toStrictEqual([{ text: '领取成功' }, undefined])
})

test('[ERR-04] [PROMO-03] permission_denied alerts that only administrators of the enterprise claim the coupon', async () => {
  rig.server.on(CLAIM, refusal('permission_denied'))
  fill()
  await tap(mounted.box, '.promotion-buttons .button')
  expect(messagesShown()).toStrictEqual([undefined, { text: '只有企业管理员可以领取' }])
})

test('[PROMO-01] a new organisation registers elsewhere, where there is a place for it; another enters its phone', async () => {
  const chosen: string[] = []
  const entry = h(StarterEntry, { onPhone: () => void chosen.push('phone') })
  rig.app.sessionContext.registerUrl = 'https://drive.test/register'
  mounted.show(within(entry))
  await tap(mounted.box, '.button', '注册新企业')
  await tap(mounted.box, '.button', '填写管理员手机号')
  expect([rig.platform.navigate.visits, chosen]).toStrictEqual([['leave https://drive.test/register'], ['phone']])
  // The built-in page registers people, no organisations.
  for (const url of ['', '/login?register=1&redirect=']) {
    doing(() => (rig.app.sessionContext.registerUrl = url))
    expect(mounted.box.textContent).not.toContain('注册新企业')
  }
})
