import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { shown, at, filled, go, openOverlay, openRouterPage } from './routerPage'

const { address, visit } = openRouterPage()

async function scrollTo(page: Page, top: number): Promise<void> {
  await filled(page)
  await page.evaluate(([selector, to]) => document.querySelector(`${selector} .files`)!.scrollTo(0, to), [
    shown,
    top,
  ] as const)
}

async function scrolledTo(page: Page, top: number): Promise<void> {
  await page.waitForFunction(([selector, to]) => document.querySelector(`${selector} .files`)?.scrollTop === to, [
    shown,
    top,
  ] as const)
}

describe('scroll and depth', () => {
  deepTest('a page reappears where it was left', () =>
    visit('/files/own', async (page) => {
      await scrollTo(page, 700)
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=1')
      await at(page, 'folder/1')
      await scrolledTo(page, 0)
      await page.goBack()
      await at(page, 'own/')
      await scrolledTo(page, 700)
    }),
  )

  deepTest('a reload keeps the scroll position', () =>
    visit('/files/own', async (page) => {
      await scrollTo(page, 1800)
      await page.reload()
      await scrolledTo(page, 1800)
    }),
  )

  deepTest('restoring the position does not disturb a user who scrolls while the page fills', () =>
    visit('/files/own', async (page) => {
      await scrollTo(page, 1800)
      await page.evaluate(() => sessionStorage.setItem('fillsWhenTold', 'yes'))
      await page.reload()
      await page.waitForSelector('.files')
      const top = await page.evaluate(async () => {
        const files = document.querySelector('.files')!
        files.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
        dispatchEvent(new Event('fill'))
        while (document.querySelector<HTMLElement>('.rows')!.offsetHeight < 3200)
          await new Promise(requestAnimationFrame)
        for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
        return files.scrollTop
      })
      assert.equal(top, 0)
    }),
  )

  deepTest('seven pages stay mounted below the top, and deeper ones return with their position', () =>
    visit('/files/own', async (page) => {
      await scrollTo(page, 900)
      for (let depth = 1; depth <= 10; depth += 1) {
        await go(page, 'navigateTo', `/pages/files/index?space=folder&id=${depth}`)
        await at(page, `folder/${depth}`)
      }
      await page.waitForFunction(() => document.querySelectorAll('.taro_page').length === 8)
      assert.equal(await page.evaluate(() => window.driver.getCurrentPages().length), 11)
      for (let depth = 9; depth >= 1; depth -= 1) {
        await page.goBack()
        await at(page, `folder/${depth}`)
      }
      await page.goBack()
      await at(page, 'own/')
      await scrolledTo(page, 900)
      await page.waitForFunction(() => document.querySelectorAll('.taro_page').length === 1)
    }),
  )
})

