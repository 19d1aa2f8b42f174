import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import LoginPage from '@/packages/account/login/index'
import { makeStrangerInfo } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { platformSignedOut, startApp, type Rig } from '../../stores/support/startApp'
import { answered, doing, mountScreen, tap, type as typeInto, type Mounted } from '../rig'

const SEND = 'POST /apps/users/registration_code'
const REGISTER = 'POST /apps/users/register'
const WAYS = 'GET /apps/users/registration_ways'
const OWN_PAGE = '/login?register=1&redirect='

let rig: Rig
let mounted: Mounted
const within = (selector: string) => [...mounted.box.querySelectorAll(selector)]
const texts = (selector: string) => within(selector).map(({ textContent }) => textContent)
const inputs = () => within('input') as HTMLInputElement[]
const fill = (values: readonly string[]) => values.forEach((value, at) => typeInto(inputs()[at]!, value))
const sendButton = () => within('.login-line-button .button')[0]!

async function open({ here = '/login', register_url = OWN_PAGE, email = true, countries = ['86', '852'] } = {}) {
  rig = await startApp(platformSignedOut())
  rig.app.sessionContext.registerUrl = register_url
  rig.server
    .on('GET /apps/users/get_base_info', makeStrangerInfo({ register_url }))
    .on(WAYS, { email, phone_countries: countries })
  Object.assign(rig.platform.navigate, {
    here: () => here,
    placeOf: () => ({ page: 'login', redirect: '/share/x?a=1' }),
  })
  mounted = await mountScreen(rig.app, h(LoginPage))
  await answered()
}
afterEach(() => mounted.close())

describe('[DIR-05] the sign-in page', () => {
  test('it offers registering only where the server does', async () => {
    await open({ register_url: '' })
    expect(texts('.login-forgotten .text-button')).toStrictEqual(['忘记密码？'])
    doing(() => (rig.app.sessionContext.registerUrl = OWN_PAGE))
    expect(texts('.login-forgotten .text-button')).toStrictEqual(['忘记密码？', '注册'])
    expect(rig.server.countOf(WAYS)).toBe(0)
  })

  test('an address with register=1 opens nothing where the server does not offer it', async () => {
    await open({ register_url: '', here: '/login?register=1' })
    expect(inputs()).toHaveLength(2)
    expect(rig.server.countOf(WAYS)).toBe(0)
  })

  test('a page of the operator’s own opens instead of the form', async () => {
    await open({ register_url: 'https://drive.test/register' })
    await tap(mounted.box, '.login-forgotten .text-button', '注册')
    expect(rig.platform.navigate.visits).toStrictEqual(['leave https://drive.test/register'])
  })

  test('the form names what an account can be registered with, and leads back', async () => {
    await open()
    await tap(mounted.box, '.login-forgotten .text-button', '注册')
    expect(inputs()[0]!.getAttribute('aria-label')).toBe('邮箱或手机号')
    expect(texts('.field-note').join()).toContain('+852')
    await tap(mounted.box, '.login-forgotten .text-button', '返回登录')
    expect(inputs()).toHaveLength(2)
    for (const [email, countries, label] of [
      [true, [], '邮箱'],
      [false, ['86'], '手机号'],
    ] as const) {
      mounted.close()
      await open({ here: '/login?register=1&redirect=%2F', email, countries: [...countries] })
      expect(inputs()[0]!.getAttribute('aria-label')).toBe(label)
      expect(texts('.field-note').join()).not.toContain('区号')
    }
  })
})

