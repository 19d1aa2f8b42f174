import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { endBrowserAfter } from '../rig/browser'
import { bundle } from '../rig/bundle'
import { onPhone, type Phone } from '../rig/phone'
import { serveSite, type Site } from '../rig/siteServer'

let site: Site

endBrowserAfter()
before(async () => {
  site = await serveSite(await bundle(path.join(import.meta.dirname, '../fixtures/router.tsx')))
})
after(() => site.close())

/** The page on top, as the user sees it. */
const shown = '.taro_page:not(.page-below)'

async function at(page: Page, name: string, overlays = ''): Promise<void> {
  await page
    .waitForFunction(
      ([selector, text, open]) => {
        const top = document.querySelectorAll(selector!)
        return (
          top.length === 1 &&
          top[0]!.querySelector('.name')?.textContent === text &&
          top[0]!.querySelector('.overlays')?.textContent === open
        )
      },
      [shown, name, overlays] as const,
    )
    .catch(async (cause: unknown) => {
      throw new Error(`not at ${name} [${overlays}] but ${page.url()} ${await page.locator(shown).allTextContents()}`, {
        cause,
      })
    })
}

/** Waits until all rows of the page on top are there. */
async function filled(page: Page): Promise<void> {
  await page.waitForFunction(
    (selector) => document.querySelector<HTMLElement>(`${selector} .rows`)?.offsetHeight === 3200,
    shown,
  )
}

function address(page: Page): string {
  return page.url().slice(site.origin.length)
}

function textOf(page: Page, selector: string): Promise<string | null> {
  return page.locator(`${shown} ${selector}`).textContent()
}

type Method = 'navigateTo' | 'redirectTo' | 'reLaunch'

function go(page: Page, method: Method, url: string): Promise<unknown> {
  return page.evaluate(
    ([name, to]) =>
      window.driver[name]({ url: to }).then(
        (result) => result.errMsg,
        (error: Error) => error.message,
      ),
    [method, url] as const,
  )
}

function goBack(page: Page, delta = 1): Promise<unknown> {
  return page.evaluate(
    (steps) =>
      window.driver.navigateBack({ delta: steps }).then(
        (result) => result.errMsg,
        (error: Error) => error.message,
      ),
    delta,
  )
}

function openOverlay(page: Page, flag: string, value: string, companions: Record<string, string> = {}): Promise<void> {
  return page.evaluate((overlay) => window.driver.overlays().open(overlay), { flag, value, companions })
}

function visit(first: string, run: (page: Page) => Promise<void>, phone?: Phone): Promise<void> {
  return onPhone(async (page) => {
    await page.goto(site.origin + first)
    await run(page)
  }, phone)
}

