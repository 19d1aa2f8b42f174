import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { openMenu, row, shown, t } from '../rig/screen'

const drive = openDrive()

/** Height in px of a phone's screen and of its keyboard with suggestions. As on iOS, only the visual viewport shrinks. */
const [height, keyboard] = [844, 346]

async function typeOn(page: Page, covered = keyboard): Promise<void> {
  await page.evaluate((left) => {
    const view = window.visualViewport!
    Object.defineProperty(view, 'height', { value: left, configurable: true })
    view.dispatchEvent(new Event('resize'))
  }, height - covered)
}

/** Waits until the whole element lies in the visible rest of the screen and receives taps there. */
async function isInSight(page: Page, what: string, element: Locator): Promise<void> {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null
  const isInside = async () => {
    box = await element.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= height - keyboard
  }
  await until(`${what} in sight`, isInside).catch(() =>
    assert.fail(`${what} at ${JSON.stringify(box)}, ${height - keyboard} px are left`),
  )
  await element.tap({ trial: true })
}

async function aFile() {
  const user = await drive.make.user()
  await drive.make.file({ owner: user }, { name: '报告.txt', content: '第一稿' })
  return user
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('[AH-21] the keyboard covers neither the field nor its button', () => {
  const forms: { what: string; open(page: Page): Promise<{ input: Locator; press?: Locator }> }[] = [
    {
      what: 'another name',
      async open(page) {
        await (await openMenu(page, '报告.txt')).getByRole('button', { name: t('menu.rename'), exact: true }).tap()
        return { input: field(page, t('name.label')), press: button(page, t('action.save')) }
      },
    },
    {
      what: 'a new folder',
      async open(page) {
        await button(page, t('list.add')).tap()
        await button(page, t('name.newFolder')).tap()
        return { input: field(page, t('name.label')), press: button(page, t('action.save')) }
      },
    },
    {
      what: 'a search',
      async open(page) {
        await shown(page).locator('.search-bar-field').tap()
        return { input: field(page, t('search.title')) }
      },
    },
    {
      what: 'a search of the picker',
      async open(page) {
        await (await openMenu(page, '报告.txt')).getByRole('button', { name: t('menu.move'), exact: true }).tap()
        await page.locator('.pick').getByText(t('pick.search')).tap()
        return { input: page.locator('.pick').getByRole('textbox') }
      },
    },
    {
      what: 'a new folder of the picker',
      async open(page) {
        await (await openMenu(page, '报告.txt')).getByRole('button', { name: t('menu.move'), exact: true }).tap()
        await page
          .locator('.pick')
          .getByRole('button', { name: t('pick.newFolder'), exact: true })
          .tap()
        return { input: field(page, t('name.label')), press: button(page, t('action.save')) }
      },
    },
    {
      what: 'the remark of a new version',
      async open(page) {
        await (await openMenu(page, '报告.txt')).getByRole('button', { name: t('menu.viewVersions') }).tap()
        const chosen = page.waitForEvent('filechooser')
        await button(page, t('versions.upload')).tap()
        await (await chosen).setFiles({ name: '定稿.txt', mimeType: 'text/plain', buffer: Buffer.from('二') })
        return { input: field(page, t('versions.remark')), press: button(page, t('versions.send')) }
      },
    },
  ]
  for (const { what, open } of forms) {
    deepTest(what, async () => {
      await drive.visit(await aFile(), '/files/own', async (page) => {
        await row(page, '报告.txt').waitFor()
        const { input, press } = await open(page)
        await input.tap()
        await input.fill('新')
        await typeOn(page)
        await isInSight(page, 'the field', input)
        if (press) await isInSight(page, 'the button', press)
        await typeOn(page, 0)
        if (press) await press.tap({ trial: true })
      })
    })
  }

  test('the keyboard covers nothing of the sign-in form', () =>
    drive.visit(null, '/login', async (page) => {
      const input = page.getByRole('textbox').first()
      await input.tap()
      await typeOn(page)
      await isInSight(page, 'the field', input)
      await isInSight(page, 'the button', button(page, t('login.submit')))
    }))
})

describe('[AH-21] the phone’s own areas stay free', () => {
  const insets = { top: 47, bottom: 34, left: 0, right: 0 }
  const across = { top: 0, bottom: 21, left: 47, right: 47 }

  async function keepFree(page: Page, free: typeof insets) {
    const phone = await page.context().newCDPSession(page)
    await phone.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: free } as never)
  }

  async function isFree(page: Page, free: typeof insets, element: Locator) {
    const size = page.viewportSize()!
    const box = (await element.boundingBox())!
    assert.ok(box.y >= free.top && box.y + box.height <= size.height - free.bottom, `${element} ${JSON.stringify(box)}`)
    assert.ok(box.x >= free.left && box.x + box.width <= size.width - free.right, `${element} ${JSON.stringify(box)}`)
  }

  for (const [what, free, viewport] of [
    ['upright', insets, { width: 390, height: 844 }],
    ['across', across, { width: 844, height: 390 }],
  ] as const) {
    deepTest(`${what}: header, round button and the last entry of a sheet stay clear of the insets`, async () => {
      await drive.visit(
        await aFile(),
        '/files/own',
        async (page) => {
          await keepFree(page, free)
          await row(page, '报告.txt').waitFor()
          const above = await shown(page)
            .locator('.header')
            .first()
            .evaluate((header) => getComputedStyle(header).paddingTop)
          assert.equal(above, `${free.top}px`, 'the browser plays the phone')
          await isFree(page, free, shown(page).locator('.header-title').first())
          await isFree(page, free, button(page, t('list.add')))
          const menu = await openMenu(page, '报告.txt')
          const last = menu.getByRole('button').last()
          await last.evaluate((entry) => {
            for (let holder = entry.parentElement; holder; holder = holder.parentElement)
              holder.scrollTop = holder.scrollHeight
          })
          await isFree(page, free, last)
        },
        { viewport },
      )
    })
  }
})
