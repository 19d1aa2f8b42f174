import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Language, Wording } from '@/contract/entities'
import { createWords } from '@/i18n/words'
import { allOf, overlays } from '../../i18n/catalogues'
import { until } from '../../support/until'

/** The product's own words, to find controls by. */
export const wordsIn = (language: Language, wording: Wording = 'default') =>
  createWords(...allOf(language), ...(wording === 'education' ? [overlays[language]] : []))
export const t = wordsIn('zh-CN')

/** The page on top; those below it stay in the document, out of sight. */
export function shown(page: Page): Locator {
  return page.locator('.taro_page:not(.page-below)')
}

export function row(page: Page, name: string): Locator {
  return shown(page).locator('.row').filter({ hasText: name })
}

/** The names of the rows that exist, from top to bottom. */
export function names(page: Page): Promise<string[]> {
  return shown(page)
    .locator('.row-name')
    .evaluateAll((rows) =>
      rows.map((row) => {
        return ['.row-head', '.row-tail'].map((part) => row.querySelector(part)?.textContent ?? '').join('')
      }),
    )
}

/** Waits until the rows have the expected names. */
export async function rowsBecome(page: Page, expected: readonly string[]): Promise<void> {
  let seen: string[] = []
  await until('rows', async () => {
    seen = await names(page)
    return JSON.stringify(seen) === JSON.stringify(expected)
  }).catch(() => assert.deepEqual(seen, expected))
}

/** Waits until lists accept taps. Before that, the driver would scroll about in search of a place that accepts the tap. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().length === 0)
}

/** Path and query of the address. */
export function address(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

export async function addressBecomes(page: Page, expected: string): Promise<void> {
  await until('address', () => address(page) === expected).catch(() => assert.equal(address(page), expected))
}

export async function openMenu(page: Page, name: string, words = t): Promise<Locator> {
  await row(page, name)
    .getByRole('button', { name: words('row.more', { name }) })
    .tap()
  return page.getByRole('dialog', { name })
}

/** The preview of a file. */
export function preview(page: Page, name: string): Locator {
  return shown(page).locator(`.preview[aria-label="${name}"]`)
}

/** Drags one finger from a point by so many px, in steps as a hand does, and lifts it. */
export async function drag(page: Page, from: { x: number; y: number }, by: { x?: number; y?: number }): Promise<void> {
  const lift = await dragAndHold(page, from, by)
  await lift()
}

/** As `drag`, with the finger still on the screen. @returns lifts the finger */
export async function dragAndHold(
  page: Page,
  from: { x: number; y: number },
  by: { x?: number; y?: number },
): Promise<() => Promise<unknown>> {
  const finger = await page.context().newCDPSession(page)
  const steps = 8
  for (let step = 0; step <= steps; step += 1) {
    const point = { x: from.x + ((by.x ?? 0) * step) / steps, y: from.y + ((by.y ?? 0) * step) / steps }
    await finger.send('Input.dispatchTouchEvent', { type: step ? 'touchMove' : 'touchStart', touchPoints: [point] })
  }
  return () => finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Opens the account by the bar at the foot. */
export async function openMe(page: Page): Promise<void> {
  await shown(page).locator('.foot-place').last().tap()
  await shown(page).locator('.me .segmented').first().waitFor()
}

/** Signs out and waits for the sign-in page. */
export async function signOut(page: Page): Promise<void> {
  await openMe(page)
  await confirmSignOut(page)
}

/** Signs out from the account and waits for the sign-in page. */
async function confirmSignOut(page: Page): Promise<void> {
  await shown(page)
    .getByRole('button', { name: t('me.signOut') })
    .tap()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('me.signOut') })
    .tap()
  await shown(page)
    .getByRole('button', { name: t('login.submit'), exact: true })
    .waitFor()
}
