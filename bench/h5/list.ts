import type { Browser } from 'playwright-core'
import { MB } from '../measurement'
import type { Subject } from './place'
import { open, takePhone, type Phone } from './visit'

/** px, px a second: ten screens in five seconds, as a thumb does it */
const gesture = {
  x: 195,
  y: 600,
  yDistance: -9000,
  speed: 1800,
  gestureSourceType: 'touch' as const,
  preventFling: true,
}

export interface ListAtWork {
  /** MB */
  heap: number
  elements: number
  elementsScrolled: number
  /** frames a second */
  frames: number
  /** ms */
  worstFrame: number
}

/** The list at rest, then scrolled on a slow phone. */
export async function watchList(browser: Browser, { url, cookie }: Subject, folderId: number): Promise<ListAtWork> {
  const phone = await takePhone(browser, cookie, url, { limits: {} })
  try {
    await open(phone, `${url}/files/folder/${folderId}`)
    await idle(phone)
    const heap = await heapOf(phone)
    const elements = await countElements(phone)
    await phone.cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const { frames, worstFrame } = await scroll(phone)
    const elementsScrolled = await countElements(phone)
    return { heap, elements, elementsScrolled, frames, worstFrame }
  } finally {
    await phone.close()
  }
}

/** MB of heap with the first rows, and with every row loaded. */
export async function weighMany(
  browser: Browser,
  { url, cookie }: Subject,
  folderId: number,
  count: number,
): Promise<{ first: number; held: number }> {
  const phone = await takePhone(browser, cookie, url, { limits: {}, hurry: true })
  try {
    await open(phone, `${url}/files/folder/${folderId}`)
    await idle(phone)
    const first = await heapOf(phone)
    await phone.page.waitForFunction(
      (rows) => {
        const list = document.querySelector('.virtual-list')!
        list.scrollTop = list.scrollHeight
        return document.querySelector<HTMLElement>('.virtual-list-body')!.offsetHeight >= rows * 64
      },
      count,
      { timeout: 120_000, polling: 'raf' },
    )
    await idle(phone)
    return { first, held: await heapOf(phone) }
  } finally {
    await phone.close()
  }
}

/** Scrolls what lies in the middle of the screen. @param up towards its beginning */
export async function scroll({ page, cdp }: Phone, up = false): Promise<{ frames: number; worstFrame: number }> {
  const yDistance = up ? -gesture.yDistance : gesture.yDistance
  await page.evaluate(() => window.bench.startFrames())
  await cdp.send('Input.synthesizeScrollGesture', { ...gesture, yDistance })
  const times = await page.evaluate(() => {
    window.bench.stopFrames()
    return window.bench.frames
  })
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  return { frames: (gaps.length * 1000) / (times.at(-1)! - times[0]!), worstFrame: Math.max(...gaps) }
}

export async function idle({ page }: Phone): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

function countElements({ page }: Phone): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}

async function heapOf({ cdp }: Phone): Promise<number> {
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / MB
}
