import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { nowhere, openDrive } from '../rig/drive'
import { row, settled, shown, t } from '../rig/screen'

const drive = openDrive({ isNew: true })

/** A list whose lazy code fails to load, or never answers. */
async function withoutLazyParts(lack: 'fails' | 'hangs', run: (page: Page, comeBack: () => void) => Promise<void>) {
  const me = await drive.make.user()
  await drive.make.file({ owner: me }, { name: '教案.docx' })
  await drive.visit(
    me,
    nowhere,
    async (page) => {
      await page.clock.install()
      let isAway = false
      const hanging: Route[] = []
      await page.route('**/js/*.js', (route) => {
        if (!isAway) return route.continue()
        if (lack === 'fails') return route.abort()
        hanging.push(route)
      })
      await page.goto(`${drive.server.url}/files/own`)
      await row(page, '教案.docx').waitFor()
      await settled(page)
      isAway = true
      await run(page, () => {
        isAway = false
        for (const route of hanging) void route.abort()
      })
    },
    { expected: [/ERR_FAILED/] },
  )
}

const question = (page: Page) =>
  shown(page)
    .getByRole('alertdialog')
    .filter({ hasText: t('failure.network') })
const openSearch = (page: Page) =>
  shown(page)
    .getByRole('button', { name: t('list.search') })
    .tap()
const searchField = (page: Page) =>
  shown(page)
    .getByRole('dialog', { name: t('search.title'), exact: true })
    .getByRole('textbox')

describe('[CTX-11] a lazy part of the app that does not load', () => {
  test('a dialog says so, never a blank page; accepting loads the part again and opens what the user wanted', async () => {
    await withoutLazyParts('fails', async (page, comeBack) => {
      await openSearch(page)
      await question(page).waitFor()
      await row(page, '教案.docx').waitFor()
      comeBack()
      await question(page)
        .getByRole('button', { name: t('action.retry') })
        .tap()
      await searchField(page).waitFor()
      assert.equal(await question(page).count(), 0)
    })
  })

  test('the dialog returns as long as the part fails; after declining, the next tap requests the part again', async () => {
    await withoutLazyParts('fails', async (page, comeBack) => {
      await openSearch(page)
      await question(page)
        .getByRole('button', { name: t('action.retry') })
        .tap()
      await question(page)
        .getByRole('button', { name: t('action.cancel') })
        .tap()
      await question(page).waitFor({ state: 'detached' })
      await page.goBack()
      comeBack()
      await openSearch(page)
      await searchField(page).waitFor()
    })
  })

  test('a part that never answers is reported after 120 s, not before', async () => {
    await withoutLazyParts('hangs', async (page, comeBack) => {
      await openSearch(page)
      await page.clock.fastForward(119_000)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      assert.equal(await question(page).count(), 0)
      await page.clock.fastForward(2000)
      await question(page).waitFor()
      comeBack()
      await question(page)
        .getByRole('button', { name: t('action.retry') })
        .tap()
      await searchField(page).waitFor()
    })
  })
})
