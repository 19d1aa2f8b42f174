import { describe, expect, test } from '@jest/globals'
import type { PageLine } from '@/contract/previews/pageTexts'
import { columnAt, placeOnPage } from '@/domain/previews/pageColumns'
import { mountedThumbs, thumbsAt, THUMB } from '@/domain/previews/pageStrip'
import { findOnPage, viewOfSpot } from '@/domain/previews/pageWords'
import { columnOf } from '@/domain/previews/pdfPages'
import { toggleZoom } from '@/domain/previews/pdfZoom'
import { fitOf } from '@/domain/previews/reading'
import { finderOf } from '@/domain/previews/readingFind'
import { slideAfter } from '@/domain/previews/slides'

/** A line of letters that are 100 wide. */
const lineOf = (text: string, top: number, more: Partial<PageLine> = {}): PageLine => ({
  text,
  left: 1000,
  right: 1000 + 100 * text.length,
  top,
  bottom: top + 200,
  steps: Array.from(text, (_, at) => (at === 0 ? 0 : 100)),
  ...more,
})
const find = (lines: readonly PageLine[], words: string, most = 10) => findOnPage(lines, finderOf(words)!, most)

describe('[AH-38] words on the lines of a page', () => {
  test('words have the box of their letters, whatever their case, and at most as many are found as wanted', () => {
    expect(find([lineOf('The quick fox', 500)], 'QUICK')).toStrictEqual([
      [{ left: 0.14, right: 0.19, top: 0.05, bottom: 0.07 }],
    ])
    expect(find([lineOf('a a a', 0)], 'a', 2)).toHaveLength(2)
  })

  test('words go on in the next line, and have a box on each', () => {
    const box = (left: number, right: number, top: number) => ({ left, right, top, bottom: top + 0.02 })
    expect(find([lineOf('招生简', 500), lineOf('章全文', 720)], '简章')).toStrictEqual([
      [box(0.12, 0.13, 0.05), box(0.1, 0.11, 0.072)],
    ])
    expect(find([lineOf('the end', 500), lineOf('of it', 720)], 'end of')).toHaveLength(1)
    const [divided] = find([lineOf('inter-', 500), lineOf('est', 720)], 'interest')
    expect(divided).toHaveLength(2)
    expect(find([lineOf('inter-', 500), lineOf('est', 720)], 'est')).toStrictEqual([[box(0.1, 0.13, 0.072)]])
  })

  test('lines of other columns and far lines are no continuation', () => {
    expect(find([lineOf('招生', 500), lineOf('简章', 500, { left: 5000, right: 5200 })], '生简')).toStrictEqual([])
    expect(find([lineOf('招生', 500), lineOf('简章', 3000)], '生简')).toStrictEqual([])
  })

  test('letters from right to left, and lines without places of letters, are marked', () => {
    const arabic = lineOf('سلام', 0, { steps: [300, -100, -100, -100] })
    expect(find([arabic], 'س')).toStrictEqual([[{ left: 0.13, right: 0.14, top: 0, bottom: 0.02 }]])
    expect(find([lineOf('abc', 0, { steps: [] })], 'b')).toStrictEqual([
      [{ left: 0.1, right: 0.13, top: 0, bottom: 0.02 }],
    ])
  })
})

describe('[AH-38] columns, small pages and found places', () => {
  const pages = columnOf([{ width: 100, height: 100 }], 324)
  const whole = { scale: 1, left: 0, top: 0 }
  const lines = (left: number, right: number) =>
    Array.from({ length: 12 }, (_, at) => ({ left, right, top: 0.2 + at * 0.05, bottom: 0.24 + at * 0.05 }))
  const twoColumns = [{ left: 0.1, right: 0.9, top: 0.05, bottom: 0.1 }, ...lines(0.1, 0.48), ...lines(0.52, 0.9)]

  test('the tapped column is found beside another one and below a title over both', () => {
    expect(columnAt(twoColumns, { x: 0.3, y: 0.4 })).toStrictEqual({ left: 0.1, right: 0.48 })
    expect(columnAt(twoColumns, { x: 0.7, y: 0.12 })).toStrictEqual({ left: 0.52, right: 0.9 })
    expect(columnAt(twoColumns, { x: 0.97, y: 0.4 })).toBeNull()
    expect(columnAt(lines(0.1, 0.2).slice(0, 2), { x: 0.15, y: 0.3 })).toBeNull()
  })

  test('a double tap fills the width with the column, and another returns; without a column it doubles', () => {
    const at = { x: 230, y: 120 }
    const { page, ...place } = placeOnPage(pages, whole, at)
    expect(page).toBe(0)
    const fit = fitOf(pages, columnAt(twoColumns, place)!)
    const view = toggleZoom(whole, at, whole, fit)
    expect(view.scale).toBeCloseTo(324 / (300 * 0.42), 5)
    expect(view.left).toBeCloseTo((12 + 300 * 0.5) * view.scale, 5)
    expect((view.top + at.y) / view.scale).toBeCloseTo(120, 5)
    expect(toggleZoom(view, at, whole, fit)).toMatchObject({ scale: 1, left: 0 })
    expect(toggleZoom(whole, at, whole, null).scale).toBe(2)
    expect(toggleZoom(whole, at, whole, { left: 12, right: 312, screen: 324 }).scale).toBe(2)
  })

  test('only small pages near the screen exist, and the strip begins with the page being read in its middle', () => {
    expect(mountedThumbs(0, 1000, 390)).toStrictEqual([1, 2, 3, 4, 5, 6, 7])
    const left = thumbsAt(500, 1000, 390)
    expect(left + 195).toBe(THUMB.gap + 499.5 * THUMB.pitch)
    expect(mountedThumbs(left, 1000, 390)).toContain(500)
    expect(mountedThumbs(thumbsAt(1000, 1000, 390), 1000, 390).slice(-1)).toStrictEqual([1000])
    expect(thumbsAt(2, 3, 390)).toBe(0)
  })

  test('a found place is shown below the top of the screen, and sideways only where it was out of sight', () => {
    const frame = { width: 324, height: 300 }
    const spot = { left: 0.1, right: 0.2, top: 0.9, bottom: 0.95 }
    expect(viewOfSpot(pages, whole, frame, 0, spot)).toStrictEqual({ scale: 1, left: 0, top: 12 + 270 - 100 })
    const close = { scale: 4, left: 900, top: 0 }
    expect(viewOfSpot(pages, close, frame, 0, spot).left).toBeCloseTo(4 * (12 + 45) - 162, 5)
  })

  test('keys lead to slides, and not beyond the first and the last', () => {
    expect([' ', 'ArrowRight', 'PageDown'].map((key) => slideAfter(key, false, 3, 9))).toStrictEqual([4, 4, 4])
    expect([slideAfter(' ', true, 3, 9), slideAfter('ArrowLeft', false, 1, 9)]).toStrictEqual([2, 1])
    expect([slideAfter('End', false, 3, 9), slideAfter('ArrowDown', false, 9, 9)]).toStrictEqual([9, 9])
    expect(slideAfter('a', false, 3, 9)).toBeNull()
  })
})
