import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/search/zhCN'
import { createWords } from '@/i18n/words'
import { until } from '../../support/until'
import { shown } from '../rig/screen'

export const words = createWords(phrases)

export const panel = (page: Page) => shown(page).getByRole('dialog', { name: words('search.title'), exact: true })
export const field = (page: Page) => panel(page).getByRole('textbox')
export const found = (page: Page, name: string) =>
  panel(page)
    .locator('.row')
    .filter({ has: page.locator('.row-name', { hasText: name }) })
export const openSearch = (page: Page) => shown(page).locator('.search-bar-field').tap()

/** The names found, with matches in brackets, from top to bottom. */
function foundNames(page: Page): Promise<string[]> {
  return panel(page)
    .locator('.row-name')
    .evaluateAll((rows) =>
      rows.map((each) =>
        [...each.querySelectorAll('span')]
          .map((piece) => (piece.classList.contains('search-hit') ? `[${piece.textContent}]` : piece.textContent))
          .join(''),
      ),
    )
}

export async function findsBecome(page: Page, expected: readonly string[]) {
  let seen: string[] = []
  await until('what was found', async () => {
    seen = await foundNames(page)
    return JSON.stringify(seen) === JSON.stringify(expected)
  }).catch(() => assert.deepEqual(seen, expected))
}
