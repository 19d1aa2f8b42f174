import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import PDFDocument from 'pdfkit'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/previews/zhCN'
import { until } from '../../support/until'
import { nowhere, openDrive } from '../rig/drive'
import { isDrawn } from '../rig/ink'
import { row, shown, t } from '../rig/screen'
import { Fingers } from '../rig/touch'
import { button } from '../rig/visits'
import { deepTest, isDeep } from '../../support/deep'
import { bar, NAME, canvases, numbered, drawn, under, openPdf } from './openPdf'

const drive = openDrive()
const open = openPdf.bind(null, drive)
const words = phrases.preview

const box = (page: Page) => shown(page).locator('.pdf')

const scaleOf = (page: Page) =>
  box(page).evaluate((element) => element.querySelector<HTMLElement>('.pdf-column')!.offsetWidth / element.clientWidth)

async function scaleBecomes(page: Page, scale: number): Promise<void> {
  let seen = 0
  await until(`scale ${scale}`, async () => Math.abs((seen = await scaleOf(page)) - scale) < 0.01, 5000).catch(() =>
    assert.equal(seen, scale),
  )
}

function isNear(one: readonly number[], other: readonly number[], by: number): void {
  for (const [index, value] of one.entries())
    assert.ok(Math.abs(value - other[index]!) <= by, `${one.join()} is not near ${other.join()}`)
}

describe('[PREV-07] the first look at a document', () => {
  const lines = async (margin: number) => {
    const document = new PDFDocument({ size: 'A4', margin })
    // Bars instead of letters, which would be as wide as the fonts of the machine.
    for (let line = 0; line < 40; line += 1) document.rect(margin, 100 + 15 * line, 595 - 2 * margin, 8).fill()
    document.end()
    return buffer(document)
  }
  /** Device pixels between the screen's edges and the first and last ink. */
  const margins = (page: Page) =>
    shown(page)
      .locator('.pdf')
      .evaluate((element) => {
        const canvas = element.querySelector('canvas')!
        const { width, height } = canvas
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
        const hasInk = (x: number) => {
          for (let y = 0; y < height; y += 1) if (data[4 * (y * width + x)]! < 128) return true
          return false
        }
        let [left, right] = [0, width - 1]
        while (!hasInk(left)) left += 1
        while (!hasInk(right)) right -= 1
        const place = canvas.getBoundingClientRect()
        const at = (x: number) => place.left + (x / width) * place.width
        return [at(left), element.clientWidth - at(right)]
      })

  deepTest('wide margins are cut: text fills the screen, the page moves sideways and can be shown whole', async () => {
    await open(await lines(90), async (page) => {
      const scale = 390 / (366 * (1 - 2 * (90 / 595) + 0.04))
      await drawn(page, scale)
      // The position of the first ink is known to 1/400 of the page.
      const opened = await scaleOf(page)
      const [left, right] = await margins(page)
      assert.ok(left! > 2 && left! < 20 && right! > 2 && right! < 40, `${left} ${right}`)
      const fingers = await Fingers.on(page)
      await fingers.doubleTap({ x: 120, y: 500 })
      await scaleBecomes(page, 2 * opened)
      await fingers.doubleTap({ x: 120, y: 500 })
      await scaleBecomes(page, opened)
      await until('the text', async () => Math.abs((await margins(page))[0]! - left!) < 2)
      await fingers.pinch({ x: 200, y: 500 }, 300, 100)
      await fingers.lift()
      await scaleBecomes(page, 1)
    })
  })

  deepTest('narrow margins stay, and whole pages are shown', async () => {
    await open(await lines(24), async (page) => {
      await drawn(page)
      assert.equal(await box(page).evaluate((element) => element.scrollLeft), 0)
    })
  })

  deepTest('the pages of a text have a readable size of 15 px on a phone', async () => {
    const user = await drive.make.user()
    await drive.make.file({ owner: user }, { name: '说明.txt', content: '招生简章\n'.repeat(40) })
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '说明.txt').locator('.row-open').tap()
      await button(page, words.reading.look).tap()
      await button(page, words.reading.layout).tap()
      await drawn(page)
      const width = await shown(page)
        .locator('.pdf-page')
        .first()
        .evaluate((element: HTMLElement) => element.offsetWidth)
      assert.ok((width / 360) * 15 >= 15, String(width))
    })
  })
})