describe('addresses', () => {
  for (const [root, frequent] of [
    ['/', '/files/frequent'],
    ['/h5/', '/h5/files/frequent'],
    ['/h5', '/h5/files/frequent'],
  ] as const) {
    deepTest(`[RT-01] the root ${root} leads to the frequent space at ${frequent}`, () =>
      visit(root, async (page) => {
        await at(page, 'frequent/')
        assert.equal(address(page), frequent)
        await go(page, 'navigateTo', '/pages/files/index?space=own&id=5')
        await at(page, 'own/5')
        assert.equal(address(page), frequent.replace('frequent', 'own/5'))
      }),
    )
  }

  for (const space of [
    'own',
    'collab',
    'frequent',
    'trash',
    'search',
    'own/0',
    'folder/12',
    'dept/7',
    'external/enterprise_3',
  ]) {
    deepTest(`a deep link to /files/${space} opens that space`, () =>
      visit(`/files/${space}`, async (page) => {
        await at(page, space.includes('/') ? space : `${space}/`)
      }),
    )
  }

  test('a path that only begins like /h5 has no base', () =>
    visit('/h5x/files/own', async (page) => {
      await at(page, 'frequent/')
      assert.equal(address(page), '/files/frequent')
    }))

  deepTest('a query beside the pattern reaches the page and stays in the address', () =>
    visit('/files/own/5?sort_by=name', async (page) => {
      await at(page, 'own/5')
      assert.equal(JSON.parse((await textOf(page, '.query')) ?? '').sort_by, 'name')
      assert.equal(
        await go(page, 'navigateTo', '/pages/files/index?space=search&search_text=a%20b%26c&id=x%2Fy'),
        'navigateTo:ok',
      )
      await at(page, 'search/x/y')
      assert.equal(address(page), '/files/search/x%2Fy?search_text=a+b%26c')
      assert.equal(JSON.parse((await textOf(page, '.query')) ?? '').search_text, 'a b&c')
    }),
  )

  deepTest('a page without pattern keeps its path', () =>
    visit('/files/own', async (page) => {
      await go(page, 'navigateTo', '/pages/about/index?redirect=x')
      assert.equal(await textOf(page, '#login'), '"x"')
      assert.equal(address(page), '/pages/about/index?redirect=x')
      await page.reload()
      assert.equal(await textOf(page, '#login'), '"x"')
    }),
  )

  deepTest('an address of the product works like a page path', () =>
    visit('/login?redirect=/files/own', async (page) => {
      assert.equal(await textOf(page, '#login'), '"/files/own"')
      await go(page, 'redirectTo', '/files/folder/9')
      await at(page, 'folder/9')
      assert.equal(address(page), '/files/folder/9')
    }),
  )

  deepTest('the page configuration applies to a pattern route', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      assert.equal(await page.title(), 'Files')
      assert.equal(
        await page.evaluate(
          () => (window.driver.getCurrentPages()[0] as { config?: { marked?: boolean } }).config?.marked,
        ),
        true,
      )
      await go(page, 'navigateTo', '/packages/account/login/index')
      assert.equal(await page.title(), 'Satchel')
      await page.goBack()
      await at(page, 'own/')
      assert.equal(await page.title(), 'Files')
    }),
  )

  for (const unknown of ['/nowhere', '/files', '/files/own/1/2', '/files/%E0%A4%A', '/files/own/%E0%A4%A']) {
    deepTest(`an unknown address, ${unknown}, leads to the frequent space`, () =>
      visit(unknown, async (page) => {
        await at(page, 'frequent/')
        assert.equal(address(page), '/files/frequent')
      }),
    )
  }

  deepTest('navigating to an unknown page fails and changes nothing', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      assert.match(String(await go(page, 'navigateTo', '/nowhere')), /^navigateTo:fail no page at/)
      await at(page, 'own/')
      assert.equal(address(page), '/files/own')
    }),
  )

  deepTest('code that does not load fails the navigation and changes nothing', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      assert.match(String(await go(page, 'navigateTo', '/pages/broken/index')), /^navigateTo:fail the chunk is gone/)
      assert.equal(address(page), '/files/own')
    }),
  )
})

