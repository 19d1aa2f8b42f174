import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../rig/axe'
import { nowhere, openDrive } from '../rig/drive'
import { onEveryScreen } from '../rig/everyScreen'
import { shown, wordsIn } from '../rig/screen'
import { dialog } from '../rig/screens'
import { deepTest, sample } from '../../support/deep'
import { withoutRows } from '../rig/withoutRows'

const drive = openDrive()

/** The number of screens of a list, and of other screens, that a run looks at unless it is deep. */
const TAKEN = 4

// Traditional characters have the places and widths of simplified ones.
for (const language of sample(['zh-CN', 'en'] as const, 1)) {
  describe(`axe finds nothing in ${language}`, () => {
    const t = wordsIn(language)
    const speak = (page: Page) => page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])

    async function inItsLooks(page: Page): Promise<void> {
      const schemes = language === 'zh-CN' ? (['light', 'dark'] as const) : (['light'] as const)
      for (const colorScheme of sample(schemes, 1)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await shown(page)
          .locator(`.screen${colorScheme === 'dark' ? '.theme-dark' : ':not(.theme-dark)'}`)
          .first()
          .waitFor()
        await assertAccessible(
          page,
          'body',
          undefined,
          language === 'en' ? 'all but contrast' : colorScheme === 'dark' ? 'contrast' : 'all',
        )
      }
    }

    test('[AH-23] axe finds nothing on every screen and sheet', { timeout: 1_800_000 }, () =>
      onEveryScreen(drive, { language, taken: TAKEN }, inItsLooks),
    )

    deepTest(
      '[AH-23] axe finds nothing on sign-in with its errors and languages, or on empty and broken places',
      async () => {
        const user = await drive.make.user()
        await drive.visit(null, '/login', async (page) => {
          await speak(page)
          await page.reload()
          await shown(page)
            .getByRole('button', { name: t('login.submit') })
            .tap()
          await shown(page).getByRole('alert').waitFor()
          await inItsLooks(page)
          await shown(page).locator('.login-foot .text-button').tap()
          await dialog(page).waitFor()
          await inItsLooks(page)
        })
        await drive.visit(
          user,
          nowhere,
          async (page) => {
            await speak(page)
            for (const [place, title] of [
              ['own', 'empty.list.title'],
              ['frequent', 'empty.frequent.title'],
              ['folder/999999', 'empty.removed.title'],
            ] as const) {
              await page.goto(`${drive.server.url}/files/${place}`)
              await shown(page).getByText(t(title)).waitFor()
              await inItsLooks(page)
            }
            await withoutRows(page)
            await page.route('**/file_list/**', (route) => route.fulfill({ status: 500, json: {} }))
            await page.goto(`${drive.server.url}/files/own`)
            await shown(page).getByText(t('empty.failed.title')).waitFor()
            await inItsLooks(page)
          },
          { expected: [/file_list/] },
        )
      },
    )
  })
}
