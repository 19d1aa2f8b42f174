import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import LoginPage from '@/packages/account/login/index'
import { makeStrangerInfo } from '../stores/support/factories'
import { refusal } from '../stores/support/fakeServer'
import { platformSignedOut, startApp, type Rig } from '../stores/support/startApp'
import { mountScreen, tap, type as typeInto, type Mounted } from './rig'

const LOGIN = 'POST /apps/users/login'

describe('the login screen', () => {
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

  test('names the product of the server', () => {
    expect(texts('.login-title')).toStrictEqual(['登录书包云盘'])
  })

  test('asks for the account and calls nobody without one', async () => {
    fill(' ', 'right')
    await tap(mounted.box, '.button')
    expect(texts('[role=alert]')).toStrictEqual(['请输入账号'])
    expect(rig.server.countOf(LOGIN)).toBe(0)
  })

  test('asks for the password and calls nobody without one', async () => {
    fill('wang', '')
    await tap(mounted.box, '.button')
    expect(texts('[role=alert]')).toStrictEqual(['请输入密码'])
    expect(rig.server.countOf(LOGIN)).toBe(0)
  })

  test('signs in with what was typed, spaces around the account aside', async () => {
    fill(' wang ', ' right ')
    await tap(mounted.box, '.button')
    expect(rig.server.callsOf(LOGIN).map(({ request }) => [request.login, request.password])).toStrictEqual([
      ['wang', ' right '],
    ])
    expect(rig.app.session.phase).toBe('signedIn')
  })

  test('shows why the server refused, and keeps what was typed', async () => {
    rig.server.on(LOGIN, refusal('wrong_credentials', { text: '账号或密码不对' }))
    fill('wang', 'wrong')
    await tap(mounted.box, '.button')
    expect(texts('[role=alert]')).toStrictEqual(['账号或密码不对'])
    expect(within('input').map((field) => (field as HTMLInputElement).value)).toStrictEqual(['wang', 'wrong'])
  })

  test('shows that the server checks, and takes no second tap meanwhile', async () => {
    rig.server.on(LOGIN, () => new Promise<never>(() => {}))
    fill('wang', 'right')
    await tap(mounted.box, '.button')
    await tap(mounted.box, '.button')
    expect(within('.button').map((button) => button.getAttribute('aria-busy'))).toStrictEqual(['true'])
    expect(rig.server.countOf(LOGIN)).toBe(1)
  })

  test('offers the languages, the present one ticked; a tap chooses one and closes the sheet', async () => {
    await tap(mounted.box, '.login-foot .text-button')
    expect(texts('.menu-entry')).toHaveLength(3)
    await tap(mounted.box, '.menu-entry', 'English')
    expect(rig.app.language.language).toBe('en')
    expect(texts('.menu-entry')).toStrictEqual([])
  })

  test('a language chosen here keeps what was typed, and names the product anew', async () => {
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