describe('[PREV-07] double tap and pinch', () => {
  deepTest('a double tap doubles the scale about the finger, and another restores it', async () => {
    await open(await numbered(20), async (page) => {
      await drawn(page)
      const fingers = await Fingers.on(page)
      const at = { x: 120, y: 500 }
      const before = await under(page, at)
      await fingers.doubleTap(at)
      await scaleBecomes(page, 2)
      isNear(await under(page, at), before, 0.003)
      await drawn(page, 2)
      await fingers.doubleTap(at)
      await scaleBecomes(page, 1)
      isNear(await under(page, at), before, 0.003)
      await drawn(page)
      assert.equal(await page.evaluate(() => visualViewport!.scale), 1)
    })
  })

  deepTest('a pinch scales the drawn pages at once, and they are drawn sharp 200 ms after it rests', async () => {
    await open(await numbered(20), async (page) => {
      await page.clock.install()
      await page.reload()
      await drawn(page)
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
      const first = () =>
        canvases(page)
          .first()
          .evaluate((canvas: HTMLCanvasElement) => canvas.width)
      const before = await first()
      const fingers = await Fingers.on(page)
      const [middle, along] = [
        { x: 200, y: 500 },
        { x: 20, y: -40 },
      ]
      const held = await under(page, middle)
      await fingers.pinch(middle, 100, 300, along)
      await scaleBecomes(page, 3)
      isNear(await under(page, { x: 220, y: 460 }), held, 0.003)
      await page.clock.runFor(199)
      assert.equal(await first(), before)
      await page.clock.runFor(1)
      await until('sharp pages', async () => {
        await page.clock.runFor(20)
        return Math.abs((await first()) / before - 3) < 0.05
      })
      await fingers.lift()
      await fingers.pinch(middle, 50, 360)
      await fingers.lift()
      await scaleBecomes(page, 5)
      await fingers.pinch(middle, 360, 20)
      await fingers.lift()
      await scaleBecomes(page, 1)
      assert.equal(await page.evaluate(() => visualViewport!.scale), 1)
    })
  })

  test('[AH-13] on a sharp screen a zoomed canvas has at most 5,000,000 pixels, and the visible part has ink', async () => {
    await open(
      await numbered(20),
      async (page) => {
        await drawn(page)
        const fingers = await Fingers.on(page)
        await fingers.pinch({ x: 40, y: 120 }, 60, 300)
        await fingers.lift()
        await drawn(page, 5)
        const sizes = await canvases(page).evaluateAll((all) =>
          all.map((canvas) => (canvas as HTMLCanvasElement).width * (canvas as HTMLCanvasElement).height),
        )
        assert.ok(sizes.length >= 1 && sizes.length <= 2, `${sizes.length} canvases`)
        for (const size of sizes) assert.ok(size > 4_900_000 && size <= 5_000_000, `${size} pixels`)
        assert.ok(await isDrawn(canvases(page).first()))
      },
      { deviceScaleFactor: 3 },
    )
  })
})

describe('[PREV-07] the page bar', () => {
  deepTest('the bar appears 200 ms after a single tap and hides after 2 s; a double tap does not show it', async () => {
    await open(await numbered(20), async (page) => {
      await page.clock.install()
      await page.reload()
      await drawn(page)
      assert.equal(await bar(page).innerText(), '1 / 20')
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
      await until('hidden', async () => !(await bar(page).isVisible()))
      const fingers = await Fingers.on(page)
      const at = { x: 200, y: 400 }
      await fingers.tap(at)
      await page.clock.runFor(199)
      assert.ok(!(await bar(page).isVisible()))
      await page.clock.runFor(1)
      await bar(page).waitFor()
      await page.clock.runFor(1999)
      assert.ok(await bar(page).isVisible())
      await page.clock.runFor(1)
      await bar(page).waitFor({ state: 'hidden' })

      await fingers.tap(at)
      await page.clock.runFor(190)
      await fingers.tap(at)
      await scaleBecomes(page, 2)
      await page.clock.runFor(1000)
      assert.ok(!(await bar(page).isVisible()))
      await fingers.tap(at)
      await page.clock.runFor(210)
      await fingers.tap(at)
      await page.clock.runFor(200)
      await bar(page).waitFor()
      assert.equal(await scaleOf(page), 2)
    })
  })

  deepTest('the bar shows the page while scrolling', async () => {
    await open(await numbered(30), async (page) => {
      await drawn(page)
      await box(page).evaluate((element) => {
        element.scrollTop = element.scrollHeight
      })
      await until('the last page', async () => (await bar(page).innerText()) === '30 / 30')
      await bar(page).waitFor()
      await until('ink', () => isDrawn(canvases(page).last()))
    })
  })
})

/** A PDF of so many pages, each with text, lines and a picture of its own colour. */
async function book(pages: number): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 20, autoFirstPage: false })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve) => document.on('end', resolve))
  for (let page = 1; page <= pages; page += 1) {
    document.addPage().fontSize(40).text(`Page ${page}`)
    for (let line = 0; line < 30; line += 1)
      document.fontSize(10).text(`Line ${line} of page ${page}: the quick brown fox jumps over the lazy dog`)
    document.rect(72, 500, 300, 200).fill([page % 255, 120, 200])
  }
  document.end()
  await done
  return Buffer.concat(chunks)
}

