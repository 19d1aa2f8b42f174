import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import LoginPage from '@/packages/account/login/index'
import { makeBaseInfo, makeFolderReply, makeStrangerInfo } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { platformSignedOut, startApp, type Rig } from '../../stores/support/startApp'
import { answered, mountScreen, tap, type as typeInto, type Mounted } from '../rig'

const LOGIN = 'POST /apps/users/login'

describe('the sign-in screen', () => {
  let rig: Rig
  let mounted: Mounted
  const within = (selector: string) => [...mounted.box.querySelectorAll(selector)]
  const texts = (selector: string) => within(selector).map(({ textContent }) => textContent)

  function fill(login: string, password: string) {
    const [account, secret] = within('input') as HTMLInputElement[]
    typeInto(account!, login)
    typeInto(secret!, password)
  }

  beforeEach(async () => {
    rig = await startApp(platformSignedOut())
    mounted = await mountScreen(rig.app, h(LoginPage))
  })
  afterEach(() => mounted.close())

  test('the screen names the product of the server', () => {
    expect(texts('.login-title')).toStrictEqual(['登录书包云盘'])
  })

  test('the screen asks for a missing account and calls nobody', async () => {
    fill(' ', 'right')
    await tap(mounted.box, '.button')
    expect(texts('[role=alert]')).toStrictEqual(['请输入账号'])
    expect(rig.server.countOf(LOGIN)).toBe(0)
  })

  test('the screen asks for a missing password and calls nobody', async () => {
    fill('wang', '')
    await tap(mounted.box, '.button')
    expect(texts('[role=alert]')).toStrictEqual(['请输入密码'])
    expect(rig.server.countOf(LOGIN)).toBe(0)
  })

  test('signing in sends what was typed, except spaces around the account', async () => {
    fill(' wang ', ' right ')
    await tap(mounted.box, '.button')
    expect(rig.server.callsOf(LOGIN).map(({ request }) => [request.login, request.password])).toStrictEqual([
      ['wang', ' right '],
    ])
    expect(rig.app.session.phase).toBe('signedIn')
  })

  test('[CTX-04] signing in leads to where the user was going', async () => {
    mounted.close()
    Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'login', redirect: '/files/folder/12' }) })
    mounted = await mountScreen(rig.app, h(LoginPage))
    fill('wang', 'right')
    await tap(mounted.box, '.button')
    expect(rig.platform.navigate.visits).toStrictEqual(['resume /files/folder/12'])
  })

  test('[ERR-01] a call that waits for signing in is sent again afterwards, and dropped when the user leaves', async () => {
    mounted.close()
    rig = await startApp()
    const { app, server, platform } = rig
    const LIST = 'GET /apps/files/file_list/{folderId}'
    const ask = () => app.api.call(LIST, { folderId: 0, folder_type: 'folder' }).catch(() => 'given up')
    const expire = () => server.on(LIST, () => refusal('login_expired'))

    expire()
    const first = ask()
    await answered()
    expect(platform.navigate.stack.at(-1)?.page).toBe('login')
    mounted = await mountScreen(app, h(LoginPage))
    server.on(LIST, makeFolderReply()).on(LOGIN, { csrf_token: 'csrf-3' })
    fill('wang', 'right')
    await tap(mounted.box, '.button')
    expect(await first).toMatchObject(makeFolderReply())

    expire()
    const second = ask()
    await answered()
    mounted.close()
    mounted = await mountScreen(app, h(LoginPage))
    mounted.close()
    expect(await second).toBe('given up')
  })

  test('the screen shows why the server refused, and keeps what was typed', async () => {
    rig.server.on(LOGIN, refusal('wrong_credentials', { text: '账号或密码不对' }))
    fill('wang', 'wrong')
    await tap(mounted.box, '.button')
    expect(texts('[role=alert]')).toStrictEqual(['账号或密码不对'])
    expect(within('input').map((field) => (field as HTMLInputElement).value)).toStrictEqual(['wang', 'wrong'])
  })

  test('the screen shows that the server checks, and ignores a second tap meanwhile', async () => {
    rig.server.on(LOGIN, () => new Promise<never>(() => {}))
    fill('wang', 'right')
    await tap(mounted.box, '.button')
    await tap(mounted.box, '.button')
    expect(within('.button').map((button) => button.getAttribute('aria-busy'))).toStrictEqual(['true'])
    expect(rig.server.countOf(LOGIN)).toBe(1)
  })

  test('the screen offers the languages with the present one checked, and a tap chooses one and closes the sheet', async () => {
    await tap(mounted.box, '.login-foot .text-button')
    expect(texts('.menu-entry')).toHaveLength(3)
    await tap(mounted.box, '.menu-entry', 'English')
    expect(rig.app.language.language).toBe('en')
    expect(texts('.menu-entry')).toStrictEqual([])
  })

  describe('[CTX-14] signing in by a code of WeChat or WeCom', () => {
    const CODE = 'POST /apps/users/applet_login'
    const BUTTON = '.login-code .button'

    async function open(
      messenger: 'wechat' | 'wecom',
      { by = ['wechat', 'wecom'] as const, code = 'code-1' as string | null } = {},
    ) {
      mounted.close()
      const platform = platformSignedOut('weapp')
      const codes: (string | null)[] = []
      platform.messages = { messenger, ask: async () => false, code: async () => (codes.push(code), code) }
      platform.server.on('GET /apps/users/get_base_info', makeStrangerInfo({ sign_in_messengers: [...by] }))
      rig = await startApp(platform)
      mounted = await mountScreen(rig.app, h(LoginPage))
      return codes
    }

    test('the button appears in the mini-program if the server has an app there, and never in a browser', async () => {
      expect(within('.login-code')).toHaveLength(0)
      await open('wechat')
      expect(texts(BUTTON)).toStrictEqual(['微信登录'])
      await open('wecom')
      expect(texts(BUTTON)).toStrictEqual(['企业微信登录'])
      await open('wecom', { by: ['wechat'] as never })
      expect(within('.login-code')).toHaveLength(0)
    })

    test('only a tap asks the phone for a code, and then signs in as with a password', async () => {
      const codes = await open('wecom')
      expect([codes, rig.server.countOf(CODE)]).toStrictEqual([[], 0])
      rig.server
        .on(CODE, { csrf_token: 'csrf-2', auth_token: 'token-2', device_token: 'device-2' })
        .on('GET /apps/users/is_user_logged_in', { is_user_logged_in: true })
        .on('GET /apps/users/get_base_info', makeBaseInfo())
      await tap(mounted.box, BUTTON)
      expect(rig.server.callsOf(CODE).map(({ request }) => request)).toStrictEqual([{ kind: 'wecom', code: 'code-1' }])
      expect(rig.app.session.phase).toBe('signedIn')
      expect(rig.platform.storage.read('authToken')).toBe('token-2')
      expect(rig.platform.storage.read('deviceToken')).toBe('device-2')
    })

    test('[CTX-04] a code leads to where the user was going', async () => {
      await open('wechat')
      mounted.close()
      Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'login', redirect: '/files/folder/12' }) })
      mounted = await mountScreen(rig.app, h(LoginPage))
      rig.server
        .on(CODE, { csrf_token: 'csrf-2', auth_token: 'token-2', device_token: 'device-2' })
        .on('GET /apps/users/is_user_logged_in', { is_user_logged_in: true })
        .on('GET /apps/users/get_base_info', makeBaseInfo())
      await tap(mounted.box, BUTTON)
      expect(rig.platform.navigate.visits).toStrictEqual(['resume /files/folder/12'])
    })

    test('the button says why it was refused, what was typed stays, and a password is checked by itself', async () => {
      await open('wechat')
      rig.server.on(CODE, refusal('messenger_not_linked', { text: '还没有关联' }))
      fill('wang', 'half a pass')
      await tap(mounted.box, BUTTON)
      expect(texts('.login-code [role=alert]')).toStrictEqual(['还没有关联'])
      expect(texts('.field [role=alert]')).toStrictEqual([])
      expect(within('input').map((field) => (field as HTMLInputElement).value)).toStrictEqual(['wang', 'half a pass'])
      rig.server.on(LOGIN, refusal('wrong_credentials', { text: '账号或密码不对' }))
      await tap(mounted.box, '.login-submit .button')
      expect(texts('[role=alert]')).toStrictEqual(['账号或密码不对'])
      expect(rig.server.countOf(CODE)).toBe(1)
    })

    test('a phone that gives no code asks nobody', async () => {
      await open('wechat', { code: null })
      await tap(mounted.box, BUTTON)
      expect(texts('[role=alert]')).toStrictEqual(['没能取得登录信息，请再试一次'])
      expect(rig.server.countOf(CODE)).toBe(0)
    })

    test('one attempt runs at a time', async () => {
      await open('wechat')
      rig.server.on(CODE, () => new Promise<never>(() => {}))
      await tap(mounted.box, BUTTON)
      await tap(mounted.box, BUTTON)
      fill('wang', 'right')
      await tap(mounted.box, '.login-submit .button')
      expect([rig.server.countOf(CODE), rig.server.countOf(LOGIN)]).toStrictEqual([1, 0])
    })
  })

  test('changing the language keeps what was typed, and names the product anew', async () => {
    rig.server.on('GET /apps/users/get_base_info', makeStrangerInfo({ product_name: 'Satchel' }))
    fill('wang', 'half a pass')
    await tap(mounted.box, '.login-foot .text-button')
    await tap(mounted.box, '.menu-entry', 'English')
    expect(within('input').map((field) => (field as HTMLInputElement).value)).toStrictEqual(['wang', 'half a pass'])
    expect(texts('.login-submit')).toStrictEqual(['Sign in'])
    expect(texts('.login-title')).toStrictEqual(['Sign in to Satchel'])
    expect(rig.platform.navigate.restarts).toBe(0)
  })
})
