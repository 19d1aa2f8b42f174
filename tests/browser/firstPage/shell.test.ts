import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { nowhere, openDrive } from '../rig/drive'
import { row, shown, signOut, t } from '../rig/screen'
import { holdCode, shell, asksItself } from './heldCode'

const drive = openDrive({ isNew: true })
const isQuiet = (page: Page) => page.waitForLoadState('networkidle')

describe('the shell, drawn before the app', () => {
  const held = async (
    user: UserRow,
    phone: Parameters<typeof drive.visit>[3],
    run: (page: Page, release: () => void) => Promise<void>,
  ) => {
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        const release = await holdCode(page)
        await page.goto(`${drive.server.url}/files/own${asksItself}`, { waitUntil: 'commit' })
        await run(page, release)
      },
      phone,
    )
  }

  for (const [scheme, dark] of [
    ['light', false],
    ['dark', true],
  ] as const) {
    deepTest(
      `[AH-22] the shell shows placeholder rows in the system's ${scheme} colours, and disappears when the app has drawn`,
      async () => {
        const user = await drive.make.user()
        await drive.make.folder({ owner: user }, { name: '资料' })
        await held(user, { colorScheme: scheme }, async (page, release) => {
          await shell(page).locator('.skeleton').waitFor()
          assert.equal(await shell(page).locator('.theme-dark').count(), Number(dark))
          const before = await shell(page)
            .locator('.header-bar, .skeleton')
            .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
          release()
          await row(page, '资料').waitFor()
          assert.equal(await shell(page).count(), 0)
          const after = await shown(page)
            .locator('.header-bar, .virtual-list')
            .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
          assert.deepEqual(after, before)
        })
      },
    )
  }

  deepTest('the shell follows the colours that the user chose', async () => {
    const user = await drive.make.user()
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        await shown(page).getByText(t('empty.list.title')).waitFor()
        await page.evaluate(() => localStorage.setItem('satchel.appearance', '"dark"'))
        await holdCode(page)
        await page.goto(`${drive.server.url}/files/frequent`, { waitUntil: 'commit' })
        await shell(page).locator('.screen.theme-dark .skeleton').waitFor()
        assert.equal(await page.locator('meta[name=theme-color]').getAttribute('content'), '#171e27')
      },
      { colorScheme: 'light' },
    )
  })

  deepTest('other screens have no shell', async () => {
    await drive.visit(null, nowhere, async (page) => {
      await holdCode(page)
      await page.goto(`${drive.server.url}/login`, { waitUntil: 'commit' })
      await shell(page).waitFor({ state: 'attached' })
      assert.equal(await shell(page).innerHTML(), '')
    })
  })
})

describe('the rows in the page', () => {
  /** The text and position of visible rows. */
  const seen = (page: Page, root: string) =>
    page.locator(`${root} .row`).evaluateAll((rows) =>
      rows.flatMap((each) =>
        ['', '.tile', '.row-head', '.row-tail', '.row-mark', '.row-detail'].map((part) => {
          const found = part ? each.querySelector(part) : each
          const { top = 0, left = 0, width = 0, height = 0 } = found?.getBoundingClientRect() ?? {}
          return `${part} ${part && found?.textContent} ${[top, left, width, height].map(Math.round).join()}`
        }),
      ),
    )

  test('[ROW-01] [ROW-03] rows are drawn before any script has loaded, and stay as they are when the app draws them', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    const names = [
      '</script><img src=x onerror=alert(1)>.txt',
      '2026 年秋季招生简章与报名须知最终确认稿第三版.pdf',
      '说明',
    ]
    for (const name of names) await drive.make.file({ parent: folder }, { name, content: 'x'.repeat(2000) })
    await drive.make.folder({ parent: folder }, { name: '<b>原图</b>' })
    for (const language of ['zh-CN', 'en']) {
      await drive.visit(user, nowhere, async (page) => {
        await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
        await page.clock.setFixedTime(Date.now() + 5 * 60_000)
        const release = await holdCode(page)
        await page.goto(`${drive.server.url}/files/folder/${folder.id}`, { waitUntil: 'commit' })
        await shell(page).locator('.row').nth(3).waitFor()
        assert.equal(await shell(page).locator('img, b').count(), 0)
        const before = await seen(page, '#shell')
        assert.equal(before.length, 24)
        release()
        await row(page, '<b>原图</b>').waitFor()
        await until('the shell gone', async () => (await shell(page).count()) === 0)
        assert.deepEqual(await seen(page, '.taro_page'), before)
      })
    }
  })

  deepTest('the page contains as many rows as fit, in their places', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    for (let n = 10; n < 30; n += 1) await drive.make.folder({ parent: folder }, { name: `第 ${n} 周` })
    await drive.visit(user, nowhere, async (page) => {
      await page.clock.setFixedTime(Date.now() + 5 * 60_000)
      const release = await holdCode(page)
      await page.goto(`${drive.server.url}/files/folder/${folder.id}`, { waitUntil: 'commit' })
      const fit = Math.ceil(page.viewportSize()!.height / 64)
      await shell(page)
        .locator('.row')
        .nth(fit - 1)
        .waitFor({ state: 'attached' })
      const before = await seen(page, '#shell')
      release()
      await until('the shell gone', async () => (await shell(page).count()) === 0)
      assert.equal(before.length, fit * 6)
      assert.deepEqual((await seen(page, '.taro_page')).slice(0, before.length), before)
    })
  })

  deepTest('the app draws no row before its words are loaded, however early it starts', async () => {
    const user = await drive.make.user()
    const folder = await drive.make.folder({ owner: user }, { name: '资料' })
    await drive.make.folder({ parent: folder }, { name: '说明' })
    await drive.visit(user, nowhere, async (page) => {
      await page.addInitScript(() => {
        new MutationObserver(() => {
          if (document.querySelector('#app .row-detail:empty')) Object.assign(globalThis, { hasWordless: true })
        }).observe(document, { childList: true, characterData: true, subtree: true })
      })
      // Chance decides which of them loads first.
      for (let visit = 0; visit < 6; visit += 1) {
        await page.goto(`${drive.server.url}/files/folder/${folder.id}`)
        await row(page, '说明').waitFor()
        assert.equal(await page.evaluate(() => 'hasWordless' in globalThis), false)
      }
    })
  })

  deepTest(
    'rows belong to their reader: another user finds their own, and a user without access is refused',
    async () => {
      const user = await drive.make.user()
      const folder = await drive.make.folder({ owner: user }, { name: '资料' })
      await drive.make.file({ parent: folder }, { name: '秘密.txt', content: 'x' })
      const other = await drive.make.user()
      await drive.visit(other, `/files/folder/${folder.id}`, async (page) => {
        await shown(page).locator('.empty').waitFor()
        assert.equal((await page.content()).includes('秘密'), false)
        assert.equal(await page.locator('#first').count(), 0)
      })
    },
  )
})

