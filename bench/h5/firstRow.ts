import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { firstRowBytes, type FirstRowBytes } from './bytes'
import { until } from '../../tests/support/until'
import type { Subject } from './place'
import { idle } from './list'
import { open, slow4G, takePhone, type Limits } from './visit'

export interface FirstRow {
  /** s */
  firstRow: number
  /** s until the page responds to taps */
  taps: number
  warm: number
  /** ms by which tasks exceeded 50 ms, until rows responded */
  blocking: number
  /** Layout shift of both visits, until no more requests arrive. */
  shift: number
}

const slow: Limits = { network: true, cpu: true }

/** One visit with an empty cache, then one with a full cache. */
export async function timeFirstRow(
  browser: Browser,
  { url, cookie, folder }: Subject,
  folderId: number,
): Promise<FirstRow> {
  const address = `${url}/files/folder/${folderId}`
  const phone = await takePhone(browser, cookie, url, { limits: slow, tap: true })
  try {
    await open(phone, address, { tap: true })
    await idle(phone)
    if (existsSync(path.join(folder, 'service-worker.js'))) await slowWorker(phone.page)
    const cold = await phone.page.evaluate(() => ({ ...window.bench }))
    await phone.page.goto('about:blank')
    await open(phone, address)
    await idle(phone)
    const warm = await phone.page.evaluate(() => ({ ...window.bench }))
    const tapTime = cold.taps!
    const blocking = cold.longTasks
      .filter(([start]) => start < tapTime)
      .reduce((sum, [, length]) => sum + length - 50, 0)
    return {
      firstRow: cold.firstRow! / 1000,
      taps: tapTime / 1000,
      warm: warm.firstRow! / 1000,
      blocking,
      shift: cold.shift + warm.shift,
    }
  } finally {
    await phone.close()
  }
}

/**
 * Waits until the page's service worker has stored its files and serves; during installation it would be bypassed. The page's limits do not apply
 * to the worker's own requests, so they are delayed by the same time.
 */
async function slowWorker(page: Page): Promise<void> {
  const serves = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.active?.state === 'activated' && Boolean(await caches.match('/shell'))
    })
  await until('the service worker', serves, 60_000)
  const [worker, ...others] = page.context().serviceWorkers()
  if (!worker || others.length > 0) throw new Error('expected exactly one service worker')
  await worker.evaluate((latency) => {
    const send = globalThis.fetch
    globalThis.fetch = async (...request) => {
      await new Promise((resolve) => setTimeout(resolve, latency))
      return send(...request)
    }
  }, slow4G.latency)
}

/** Measures only numbers of bytes and requests, without throttling, because these are the same on every machine. */
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

/** Seconds until the first row of a large folder appears, on a slow processor without network limits. */
export async function timeOfMany(browser: Browser, { url, cookie }: Subject, folderId: number): Promise<number> {
  const phone = await takePhone(browser, cookie, url, { limits: { cpu: true } })
  try {
    await open(phone, `${url}/files/folder/${folderId}`)
    return await phone.page.evaluate(() => window.bench.firstRow! / 1000)
  } finally {
    await phone.close()
  }
}
