import type { Page } from 'playwright-core'

/** Holds the app's code back until `release` is called. */
export async function holdCode(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const free = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/js/app.*.js', (route) => free.then(() => route.continue()))
  return release
}

export const shell = (page: Page) => page.locator('#shell')
/** The list call of such an address stores the order, so the page contains no rows. */
export const asksItself = '?sort_by=name&sort_direction=asc'
