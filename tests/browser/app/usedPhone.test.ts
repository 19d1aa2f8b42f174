import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { nowhere, openDrive } from '../rig/drive'

const drive = openDrive()

/** All that a page can find of earlier visits. */
const found = (page: Page) =>
  page.evaluate(async () => ({
    cookie: document.cookie,
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    isOnline: navigator.onLine,
    opener: window.opener as unknown,
    location: (await navigator.permissions.query({ name: 'geolocation' })).state,
    mark: (window as unknown as { mark?: string }).mark ?? null,
  }))

test('a phone that serves another visit holds nothing of the visits before', async () => {
  const facts: unknown[] = []
  for (let visit = 0; visit < 3; visit += 1)
    await drive.visit(
      null,
      nowhere,
      async (page) => {
        await page.goto(drive.server.url + '/api/nothing')
        facts.push(await found(page))
        await page.context().grantPermissions(['geolocation'])
        await page.context().addCookies([{ name: 'left', value: '1', url: drive.server.url }])
        await page.addInitScript(() => Object.assign(window, { mark: 'left' }))
        await page.route('**/api/nothing', (route) => route.abort())
        await page.evaluate(async () => {
          document.cookie = 'own=1; path=/'
          localStorage.left = sessionStorage.left = '1'
          await caches.open('left')
          await new Promise((done) => (indexedDB.open('left').onsuccess = done))
        })
        await page.context().setOffline(true)
      },
      { expected: [/./] },
    )
  const none = { cookie: '', local: [], session: [], databases: [], caches: [], mark: null }
  assert.deepEqual(facts, Array(3).fill({ ...none, isOnline: true, opener: null, location: 'prompt' }))
})
