import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core'
import { findFirefox } from '../../../scripts/install.mjs'
import type { Driver, Looks } from './Driver'

/** One for light and one for dark pages: the theme belongs to the process. */
const browsers = new Map<boolean, Promise<Browser>>()

export async function openFirefox(looks: Looks): Promise<Driver> {
  const launched = browsers.get(looks.isDark) ?? launch(looks.isDark)
  browsers.set(looks.isDark, launched)
  const context = await (await launched).createBrowserContext()
  const page = await context.newPage()
  await page.setViewport({ width: looks.width, height: looks.height, deviceScaleFactor: looks.scale })
  return pageOf(page, () => context.close())
}

export async function closeFirefox(): Promise<void> {
  for (const browser of browsers.values()) await (await browser).close()
  browsers.clear()
}

function launch(isDark: boolean): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    // A sandbox wants rights that a test machine may refuse.
    env: { ...process.env, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
      'ui.prefersReducedMotion': 1,
    },
  })
}

function pageOf(page: Page, close: () => Promise<void>): Driver {
  return {
    engine: 'firefox',
    goto: async (url) => void (await page.goto(url)),
    goBack: async () => void (await page.goBack()),
    reload: async () => void (await page.reload()),
    url: async () => page.url(),
    run: (body) => page.evaluate(`(async () => {${body}})()`),
    tap: (x, y) => page.mouse.click(x, y),
    async press(key) {
      const names = key.split(/\+(?=.)/) as KeyInput[]
      const main = names.pop()!
      for (const held of names) await page.keyboard.down(held)
      await page.keyboard.press(main)
      for (const held of names) await page.keyboard.up(held)
    },
    type: (text) => page.keyboard.type(text),
    async addCookies(cookies) {
      await page
        .browserContext()
        .setCookie(
          ...cookies.map(({ name, value, url }) => ({ name, value, domain: new URL(url).hostname, path: '/' })),
        )
    },
    async clearCookies() {
      const context = page.browserContext()
      await context.deleteCookie(...(await context.cookies()))
    },
    screenshot: async () => Buffer.from(await page.screenshot({ captureBeyondViewport: false })),
    close,
  }
}
