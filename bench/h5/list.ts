import type { Browser } from 'playwright-core'
import { MB } from '../measurement'
import type { Subject } from './place'
import { open, takePhone, type Phone } from './visit'

/** px and px per second: ten screens in five seconds, like a thumb */
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
  /** frames per second */
  frames: number
  /** ms */
  worstFrame: number
}

/** Measures the list at rest, then scrolled on a slow phone. */
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

/** MB of heap with the first rows, and with all rows loaded. */
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
    await holdAll(phone, count)
    return { first, held: await heapOf(phone) }
  } finally {
    await phone.close()
  }
}

/** px per frame: ten rows, like a hard fling */
const FLING = 600

/** The list with all rows loaded, flung to its end and back on a slow phone. @returns frames per second */
export async function watchFling(
  browser: Browser,
  { url, cookie }: Subject,
  folderId: number,
  count: number,
): Promise<number> {
  const phone = await takePhone(browser, cookie, url, { limits: {}, hurry: true })
  try {
    await open(phone, `${url}/files/folder/${folderId}`)
    await idle(phone)
    await holdAll(phone, count)
    await phone.page.evaluate(() => void (document.querySelector('.virtual-list')!.scrollTop = 0))
    await idle(phone)
    await phone.cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const { frames } = await timeFrames(phone, () =>
      phone.page.evaluate(
        (step) =>
          new Promise<void>((resolve) => {
            const list = document.querySelector('.virtual-list')!
            let way = step
            const run = () => {
              const before = list.scrollTop
              list.scrollTop += way
              if (list.scrollTop === before) {
                if (way < 0) return resolve()
                way = -step
              }
              requestAnimationFrame(run)
            }
            run()
          }),
        FLING,
      ),
    )
    return frames
  } finally {
    await phone.close()
  }
}

/** Scrolls until every row is loaded. */
async function holdAll(phone: Phone, count: number): Promise<void> {
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
}

/** Scrolls the element in the middle of the screen. @param up towards its beginning */
export function scroll(phone: Phone, up = false): Promise<{ frames: number; worstFrame: number }> {
  const yDistance = up ? -gesture.yDistance : gesture.yDistance
  return timeFrames(phone, () => phone.cdp.send('Input.synthesizeScrollGesture', { ...gesture, yDistance }))
}

/** Frames while something runs. */
export async function timeFrames({ page }: Pick<Phone, 'page'>, run: () => Promise<unknown>) {
  await page.evaluate(() => window.bench.startFrames())
  await run()
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
