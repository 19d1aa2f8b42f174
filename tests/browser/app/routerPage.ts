import path from 'node:path'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { endBrowserAfter } from '../rig/browser'
import { bundle } from '../rig/bundle'
import { onPhone, type Phone } from '../rig/phone'
import { serveSite, type Site } from '../rig/siteServer'

/** The page on top, as the user sees it. */
export const shown = '.taro_page:not(.page-below)'

export async function at(page: Page, name: string, overlays = ''): Promise<void> {
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
export async function filled(page: Page): Promise<void> {
  await page.waitForFunction(
    (selector) => document.querySelector<HTMLElement>(`${selector} .rows`)?.offsetHeight === 3200,
    shown,
  )
}

export function textOf(page: Page, selector: string): Promise<string | null> {
  return page.locator(`${shown} ${selector}`).textContent()
}

type Method = 'navigateTo' | 'redirectTo' | 'reLaunch'

export function go(page: Page, method: Method, url: string): Promise<unknown> {
  return page.evaluate(
    ([name, to]) =>
      window.driver[name]({ url: to }).then(
        (result) => result.errMsg,
        (error: Error) => error.message,
      ),
    [method, url] as const,
  )
}

export function goBack(page: Page, delta = 1): Promise<unknown> {
  return page.evaluate(
    (steps) =>
      window.driver.navigateBack({ delta: steps }).then(
        (result) => result.errMsg,
        (error: Error) => error.message,
      ),
    delta,
  )
}

export function openOverlay(
  page: Page,
  flag: string,
  value: string,
  companions: Record<string, string> = {},
): Promise<void> {
  return page.evaluate((overlay) => window.driver.overlays().open(overlay), { flag, value, companions })
}

/** Serves the test page of the router; @returns how to visit it, and the address that a page shows. */
export function openRouterPage() {
  let site: Site
  endBrowserAfter()
  before(async () => {
    site = await serveSite(await bundle(path.join(import.meta.dirname, '../fixtures/router.tsx')))
  })
  after(() => site.close())
  return {
    address: (page: Page): string => page.url().slice(site.origin.length),
    visit: (first: string, run: (page: Page) => Promise<void>, phone?: Phone): Promise<void> =>
      onPhone(async (page) => {
        await page.goto(site.origin + first)
        await run(page)
      }, phone),
  }
}