describe('pages', () => {
  deepTest('back shows the same instance of the page with its own parameters', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await page.evaluate((selector) => document.querySelector(selector)!.setAttribute('data-first', ''), shown)
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=1')
      await at(page, 'folder/1')
      assert.equal(await page.locator('.taro_page').count(), 2)
      await page.goBack()
      await at(page, 'own/')
      assert.equal(await page.locator(`${shown}[data-first]`).count(), 1)
      assert.equal(await page.locator('.taro_page').count(), 1)
      assert.deepEqual(await page.evaluate(() => window.driver.log), [
        'show own/',
        'hide own/',
        'show folder/1',
        'unload folder/1',
        'show own/',
      ])
    }),
  )

  deepTest('forward reopens the page that back left', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=1')
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=2')
      await page.goBack()
      await at(page, 'folder/1')
      await page.goBack()
      await at(page, 'own/')
      await page.goForward()
      await at(page, 'folder/1')
      await page.goForward()
      await at(page, 'folder/2')
      assert.equal(await page.evaluate(() => window.driver.getCurrentPages().length), 3)
    }),
  )

  deepTest('a jump over several entries lands on the right page', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      for (const id of [1, 2, 3]) await go(page, 'navigateTo', `/pages/files/index?space=folder&id=${id}`)
      await page.evaluate(() => history.go(-3))
      await at(page, 'own/')
      await page.evaluate(() => history.go(2))
      await at(page, 'folder/2')
      assert.equal(await page.evaluate(() => window.driver.getCurrentPages().length), 3)
    }),
  )

  deepTest('redirectTo replaces the top page', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=1')
      assert.equal(await go(page, 'redirectTo', '/pages/files/index?space=folder&id=2'), 'redirectTo:ok')
      await at(page, 'folder/2')
      assert.equal(await page.locator('.taro_page').count(), 2)
      await page.goBack()
      await at(page, 'own/')
    }),
  )

  deepTest('redirectTo also removes the overlays of the page', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=1')
      await openOverlay(page, 'filenav', '1')
      await at(page, 'folder/1', 'filenav=1')
      await go(page, 'redirectTo', '/pages/files/index?space=dept&id=4')
      await at(page, 'dept/4')
      await page.goBack()
      await at(page, 'own/')
    }),
  )

  deepTest('reLaunch forgets all pages, and back leaves the app', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      for (const id of [1, 2]) await go(page, 'navigateTo', `/pages/files/index?space=folder&id=${id}`)
      assert.equal(await go(page, 'reLaunch', '/packages/account/login/index'), 'reLaunch:ok')
      assert.equal(await page.locator('.taro_page').count(), 1)
      assert.equal(await page.evaluate(() => window.driver.getCurrentPages().length), 1)
      assert.equal(address(page), '/login')
      await page.goBack()
      assert.equal(page.url(), 'about:blank')
    }),
  )

  deepTest('navigateBack goes back by pages, over their overlays', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await openOverlay(page, 'sort', '1')
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=1')
      await openOverlay(page, 'filenav', '1')
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=2')
      await openOverlay(page, 'filenav', '1')
      assert.equal(await goBack(page), 'navigateBack:ok')
      await at(page, 'folder/1', 'filenav=1')
      assert.equal(await goBack(page), 'navigateBack:ok')
      await at(page, 'own/', 'sort=1')
    }),
  )

  deepTest('navigateBack stops at the first page and fails there', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      for (const id of [1, 2, 3]) await go(page, 'navigateTo', `/pages/files/index?space=folder&id=${id}`)
      assert.equal(await goBack(page, 9), 'navigateBack:ok')
      await at(page, 'own/')
      assert.equal(await goBack(page), 'navigateBack:fail cannot navigate back at first page')
      await at(page, 'own/')
    }),
  )

  deepTest('the stack survives a reload', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      for (const id of [1, 2, 3]) await go(page, 'navigateTo', `/pages/files/index?space=folder&id=${id}`)
      await page.reload()
      await at(page, 'folder/3')
      assert.equal(await page.locator('.taro_page').count(), 1)
      assert.deepEqual(
        await page.evaluate(() =>
          window.driver.getCurrentPages().map(({ route, options }) => `${route} ${options?.id ?? ''}`),
        ),
        ['pages/files/index ', 'pages/files/index 1', 'pages/files/index 2', 'pages/files/index 3'],
      )
      assert.equal(await goBack(page, 2), 'navigateBack:ok')
      await at(page, 'folder/1')
      await page.goBack()
      await at(page, 'own/')
    }),
  )

  deepTest('the later of two navigations wins', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      const results = await page.evaluate(async () => {
        const both = [
          window.driver.navigateTo({ url: '/packages/account/login/index' }),
          window.driver.navigateTo({ url: '/files/folder/2' }),
        ]
        return (await Promise.allSettled(both)).map(({ status }) => status)
      })
      assert.deepEqual(results, ['rejected', 'fulfilled'])
      await at(page, 'folder/2')
      assert.equal(await page.evaluate(() => window.driver.getCurrentPages().length), 2)
    }),
  )

  deepTest('a page that fails leaves the app and the page below standing', () =>
    visit(
      '/files/own',
      async (page) => {
        await at(page, 'own/')
        await page.evaluate(() => void window.driver.navigateTo({ url: '/pages/failing/index' }))
        await page.waitForFunction((selector) => document.querySelector(selector)?.textContent === '', shown)
        await page.goBack()
        await at(page, 'own/')
      },
      { expected: [/the page fails/, /<Failing>/] },
    ),
  )

  deepTest('a page that shows again finds its own parameters in every render', () =>
    visit('/files/own', async (page) => {
      await filled(page)
      await go(page, 'navigateTo', '/pages/files/index?space=folder&id=1')
      await filled(page)
      await page.evaluate(() => window.driver.seenIn.splice(0))
      await page.goBack()
      await at(page, 'own/')
      await page.waitForFunction(() => window.driver.log[window.driver.log.length - 1] === 'show own/')
      assert.deepEqual([...new Set(await page.evaluate(() => window.driver.seenIn))], ['own/: own/'])
    }),
  )

  deepTest('each page keeps its own parameters when a navigation starts while another page mounts', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await page.evaluate(async () => {
        void window.driver.navigateTo({ url: '/pages/files/index?space=folder&id=1' })
        for (let turn = 0; turn < 100 && window.driver.getCurrentPages().length < 2; turn += 1) await undefined
        await window.driver.navigateTo({ url: '/pages/files/index?space=folder&id=2' })
      })
      await at(page, 'folder/2')
      await page.goBack()
      await at(page, 'folder/1')
    }),
  )

  deepTest('the page on top is notified when it hides and shows', () =>
    visit('/files/own', async (page) => {
      await at(page, 'own/')
      await page.evaluate(() => {
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      })
      await page.waitForFunction(() => window.driver.log.length === 3)
      assert.deepEqual(await page.evaluate(() => window.driver.log), ['show own/', 'hide own/', 'show own/'])
    }),
  )
})

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
