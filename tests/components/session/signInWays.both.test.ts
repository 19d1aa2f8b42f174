import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import LoginPage from '@/packages/account/login/index'
import { makeBaseInfo } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { platformSignedOut, startApp, type Rig } from '../../stores/support/startApp'
import { answered, doing, mountScreen, tap, type as typeInto, type Mounted } from '../rig'

const ASK = 'POST /apps/users/forgotten_password'
const WAYS = 'GET /apps/users/sign_on_ways'

let rig: Rig
let mounted: Mounted
const within = (selector: string) => [...mounted.box.querySelectorAll(selector)]
const texts = (selector: string) => within(selector).map(({ textContent }) => textContent)

async function open(name: 'h5' | 'weapp' = 'h5') {
  rig = await startApp(platformSignedOut(name))
  mounted = await mountScreen(rig.app, h(LoginPage))
}
afterEach(() => mounted.close())

describe('a forgotten password', () => {
  beforeEach(() => open())

  const openForm = () => tap(mounted.box, '.login-forgotten .text-button', '忘记密码')

  test('[DIR-04] the form begins with the typed login, and its answer is the same for every name', async () => {
    typeInto(within('input')[0] as HTMLInputElement, ' wang ')
    await openForm()
    expect(within('input').map((field) => (field as HTMLInputElement).value)).toStrictEqual(['wang'])
    rig.server.on(ASK, {})
    await tap(mounted.box, '.button')
    expect(rig.server.callsOf(ASK).map(({ request }) => request)).toStrictEqual([{ login: 'wang' }])
    expect(texts('.login-text[role=status]').join()).toContain('如果有这个账号')
    await tap(mounted.box, '.login-forgotten .text-button')
    expect(within('input')).toHaveLength(2)
  })

  test('[DIR-04] an empty name calls nobody; a refusal stays beside the field with what was typed', async () => {
    await openForm()
    await tap(mounted.box, '.button')
    expect(texts('[role=alert]')).toStrictEqual(['请输入账号'])
    rig.server.on(ASK, refusal('login_too_often', { text: '请稍后' }))
    typeInto(within('input')[0] as HTMLInputElement, 'wang')
    await tap(mounted.box, '.button')
    expect(texts('[role=alert]')).toStrictEqual(['请稍后'])
    expect((within('input')[0] as HTMLInputElement).value).toBe('wang')
  })

  test('[DIR-04] a page whose request token has expired gets another and asks again', async () => {
    await openForm()
    let tries = 0
    rig.server.on(ASK, () => ((tries += 1) === 1 ? refusal('security_check_failed') : {}))
    typeInto(within('input')[0] as HTMLInputElement, 'wang')
    await tap(mounted.box, '.button')
    expect(tries).toBe(2)
    expect(texts('.login-text[role=status]')).toHaveLength(1)
  })
})

describe('signing on', () => {
  test('[DIR-01] H5 offers the providers, and a tap leaves for one', async () => {
    await open()
    mounted.close()
    rig.server.on(WAYS, { ways: [{ kind: 'oidc', enterprise_id: 7, label: '校园账号', is_automatic: false }] })
    mounted = await mountScreen(rig.app, h(LoginPage))
    await answered()
    expect(texts('.login-sign-on')).toStrictEqual(['用校园账号登录'])
    await tap(mounted.box, '.login-sign-on .button')
    expect(rig.platform.navigate.visits.at(-1)).toBe('leave /api/sign_on/start?organisation=7')
  })

  const terms = {
    user_info: null,
    terms_url: 'https://school.example/terms',
    privacy_url: 'https://school.example/privacy',
  }
  const weCom = { kind: 'wecom', enterprise_id: 7, label: '企业微信', is_automatic: true } as const

  test('[DIR-03] a computer offers WeCom, and a tap leaves for its QR code', async () => {
    await open()
    mounted.close()
    rig.server.on(WAYS, { ways: [{ ...weCom, is_automatic: false }] })
    mounted = await mountScreen(rig.app, h(LoginPage))
    await answered()
    expect(texts('.login-sign-on')).toStrictEqual(['用企业微信登录'])
    expect(rig.platform.navigate.visits.filter((each) => each.startsWith('leave'))).toStrictEqual([])
    await tap(mounted.box, '.login-sign-on .button')
    expect(rig.platform.navigate.visits.at(-1)).toBe('leave /api/wecom/start?organisation=7')
  })

  test('[ADM-06] the page says that the account was deactivated, and then leaves for nobody by itself', async () => {
    await open()
    mounted.close()
    rig.server.on(WAYS, { ways: [weCom], ended: 'account_deactivated' })
    mounted = await mountScreen(rig.app, h(LoginPage))
    await answered()
    expect(texts('[role=alert]')).toStrictEqual(['你的账号已停用。如有疑问，请联系你单位的管理员。'])
    expect(rig.platform.navigate.visits.filter((each) => each.startsWith('leave'))).toStrictEqual([])
  })

  test('[DIR-03] in WeCom’s browser the page leaves for WeCom by itself', async () => {
    await open()
    mounted.close()
    rig.server.on(WAYS, { ways: [weCom] })
    mounted = await mountScreen(rig.app, h(LoginPage))
    await answered()
    expect(rig.platform.navigate.visits.at(-1)).toBe('leave /api/wecom/start?organisation=7')
  })

  test('[AH-55] H5 shows every way that the server offers, and the terms', async () => {
    await open()
    mounted.close()
    const oidc = { kind: 'oidc', enterprise_id: 8, label: '校园账号', is_automatic: false } as const
    rig.server.on(WAYS, { ways: [oidc, { ...weCom, is_automatic: false }] })
    doing(() => rig.app.sessionContext.setBaseInfo(makeBaseInfo(terms)))
    mounted = await mountScreen(rig.app, h(LoginPage))
    await answered()
    expect(texts('.login-sign-on')).toStrictEqual(['用校园账号登录', '用企业微信登录'])
    expect(texts('.login-forgotten .text-button')).toContain('忘记密码？')
    expect(texts('.login-legal-link')).toStrictEqual(['《用户协议》', '《隐私政策》'])
    expect(within('.login-note')).toHaveLength(0)
  })

  test('[AH-55] a phone outside WeCom learns that WeCom signs in', async () => {
    await open()
    mounted.close()
    rig.server.on(WAYS, { ways: [], opens_in_wecom: true })
    mounted = await mountScreen(rig.app, h(LoginPage))
    await answered()
    expect(texts('.login-note')).toStrictEqual(['在企业微信里打开本页，可以用企业微信登录。'])
  })

  test('[AH-55] the mini-program shows its messenger, the forgotten password and the terms', async () => {
    await open('weapp')
    mounted.close()
    rig.platform.messages = { messenger: 'wecom', ask: async () => false, code: async () => null }
    doing(() => rig.app.sessionContext.setBaseInfo(makeBaseInfo({ ...terms, sign_in_messengers: ['wecom'] })))
    mounted = await mountScreen(rig.app, h(LoginPage))
    expect(texts('.login-code')).toStrictEqual(['企业微信登录'])
    expect(texts('.login-forgotten .text-button')).toContain('忘记密码？')
    expect(texts('.login-legal-link')).toStrictEqual(['《用户协议》', '《隐私政策》'])
  })

  test('[DIR-01] the mini-program offers none and asks for none', async () => {
    await open('weapp')
    expect(rig.server.countOf(WAYS)).toBe(0)
    expect(within('.login-sign-on')).toStrictEqual([])
  })
})
