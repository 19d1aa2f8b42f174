import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/install.mjs'
import { probe, telling } from './probe'

/** ms and bytes per second: Slow 4G as simulated by Lighthouse */
export const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const slowCpu = 4
/** ms */
const patience = 60_000

export interface Limits {
  network?: boolean
  cpu?: boolean
}

export interface VisitOptions {
  limits: Limits
  /** Ends with a tap on a row, which opens the row's menu. */
  tap?: boolean
  /** Loads pages of the list without the pause between them. */
  hurry?: boolean
  /** For the page of a share: its first content is a picture. */
  picture?: boolean
}

/** A phone with a session and an empty cache. */
export interface Phone {
  page: Page
  cdp: CDPSession
  close(): Promise<void>
}

export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info', '--js-flags=--expose-gc']
  return chromium.launch({ executablePath: findChromium(), args })
}

export async function takePhone(
  browser: Browser,
  cookie: string,
  url: string,
  { limits, tap = false, hurry = false, picture = false }: VisitOptions,
): Promise<Phone> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
  })
  const cookies = cookie
    .split('; ')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return { name, value, url }
    })
  await context.addCookies(cookies)
  const page = await context.newPage()
  // tsx wraps named functions in a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (run) => run')
  await page.addInitScript(probe, { tap, hurry, picture, telling })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: telling })
  await slowDown({ cdp }, limits)
  return { page, cdp, close: () => context.close() }
}

/** Limits a phone from now on. */
export async function slowDown({ cdp }: Pick<Phone, 'cdp'>, { network, cpu }: Limits): Promise<void> {
  if (network) {
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', slow4G)
  }
  if (cpu) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
}

/**
 * Opens an address and waits until its first row is painted or responds to a tap. The page reports this itself: a query would be a script of the
 * driver, which a slow phone would run before the first row.
 */
export async function open(
  { page, cdp }: Phone,
  address: string,
  { tap = false }: Pick<VisitOptions, 'tap'> = {},
): Promise<void> {
  const reached = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${address}: no row within ${patience} ms`)), patience)
    const onReport = ({ name, payload }: { name: string; payload: string }) => {
      if (name !== telling || payload !== (tap ? 'taps' : 'firstRow')) return
      clearTimeout(timer)
      cdp.off('Runtime.bindingCalled', onReport)
      resolve()
    }
    cdp.on('Runtime.bindingCalled', onReport)
  })
  await Promise.all([reached, page.goto(address, { waitUntil: 'commit', timeout: patience })])
}