/** Counts every canvas that holds pixels, in the page or not, whoever made it. */
function watchCanvases() {
  const made: WeakRef<HTMLCanvasElement>[] = []
  document.createElement = new Proxy(document.createElement, {
    apply(create, self, given) {
      const element = Reflect.apply(create, self, given) as HTMLElement
      if (element instanceof HTMLCanvasElement) made.push(new WeakRef(element))
      return element
    },
  })
  Object.assign(window, {
    canvases: {
      made() {
        return made.length
      },
      /** A canvas without a size yet has the standard's default. */
      alive() {
        return made.filter((canvas) => {
          const { width = 0, height = 0 } = canvas.deref() ?? {}
          return width * height > 0 && !(width === 300 && height === 150)
        }).length
      },
    },
  })
}

type Watched = Window & { canvases: { alive(): number; made(): number } }

/** The specification promises 500 pages. Already 60 need canvases to be released. */
const PAGES = isDeep ? 500 : 60

describe(`[AH-13] a PDF of ${PAGES} pages`, () => {
  deepTest(
    'at most 6 canvases are alive from the first page to the last and back, also zoomed in; a jump draws none in between',
    async () => {
      await open(
        await book(PAGES),
        async (page) => {
          await drawn(page)
          const heap = await page.context().newCDPSession(page)
          const used = async () => {
            await heap.send('HeapProfiler.collectGarbage')
            return (await heap.send('Runtime.getHeapUsage')).usedSize
          }
          /** Scrolls to an end by so many screens per step, waiting for a frame or for all pages to be drawn. Returns the most canvases seen. */
          const scroll = (screens: number, isSlow: boolean) =>
            box(page).evaluate(
              async (element, [by, slow]) => {
                const { canvases: watched } = window as unknown as Watched
                let most = 0
                for (let last = -1; last !== element.scrollTop;) {
                  last = element.scrollTop
                  element.scrollTop += by * element.clientHeight
                  do {
                    await new Promise((resolve) => requestAnimationFrame(resolve))
                    most = Math.max(most, watched.alive(), document.querySelectorAll('canvas').length)
                  } while (slow && document.querySelector('.pdf-page:not(:has(canvas))'))
                }
                return most
              },
              [screens, isSlow] as const,
            )
          const made = () => page.evaluate(() => (window as unknown as Watched).canvases.made())

          const atFirst = await made()
          await box(page).evaluate((element) => {
            element.scrollTop = element.scrollHeight
          })
          await until('the end', async () => (await bar(page).innerText()) === `${PAGES} / ${PAGES}`)
          await drawn(page)
          assert.ok((await made()) - atFirst <= 6, `${(await made()) - atFirst} canvases for a jump`)
          assert.ok(await isDrawn(canvases(page).last()))
          const before = await made()
          let most = await scroll(-2, false)
          await drawn(page)
          assert.ok(
            (await made()) - before < PAGES / 5,
            `${(await made()) - before} canvases for ${PAGES} pages that flew by`,
          )

          const heaps: number[] = []
          for (const screens of [8, -8, 8, -8]) {
            most = Math.max(most, await scroll(screens, true))
            heaps.push(await used())
          }
          // The bar hides itself after a while.
          assert.equal(await bar(page).textContent(), `1 / ${PAGES}`)
          assert.ok((await made()) > 0.6 * PAGES, 'the pages were not drawn on the way')

          const fingers = await Fingers.on(page)
          await fingers.doubleTap({ x: 200, y: 400 })
          await drawn(page, 2)
          most = Math.max(most, await scroll(40, true), await scroll(-40, true))
          assert.ok(most > 2 && most <= 6, `${most} canvases`)
          console.log(
            `canvases at most ${most}; heap at the ends ${heaps.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(', ')} MB`,
          )
          const [, once = 0, , twice = 0] = heaps
          assert.ok(twice < once + 8 * 2 ** 20, `the heap grew from ${once} to ${twice}`)
        },
        {
          async prepare(page) {
            await page.addInitScript(watchCanvases)
            await page.reload()
          },
        },
      )
    },
  )
})

deepTest('nothing of pdf.js is requested before a PDF is opened', async () => {
  const user = await drive.make.user()
  await drive.make.file({ owner: user }, { name: NAME, content: await numbered(1) })
  await drive.visit(user, nowhere, async (page) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/pdfjs/')) asked.push(request.url())
    })
    await page.goto(`${drive.server.url}/files/own`)
    await row(page, NAME).waitFor()
    assert.equal(asked.length, 0)
    await row(page, NAME).locator('.row-open').tap()
    await drawn(page)
    assert.ok(
      asked.some((url) => url.endsWith('/pdf.min.mjs')) && asked.some((url) => url.endsWith('/pdf.worker.min.mjs')),
    )
    await page
      .getByRole('button', { name: t('action.back') })
      .last()
      .tap()
  })
})