describe('a warm visit', () => {
  /** Leaves a list, then visits the same address with the app's code held back. */
  const again = async (
    user: UserRow,
    run: (page: Page, release: () => void) => Promise<void>,
    between?: (page: Page) => Promise<void>,
  ) => {
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/js/lazy.')),
      )
      await isQuiet(page)
      await page.goto(`${drive.server.url}/icon.svg`)
      await between?.(page)
      const release = await holdCode(page)
      await page.goto(`${drive.server.url}/files/own`, { waitUntil: 'commit' })
      await run(page, release)
    })
  }

  deepTest(
    'a warm visit shows the last list with its pictures before the app has loaded, and no row moves or blinks when it does',
    async () => {
      const user = await drive.make.user()
      for (const name of ['资料', '照片', '报表']) await drive.make.folder({ owner: user }, { name })
      await again(user, async (page, release) => {
        await shell(page).locator('.row', { hasText: '资料' }).waitFor()
        const tile = shell(page).locator('.tile').first()
        await until('its pictures', () => tile.evaluate((each) => getComputedStyle(each).backgroundImage !== 'none'))
        await page.evaluate(() => {
          const seen: string[] = []
          Object.assign(window, {
            seen,
            look() {
              // The shell covers the page as long as it is there.
              const rows = [
                ...document.querySelectorAll(
                  document.querySelector('#shell') ? '#shell .row-head' : '.taro_page .row-head',
                ),
              ]
              const tops = rows.map((each) => `${each.textContent} ${each.getBoundingClientRect().top}`)
              const frame = [...new Set(tops)].sort().join(', ')
              if (seen[seen.length - 1] !== frame) seen.push(frame)
              requestAnimationFrame(() => this.look())
            },
          }).look()
        })
        release()
        await row(page, '资料').waitFor()
        await isQuiet(page)
        await until('the shell gone', async () => (await shell(page).count()) === 0)
        const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
        assert.equal(seen.length, 1, seen.join('\n'))
        assert.equal(seen[0]!.split(', ').length, 3)
      })
    },
  )

  deepTest('another user, another language and another address show nothing of the last list', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    const other = await drive.make.user()
    const bring = (name: string, value: string) => (page: Page) =>
      page.context().addCookies([{ name, value, url: drive.server.url }])
    const session = await cookieOf(other)
    await again(
      user,
      async (page) => {
        await shell(page).locator('.skeleton').waitFor()
        assert.equal(await shell(page).locator('.row').count(), 0)
      },
      bring(session.name, session.value),
    )
    await again(
      user,
      async (page) => {
        await shell(page).locator('.row-detail', { hasText: 'ago' }).waitFor()
      },
      bring('lang', 'en'),
    )
    await again(user, async (page) => {
      await page.goto(`${drive.server.url}/files/frequent`, { waitUntil: 'commit' })
      await shell(page).locator('.skeleton').waitFor()
      assert.equal(await shell(page).locator('.row').count(), 0)
    })
  })

  deepTest('nothing of the list is left after signing out', async () => {
    const user = await drive.make.user()
    await drive.make.folder({ owner: user }, { name: '资料' })
    await again(user, async (page, release) => {
      await shell(page).locator('.row').waitFor()
      release()
      await signOut(page)
      await page.evaluate(() => dispatchEvent(new Event('pagehide')))
      assert.equal(await page.evaluate(() => JSON.stringify(localStorage).includes('资料')), false)
    })
  })
})

async function cookieOf(user: UserRow): Promise<{ name: string; value: string }> {
  const { headers } = await client(drive.server).as(user.login)
  const session = (headers.cookie ?? '').split('; ').find((each) => each.startsWith('satchel_session=')) ?? ''
  const [name = '', value = ''] = session.split('=')
  return { name, value }
}
