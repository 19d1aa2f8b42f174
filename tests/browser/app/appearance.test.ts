import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDrive } from '../rig/drive'
import { openMe, shown, t } from '../rig/screen'

const drive = openDrive()

/** The lightness, 0 to 255, at a point of the screen, or of the body that shows when the screen is pulled away. */
function lightness(page: Page, of: 'screen' | 'body'): Promise<number> {
  return page.evaluate((what) => {
    const element = what === 'body' ? document.body : document.querySelector('.taro_page:not(.page-below) .screen')!
    const [red = 0, green = 0, blue = 0] = getComputedStyle(element).backgroundColor.match(/\d+/g)!.map(Number)
    return (red + green + blue) / 3
  }, of)
}

async function becomes(page: Page, appearance: 'light' | 'dark'): Promise<void> {
  await shown(page)
    .locator(`.screen${appearance === 'dark' ? '.theme-dark' : ':not(.theme-dark)'}`)
    .waitFor()
  for (const of of ['screen', 'body'] as const) {
    const seen = await lightness(page, of)
    assert.ok(appearance === 'dark' ? seen < 60 : seen > 200, `${of} is ${seen} when ${appearance}`)
  }
}

async function choose(page: Page, appearance: 'system' | 'light' | 'dark'): Promise<void> {
  await openMe(page)
  await shown(page)
    .getByRole('radio', { name: t(`me.appearances.${appearance}`) })
    .tap()
  await shown(page)
    .getByRole('radio', { name: t(`me.appearances.${appearance}`), checked: true })
    .waitFor()
  await page.goBack()
  await shown(page).getByText(t('empty.list.title')).waitFor()
}

test('[AH-22] light and dark follow the system live until the user chooses, and a reload keeps the choice', async () => {
  const user = await drive.make.user()
  await drive.visit(user, '/files/own', async (page) => {
    await shown(page).getByText(t('empty.list.title')).waitFor()
    await becomes(page, 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await becomes(page, 'dark')
    await choose(page, 'light')
    await becomes(page, 'light')
    await page.reload()
    await shown(page).getByText(t('empty.list.title')).waitFor()
    await becomes(page, 'light')
    await choose(page, 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.reload()
    await shown(page).getByText(t('empty.list.title')).waitFor()
    await becomes(page, 'dark')
    await choose(page, 'system')
    await becomes(page, 'light')
  })
})
