import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { SHELL_CACHE } from '@/domain/session/shell'
import { keepOffline } from '@/firstPage/keep/keepOffline'
import { keepShell } from '@/firstPage/keep/keepShell'
import type { Kept } from '@/firstPage/keep/kept'
import { makeBaseInfo } from '../../stores/support/factories'
import { platformSignedIn, platformSignedOut, startApp, type Rig } from '../../stores/support/startApp'
import { settled } from '../../stores/support/until'

const own = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { configurable: true, value })

/** A browser's service workers and caches. */
class Browser {
  addresses: string[] = []
  caches = new Set([`${SHELL_CACHE}one`, 'of another'])
  readonly container = {
    register: async (address: string) => void this.addresses.push(address),
    getRegistration: async () => ({ unregister: async () => void this.addresses.splice(0) }),
  }

  constructor() {
    own('caches', {
      keys: async () => [...this.caches],
      delete: async (name: string) => this.caches.delete(name),
    })
  }
}

describe('[AH-28] caching the shell', () => {
  const { userAgent } = navigator
  const { self } = globalThis
  let browser: Browser

  beforeEach(() => {
    document.head.innerHTML = '<meta name="build" content="b1">'
    browser = new Browser()
  })
  afterEach(() => {
    Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent })
    own('self', self)
  })

  const visit = async ({ app, server }: Rig) => {
    server.on('POST /apps/users/logout', {})
    keepOffline(app, { serviceWorker: browser.container as never })
    await settled()
    return browser.addresses
  }

  test('a user’s shell is cached until they sign out, which removes only the shell and its worker', async () => {
    const rig = await startApp()
    expect(await visit(rig)).toStrictEqual(['/service-worker.js'])
    await rig.app.session.signOut()
    await settled()
    expect([browser.addresses, [...browser.caches]]).toStrictEqual([[], ['of another']])
  })

  test('a stranger’s browser caches nothing', async () => {
    expect(await visit(await startApp(platformSignedOut()))).toStrictEqual([])
  })

  test('WeChat caches nothing', async () => {
    const value = 'Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile MicroMessenger/8.0.49'
    Object.defineProperty(navigator, 'userAgent', { configurable: true, value })
    expect(await visit(await startApp())).toStrictEqual([])
  })

  test('a frame caches nothing', async () => {
    own('self', {})
    expect(await visit(await startApp())).toStrictEqual([])
  })
})

test('[AH-28] the stored user data have no request token, whether the page brought it or a call did', async () => {
  for (const isBrought of [true, false]) {
    const platform = platformSignedIn()
    const info = makeBaseInfo({ csrf_token: 'csrf-7' })
    platform.server.on('GET /apps/users/get_base_info', info)
    if (isBrought) platform.bootValue = { is_user_logged_in: true, base_info: info }
    const { app } = await startApp(platform)
    keepShell(app)
    await settled()
    const kept = platform.storage.read<Kept>('shell')
    expect(kept?.boot.base_info).toMatchObject({ ...info, csrf_token: '' })
    expect(JSON.stringify([...platform.kept])).not.toContain('csrf-7')
  }
})
