import { describe, expect, test } from '@jest/globals'
import { columnOf } from '@/domain/previews/pdfPages'
import { readingView, spanOf, spanOfAll } from '@/domain/previews/reading'

const SIDE = 100

/** A white page of 100 × 100 px with rectangles of one grey. */
function page(...inks: { x: number; width: number; y?: number; height?: number; grey?: number }[]): Uint8Array {
  const pixels = new Uint8Array(SIDE * SIDE * 4).fill(255)
  for (const { x, width, y = 10, height = 20, grey = 0 } of inks) {
    for (let row = y; row < y + height; row += 1)
      for (let column = x; column < x + width; column += 1)
        pixels.fill(grey, 4 * (row * SIDE + column), 4 * (row * SIDE + column) + 3)
  }
  return pixels
}

describe('the span of a page is the width of its ink', () => {
  const table: [title: string, pixels: Uint8Array, span: ReturnType<typeof spanOf>][] = [
    ['an empty page has no span', page(), null],
    [
      'a span reaches from the first ink to the last',
      page({ x: 20, width: 30 }, { x: 70, width: 10, y: 60 }),
      { left: 0.2, right: 0.8 },
    ],
    ['a span may reach the very edge', page({ x: 0, width: 100 }), { left: 0, right: 1 }],
    [
      'a speck does not count as ink',
      page({ x: 30, width: 40 }, { x: 2, width: 1, y: 5, height: 1 }),
      { left: 0.3, right: 0.7 },
    ],
    [
      'a pale watermark does not count as ink',
      page({ x: 30, width: 40 }, { x: 0, width: 100, y: 50, grey: 188 }),
      { left: 0.3, right: 0.7 },
    ],
    ['grey text counts as ink', page({ x: 30, width: 40, grey: 120 }), { left: 0.3, right: 0.7 }],
  ]
  test.each(table)('%s', (_title, pixels, span) => expect(spanOf(pixels, SIDE, SIDE)).toStrictEqual(span))

  test('the span of several pages covers the span of each; empty pages have no span', () => {
    const [left, right] = [
      { left: 0.2, right: 0.7 },
      { left: 0.3, right: 0.8 },
    ]
    expect(spanOfAll([left, null, right])).toStrictEqual({ left: 0.2, right: 0.8 })
    expect([spanOfAll([null]), spanOfAll([])]).toStrictEqual([null, null])
  })
})

describe('a document opens at a readable scale', () => {
  // Pages are 300 px wide, with 12 px on each side.
  const column = columnOf([{ width: 100, height: 140 }], 324)
  const whole = { scale: 1, left: 0, top: 0 }

  test('the text fills the screen where the margins are wide', () => {
    expect(readingView(column, { left: 0.12, right: 0.88 })).toStrictEqual({
      scale: 324 / 240,
      left: (42 * 324) / 240,
      top: 0,
    })
  })

  test('short lines do not define the right margin', () => {
    const full = readingView(column, { left: 0.12, right: 0.88 })
    expect(readingView(column, { left: 0.12, right: 0.4 })).toStrictEqual(full)
    expect(readingView(column, { left: 0.12, right: 0.97 }).scale).toBeLessThan(full.scale)
  })

  const table: [title: string, span: { left: number; right: number } | null][] = [
    ['short lines after a narrow margin show', { left: 0.04, right: 0.4 }],
    ['narrow margins show', { left: 0.04, right: 0.96 }],
    ['a page full of ink shows', { left: 0, right: 1 }],
    ['a word in the middle shows', { left: 0.4, right: 0.6 }],
    ['an unknown span shows', null],
  ]
  test.each(table)('%s whole pages', (_title, span) => expect(readingView(column, span)).toStrictEqual(whole))
})
