import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { firstRowBytes, type FirstRowBytes } from './bytes'
import { until } from '../../tests/support/until'
import type { Subject } from './place'
import { open, takePhone, type Limits } from './visit'

export interface FirstRow {
  /** s */
  firstRow: number
  taps: number
  warm: number
  /** ms by which tasks exceeded 50 ms, until rows answered */
  blocking: number
}

const slow: Limits = { network: true, cpu: true }

/** One visit with an empty cache, one with a full one. */
export async function timeFirstRow(
  browser: Browser,
  { url, cookie, folder }: Subject,
  folderId: number,
): Promise<FirstRow> {
  const address = `${url}/files/folder/${folderId}`
  const phone = await takePhone(browser, cookie, url, { limits: slow, tap: true })
  try {
    await open(phone, address, { tap: true })
    if (existsSync(path.join(folder, 'service-worker.js'))) await installed(phone.page)
    const cold = await phone.page.evaluate(() => ({ ...window.bench }))
    await phone.page.goto('about:blank')
    await open(phone, address)
    const warm = await phone.page.evaluate(() => window.bench.firstRow!)
    const answered = cold.taps!
    const blocking = cold.longTasks
      .filter(([start]) => start < answered)
      .reduce((sum, [, length]) => sum + length - 50, 0)
    return { firstRow: cold.firstRow! / 1000, taps: answered / 1000, warm: warm / 1000, blocking }
  } finally {
    await phone.close()
  }
}

/** Until the page's service worker has what it keeps, and serves: while it is being installed a visit goes past it. */
async function installed(page: Page): Promise<void> {
  const serves = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.active?.state === 'activated' && Boolean(await caches.match('/shell'))
    })
  await until('the service worker', serves, 60_000)
}

/** Only counts, without throttling: they are the same on every machine. */
export async function weighFirstRow(
  browser: Browser,
  { url, cookie, folder }: Subject,
  folderId: number,
): Promise<FirstRowBytes> {
  const phone = await takePhone(browser, cookie, url, { limits: {} })
  try {
    await open(phone, `${url}/files/folder/${folderId}`)
    return await firstRowBytes(phone.page, folder)
  } finally {
    await phone.close()
  }
}

/** s; over a network without limits */
export async function timeOfMany(browser: Browser, { url, cookie }: Subject, folderId: number): Promise<number> {
  const phone = await takePhone(browser, cookie, url, { limits: { cpu: true } })
  try {
    await open(phone, `${url}/files/folder/${folderId}`)
    return await phone.page.evaluate(() => window.bench.firstRow! / 1000)
  } finally {
    await phone.close()
  }
}
