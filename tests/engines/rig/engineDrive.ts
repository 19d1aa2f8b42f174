import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { visitsOf, type Drive } from '../../browser/rig/drive'
import type { Phone } from '../../browser/rig/phone'
import type { Page } from 'playwright-core'
import type { EngineName } from './Driver'
import { enginePage } from './enginePage'
import { openEngine } from './engines'
import { BLANK, startFront, type Front } from './front'
import { blockServiceWorkers, holdFileChooser, reportErrors, speak } from './pageScripts'
import { PageSession, PRELUDE } from './PageSession'

/** The drive of a test file, visited in another engine. Empty until the tests run. */
export function onEngine(drive: Drive, engine: EngineName, { isLive = false } = {}): Drive & { front: Front } {
  const there = {} as Drive & { front: Front }
  before(async () => {
    const front = await startFront(drive.server.url)
    const server = { ...drive.server, url: front.url }
    const visit = visitsOf(server, { isLive }, phonesOf(engine, front))
    Object.assign(there, { front, server, make: drive.make, visit })
  })
  after(() => there.front?.close())
  return there
}

/** Opens pages of an engine as `onPhone` opens those of Chromium, and fails tests whose pages report an error. */
function phonesOf(engine: EngineName, front: Front) {
  return async (run: (page: Page) => Promise<void>, { expected = [], ...phone }: Phone = {}): Promise<void> => {
    const scripts = [reportErrors, holdFileChooser, ...(phone.serviceWorkers === 'allow' ? [] : [blockServiceWorkers])]
    front.locale = phone.locale ?? 'zh-CN'
    front.scripts = [
      PRELUDE,
      `(${String(speak)})(${JSON.stringify(front.locale)});`,
      ...scripts.map((script) => `(${String(script)})();`),
    ]
    front.errors = []
    const driver = await openEngine(engine, {
      ...(phone.viewport ?? { width: 390, height: 844 }),
      scale: phone.deviceScaleFactor ?? 1,
      isDark: phone.colorScheme === 'dark',
    })
    try {
      await driver.goto(front.url + BLANK)
      await run(enginePage(new PageSession(driver, front)))
      const errors = front.errors.filter((text) => !expected.some((pattern) => pattern.test(text)))
      assert.deepEqual(errors, [], 'errors of the page')
    } catch (failure) {
      if (front.errors.length > 0) console.error(front.errors.join('\n'))
      throw failure
    } finally {
      await driver.close()
      await front.setOffline(false)
    }
  }
}
