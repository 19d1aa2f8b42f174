import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { shown, at, filled, textOf, go, goBack, openOverlay, openRouterPage } from './routerPage'

const { address, visit } = openRouterPage()

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

  deepTest('when a page fails, the app and the page below keep working', () =>
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
