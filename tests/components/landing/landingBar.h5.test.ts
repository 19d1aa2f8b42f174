import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { phrases } from '@/i18n/landing/zhCN'
import LandingPage from '@/packages/visit/index'
import { makeBaseInfo, makeStrangerInfo } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { platformSignedIn, platformSignedOut, startApp } from '../../stores/support/startApp'
import { INFO, NAME } from '../../stores/support/visits'
import { answered, mountScreen, tap, type Mounted } from '../rig'

const {
  visit: { bar: words },
} = phrases
const register_url = 'https://drive.test/register'

let mounted: Mounted
afterEach(() => mounted.close())

async function open({ isIn = false, isCustom = false, url = register_url } = {}) {
  sessionStorage.clear()
  const rig = await startApp(isIn ? platformSignedIn() : platformSignedOut())
  rig.app.sessionContext.registerUrl = url
  const around = isIn ? makeBaseInfo({ register_url: url }) : makeStrangerInfo({ register_url: url })
  rig.server
    .on(INFO, refusal('process_share_link_closed'))
    .on('GET /apps/users/get_base_info', around)
    .on('GET /apps/users/get_share_user_info', {
      product_id: '',
      resource_id: NAME,
      open_app_url: '',
      is_custom_product: isCustom,
    })
    .on('POST /apps/users/logout', {})
  Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'visit', uniqueName: NAME }) })
  mounted = await mountScreen(rig.app, h(LandingPage))
  await answered()
  return rig
}

const offered = () => [...mounted.box.querySelectorAll('.visit-bar .text-button')].map(({ textContent }) => textContent)

describe('[LAND-02] the control panel', () => {
  test('a stranger signs in or registers', async () => {
    const { platform } = await open()
    expect(offered()).toStrictEqual(['简体中文', words.register, words.login])
    await tap(mounted.box, '.visit-bar .text-button', words.register)
    expect(platform.navigate.visits).toStrictEqual([`leave ${register_url}`])
    await tap(mounted.box, '.visit-bar .text-button', words.login)
    expect(platform.navigate.visits.at(-1)).toBe('push /login')
  })

  test('[DIR-05] the built-in page for registering leads back to the link', async () => {
    const { platform } = await open({ url: '/login?register=1&redirect=' })
    Object.assign(platform.navigate, { here: () => '/share/abc?item=file_7' })
    await tap(mounted.box, '.visit-bar .text-button', words.register)
    expect(platform.navigate.visits).toStrictEqual(['leave /login?register=1&redirect=%2Fshare%2Fabc%3Fitem%3Dfile_7'])
  })

  test('a product under another name has no registration', async () => {
    await open({ isCustom: true })
    expect(offered()).toStrictEqual(['简体中文', words.login])
  })

  test('a signed-in visitor sees their name, and signs out in its popup', async () => {
    const { app, server } = await open({ isIn: true })
    expect(offered()).toStrictEqual(['简体中文'])
    await tap(mounted.box, '.visit-account')
    await answered()
    await tap(mounted.box, '.menu-entry', words.signOut)
    expect([server.countOf('POST /apps/users/logout'), app.session.user]).toStrictEqual([1, null])
  })
})