describe('[DIR-05] the form', () => {
  beforeEach(() => open({ here: '/login?register=1' }))

  test('missing fields call nobody', async () => {
    await tap(mounted.box, '.login-line-button .button')
    expect(texts('[role=alert]')).toStrictEqual(['请输入邮箱或手机号'])
    await tap(mounted.box, '.login-submit .button')
    expect(texts('[role=alert]')).toHaveLength(4)
    expect(rig.server.countOf(SEND) + rig.server.countOf(REGISTER)).toBe(0)
  })

  test('a code is sent once a minute per address', async () => {
    rig.server.on(SEND, {})
    fill(['he@mail.example'])
    await tap(mounted.box, '.login-line-button .button')
    expect(rig.server.callsOf(SEND).map(({ request }) => request)).toStrictEqual([{ address: 'he@mail.example' }])
    expect(sendButton().textContent).toBe('60 秒后重发')
    expect(texts('.field-note').join()).toContain('验证码已发送')
    await tap(mounted.box, '.login-line-button .button')
    expect(rig.server.countOf(SEND)).toBe(1)
    doing(() => rig.platform.clock.pass(59_000))
    expect(sendButton().textContent).toBe('1 秒后重发')
    doing(() => rig.platform.clock.pass(1000))
    expect(sendButton().textContent).toBe('获取验证码')
    await tap(mounted.box, '.login-line-button .button')
    expect(rig.server.countOf(SEND)).toBe(2)
    fill(['other@mail.example'])
    expect(sendButton().textContent).toBe('获取验证码')
  })

  test('a refused address keeps what was typed, and an expired request token is renewed', async () => {
    rig.server.on(SEND, refusal('phone_country_refused', { text: '不支持该地区', field: 'phone' }))
    fill(['+53 51234567'])
    await tap(mounted.box, '.login-line-button .button')
    expect(texts('[role=alert]')).toStrictEqual(['不支持该地区'])
    expect(inputs()[0]!.value).toBe('+53 51234567')
    let tries = 0
    rig.server.on(SEND, () => ((tries += 1) === 1 ? refusal('security_check_failed') : {}))
    await tap(mounted.box, '.login-line-button .button')
    expect(tries).toBe(2)
    expect(texts('[role=alert]')).toStrictEqual([])
  })

  test('registering sends what was typed, signs in, and continues where the visitor was', async () => {
    rig.server
      .on(REGISTER, { csrf_token: 'csrf-2' })
      .on('GET /apps/users/is_user_logged_in', { is_user_logged_in: true })
    fill(['he@mail.example', '１２３４５６', '何小北', ' a long password '])
    await tap(mounted.box, '.login-submit .button')
    expect(rig.server.callsOf(REGISTER).map(({ request }) => request)).toStrictEqual([
      { address: 'he@mail.example', code: '123456', name: '何小北', new_password: ' a long password ' },
    ])
    expect(rig.platform.navigate.visits).toStrictEqual(['resume /share/x?a=1'])
  })

  for (const [code, field, label] of [
    ['captcha_wrong', 'code', '6 位验证码'],
    ['login_taken', 'address', '邮箱或手机号'],
    ['content_refused', 'name', '姓名'],
    ['password_common', 'new_password', '密码'],
  ] as const)
    test(`${code} shows at its field, and everything typed stays`, async () => {
      rig.server.on(REGISTER, refusal(code, { text: '不行', field }))
      fill(['he@mail.example', '123456', '何小北', 'a long password'])
      await tap(mounted.box, '.login-submit .button')
      expect(texts('[role=alert]')).toStrictEqual(['不行'])
      const wrong = inputs().filter((input) => input.getAttribute('aria-invalid') === 'true')
      expect(wrong.map((input) => input.getAttribute('aria-label'))).toStrictEqual([label])
      expect(inputs().map(({ value }) => value)).toStrictEqual([
        'he@mail.example',
        '123456',
        '何小北',
        'a long password',
      ])
      expect(rig.app.session.user).toBeNull()
    })

  test('a refusal of no field shows beside the button', async () => {
    rig.server.on(REGISTER, refusal('login_too_often', { text: '请稍后' }))
    fill(['he@mail.example', '123456', '何小北', 'a long password'])
    await tap(mounted.box, '.login-submit .button')
    expect(texts('.login-trouble')).toStrictEqual(['请稍后'])
  })
})

test('[DIR-05] the mini-program offers no registering', async () => {
  rig = await startApp(platformSignedOut('weapp'))
  rig.app.sessionContext.registerUrl = OWN_PAGE
  mounted = await mountScreen(rig.app, h(LoginPage))
  expect(mounted.box.textContent).not.toContain('注册')
})
