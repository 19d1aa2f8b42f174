import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  mountedPages,
  canvasOf,
  columnOf,
  pageAt,
  pageInView,
  sameTop,
  PDF_ALIVE,
  PDF_PIXELS,
  type Size,
} from '@/domain/previews/pdfPages'

const A4 = { width: 210, height: 297 }
const book = (pages: number, page: Size = A4) =>
  columnOf(
    Array.from({ length: pages }, () => page),
    390,
  )
/** The screen below the header, px. */
const SCREEN = 800
const column = book(500)
const step = column.tops[1]! - column.tops[0]!

describe('pages form a column', () => {
  test('pages have one width and stand 12 px apart', () => {
    const { tops, heights } = columnOf(
      [
        { width: 366, height: 500 },
        { width: 732, height: 200 },
        { width: 183, height: 100 },
      ],
      390,
    )
    expect([tops, heights]).toStrictEqual([
      [12, 524, 636],
      [500, 100, 200],
    ])
  })
  test('a height finds its page, and a gap belongs to the page above', () => {
    expect([0, 12, 12 + step - 1, 12 + step, 1e9].map((y) => pageAt(column, y))).toStrictEqual([0, 0, 0, 1, 499])
  })
  test('the current page is the first at the beginning, the last at the end, and otherwise the one in the middle', () => {
    const at = (top: number) => pageInView(column, { top, height: SCREEN })
    expect([at(0), at(step), at(column.height - SCREEN), at(10 * step)]).toStrictEqual([0, 1, 499, 10])
    expect(pageInView(book(2, { width: 100, height: 20 }), { top: 0, height: SCREEN })).toBe(0)
  })
  test('the text on the screen stays in place when a page above turns out longer', () => {
    const longer = columnOf(
      Array.from({ length: 500 }, (_, n) => (n === 3 ? { width: 210, height: 594 } : A4)),
      390,
    )
    const top = column.tops[10]! + 100
    expect(sameTop(column, longer, top) - longer.tops[10]!).toBe(100)
    expect(sameTop(column, longer, column.tops[2]!)).toBe(longer.tops[2]!)
  })
  test('the text on the screen stays in place when the phone is turned', () => {
    const turned = columnOf(
      Array.from({ length: 500 }, () => A4),
      844,
    )
    const half = sameTop(column, turned, column.tops[10]! + column.heights[10]! / 2)
    expect(Math.abs(half - turned.tops[10]! - turned.heights[10]! / 2)).toBeLessThan(0.01)
  })
})

describe('[AH-13] only pages near the screen have a canvas', () => {
  test('on the first screen of 500 pages the visible pages and the next ones have a canvas', () => {
    expect(mountedPages(column, { top: 0, height: SCREEN })).toStrictEqual([0, 1, 2])
  })
  test('the page in the middle is drawn first', () => {
    expect(mountedPages(column, { top: 10 * step, height: SCREEN })[0]).toBe(pageAt(column, 10 * step + SCREEN / 2))
  })
  test('fewer than 6 pages have a canvas at any place and scale, and all visible ones do', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 1, max: 5, noNaN: true }),
        (part, scale) => {
          const slice = { top: part * (column.height - SCREEN / scale), height: SCREEN / scale }
          const alive = mountedPages(column, slice)
          expect(alive.length).toBeGreaterThanOrEqual(1)
          expect(alive.length).toBeLessThanOrEqual(PDF_ALIVE)
          expect(PDF_ALIVE).toBeLessThan(6)
          for (let page = 0; page < 500; page += 1) {
            const isSeen =
              column.tops[page]! < slice.top + slice.height && column.tops[page]! + column.heights[page]! > slice.top
            if (isSeen) expect(alive).toContain(page)
          }
        },
      ),
    )
  })
  test('where more low pages are visible, only the visible ones have a canvas', () => {
    expect(mountedPages(book(500, { width: 300, height: 30 }), { top: 0, height: SCREEN })).toHaveLength(17)
  })
  test('fewer pages are near after zooming in', () =>
    expect(mountedPages(column, { top: 10 * step + 100, height: SCREEN / 5 })).toHaveLength(1))
})

describe('[AH-13] the pixels of a canvas are capped', () => {
  const shown = (scale: number): Size => ({ width: 366 * scale, height: 517 * scale })
  const table: [sentence: string, shown: Size, ratio: number, canvas: Size][] = [
    ['a canvas has as many pixels as the screen', shown(1), 3, { width: 1098, height: 1551 }],
    ['a canvas below the cap grows with the zoom', shown(1.5), 3, { width: 1647, height: 2326 }],
  ]
  test.each(table)('%s', (_sentence, page, ratio, canvas) => expect(canvasOf(page, ratio)).toStrictEqual(canvas))
  test('the cap holds for any zoom and any length of a page', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 1, max: 4 }),
        (width, height, ratio) => {
          const canvas = canvasOf({ width, height }, ratio)
          expect(canvas.width * canvas.height).toBeLessThanOrEqual(Math.max(PDF_PIXELS, canvas.width, canvas.height))
          expect(canvas.width).toBeGreaterThanOrEqual(1)
          expect(canvas.height).toBeGreaterThanOrEqual(1)
        },
      ),
    )
    const { width, height } = canvasOf(shown(5), 3)
    expect(width * height).toBeGreaterThan(0.99 * PDF_PIXELS)
    expect(Math.abs(height / width - 517 / 366)).toBeLessThan(0.01)
  })
})