describe('overlays', () => {
  deepTest('opening adds the flag to the address and mounts no page', () =>
    visit('/h5/files/own/5?sort_by=name', async (page) => {
      await at(page, 'own/5')
      await openOverlay(page, 'preview', '1', { file_id: '7' })
      await at(page, 'own/5', 'preview=1=7')
      assert.equal(address(page), '/h5/files/own/5?sort_by=name&preview=1&file_id=7')
      await openOverlay(page, 'actionsheet', 'file_7')
      await at(page, 'own/5', 'preview=1=7 actionsheet=file_7')
      assert.equal(address(page), '/h5/files/own/5?sort_by=name&preview=1&file_id=7&actionsheet=file_7')
      assert.deepEqual(await page.evaluate(() => window.driver.log), ['show own/5'])
      await page.goBack()
      await at(page, 'own/5', 'preview=1=7')
      await page.goForward()
      await at(page, 'own/5', 'preview=1=7 actionsheet=file_7')
      await page.goBack()
      await page.goBack()
      await at(page, 'own/5')
      assert.equal(address(page), '/h5/files/own/5?sort_by=name')
      assert.deepEqual(await page.evaluate(() => window.driver.log), ['show own/5'])
    }),
  )

  deepTest('close removes the overlay and those above it, as going back does', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await openOverlay(page, 'preview', '1', { file_id: '7' })
      await openOverlay(page, 'actionsheet', 'file_7')
      await page.evaluate(() => window.driver.overlays().close('preview'))
      await at(page, 'own/')
      assert.equal(address(page), '/files/own')
      await page.goBack()
      assert.equal(page.url(), 'about:blank')
    }),
  )

  deepTest('closing an overlay that is not open resolves at once', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await page.evaluate(() => window.driver.overlays().close('preview'))
      await at(page, 'own/')
    }),
  )

  deepTest('an overlay opened while another closes comes after it', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await openOverlay(page, 'actionsheet', 'file_7')
      await page.evaluate(() => {
        const overlays = window.driver.overlays()
        void overlays.close('actionsheet')
        overlays.open({ flag: 'createrename', value: 'file_7', companions: {} })
      })
      await at(page, 'own/', 'createrename=file_7')
      assert.equal(address(page), '/files/own?createrename=file_7')
      await page.goBack()
      await at(page, 'own/')
    }),
  )

  deepTest('replace changes the overlay without an entry', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await openOverlay(page, 'preview', '1', { file_id: '7' })
      await page.evaluate(() =>
        window.driver.overlays().replace({ flag: 'preview', value: '1', companions: { file_id: '8', version: '2' } }),
      )
      await at(page, 'own/', 'preview=1=8=2')
      await page.evaluate(() => window.driver.overlays().replace({ flag: 'sort', value: '1', companions: {} }))
      await at(page, 'own/', 'sort=1')
      assert.equal(address(page), '/files/own?sort=1')
      await page.goBack()
      await at(page, 'own/')
    }),
  )

  deepTest('a covered page keeps its overlays and does not show those of the page above', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await openOverlay(page, 'filenav', '1')
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=1')
      await at(page, 'folder/1')
      await openOverlay(page, 'sort', '1')
      await at(page, 'folder/1', 'sort=1')
      assert.equal(await page.locator('.page-below .overlays').textContent(), 'filenav=1')
      await page.goBack()
      await page.goBack()
      await at(page, 'own/', 'filenav=1')
    }),
  )

  const deepLink = '/files/own/5?actionsheet=file_7&file_id=7&preview=1&sort_by=name'
  deepTest('a fresh deep link gives each overlay an entry, the parent first', () =>
    visit(deepLink, async (page) => {
      await at(page, 'own/5', 'preview=1=7 actionsheet=file_7')
      await page.goBack()
      await at(page, 'own/5', 'preview=1=7')
      await page.goBack()
      await at(page, 'own/5')
      assert.equal(address(page), '/files/own/5?sort_by=name')
      await page.goBack()
      assert.equal(page.url(), 'about:blank')
    }),
  )

  deepTest('a navigation to an address with overlays gives them entries too', () =>
    visit('/login', async (page) => {
      await go(page, 'redirectTo', '/files/own?preview=1&file_id=7')
      await at(page, 'own/', 'preview=1=7')
      await page.goBack()
      await at(page, 'own/')
    }),
  )

  for (const [flags, why] of [
    ['preview=1', 'no file_id'],
    ['preview=1&file_id=', 'an empty file_id'],
    ['sort=', 'no value'],
  ] as const) {
    deepTest(`a flag with ${why} is dropped from the address, as RT-10 asks`, () =>
      visit(`/files/own?${flags}`, async (page) => {
        await at(page, 'own/')
        assert.equal(address(page), '/files/own')
      }),
    )
  }

  deepTest('a reload shows the overlays again, and back still closes one', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await openOverlay(page, 'preview', '1', { file_id: '7' })
      await openOverlay(page, 'actionsheet', 'file_7')
      await page.reload()
      await at(page, 'own/', 'preview=1=7 actionsheet=file_7')
      await page.goBack()
      await at(page, 'own/', 'preview=1=7')
      await page.evaluate(() => window.driver.overlays().close('preview'))
      await at(page, 'own/')
      assert.equal(address(page), '/files/own')
    }),
  )

  deepTest('an overlay in memory has an entry but no flag, and a reload drops it', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await openOverlay(page, 'preview', '1', { file_id: '7' })
      await openOverlay(page, 'dialog', 'delete')
      await at(page, 'own/', 'preview=1=7 dialog=delete')
      assert.equal(address(page), '/files/own?preview=1&file_id=7')
      await page.goBack()
      await at(page, 'own/', 'preview=1=7')
      await page.goForward()
      await at(page, 'own/', 'preview=1=7')
      await openOverlay(page, 'dialog', 'delete')
      await at(page, 'own/', 'preview=1=7 dialog=delete')
      await page.reload()
      await at(page, 'own/', 'preview=1=7')
      await page.waitForFunction(() => history.state.overlays.length === 1)
      await page.goBack()
      await at(page, 'own/')
    }),
  )

  deepTest('an overlay in memory below another page is there again on the way back', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await openOverlay(page, 'select', '1')
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=1')
      await at(page, 'folder/1')
      await page.goBack()
      await at(page, 'own/', 'select=1')
    }),
  )
})
