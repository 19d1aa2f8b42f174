import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { toggleZoom, pinch, type PdfView } from '@/domain/previews/pdfZoom'
import type { Point } from '@/domain/previews/gallery'

const rest: PdfView = { scale: 1, left: 0, top: 1000 }
const fingers = (x: number, y: number, apart: number): [Point, Point] => [
  { x: x - apart / 2, y },
  { x: x + apart / 2, y },
]

describe('[PREV-07] PDF double tap toggles default and doubled scale (1§4)', () => {
  const table: [sentence: string, view: PdfView, at: Point, after: PdfView][] = [
    ['the scale doubles about the finger', rest, { x: 100, y: 200 }, { scale: 2, left: 100, top: 2200 }],
    [
      'a second double tap restores the default',
      { scale: 2, left: 100, top: 2200 },
      { x: 100, y: 200 },
      { scale: 1, left: 0, top: 1000 },
    ],
    [
      'the corner stays in place when it is tapped',
      { scale: 1, left: 0, top: 0 },
      { x: 0, y: 0 },
      { scale: 2, left: 0, top: 0 },
    ],
    [
      'a double tap restores the default from any pinched scale',
      { scale: 3.3, left: 0, top: 3300 },
      { x: 0, y: 0 },
      { scale: 1, left: 0, top: 1000 },
    ],
    [
      'the view never moves before the beginning',
      { scale: 2, left: 0, top: 0 },
      { x: 300, y: 300 },
      { scale: 1, left: 0, top: 0 },
    ],
  ]
  test.each(table)('%s', (_sentence, view, at, after) => expect(toggleZoom(view, at, rest)).toStrictEqual(after))

  test('a document that opened at its text toggles between that scale and twice that scale, and returns to the start of its text', () => {
    const opened = { scale: 1.25, left: 50, top: 0 }
    const doubled = toggleZoom({ ...opened, top: 500 }, { x: 100, y: 200 }, opened)
    expect(doubled).toStrictEqual({ scale: 2.5, left: 200, top: 1200 })
    expect(toggleZoom({ ...doubled, left: 300 }, { x: 100, y: 200 }, opened)).toStrictEqual({ ...opened, top: 500 })
    expect(toggleZoom({ scale: 1, left: 0, top: 400 }, { x: 0, y: 0 }, opened)).toStrictEqual({ ...opened, top: 500 })
  })
})

describe('[PREV-07] a pinch scales a PDF', () => {
  const table: [sentence: string, from: [Point, Point], to: [Point, Point], after: PdfView][] = [
    [
      'fingers twice as far apart double the scale about their middle',
      fingers(200, 300, 100),
      fingers(200, 300, 200),
      { scale: 2, left: 200, top: 2300 },
    ],
    [
      'the pages follow fingers that move together',
      fingers(200, 300, 100),
      fingers(200, 250, 100),
      { scale: 1, left: 0, top: 1050 },
    ],
    ['the scale is five at most', fingers(200, 300, 10), fingers(200, 300, 300), { scale: 5, left: 800, top: 6200 }],
    [
      'the scale is never below the default',
      fingers(200, 300, 200),
      fingers(200, 300, 20),
      { scale: 1, left: 0, top: 1000 },
    ],
    [
      'two fingers on one point scale safely',
      fingers(200, 300, 0),
      fingers(200, 300, 3),
      { scale: 3, left: 400, top: 3600 },
    ],
  ]
  test.each(table)('%s', (_sentence, from, to, after) => expect(pinch(rest, from, to)).toStrictEqual(after))

  test('the point between the fingers stays between them', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 390 }), y: fc.integer({ min: 0, max: 800 }) })
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 5, noNaN: true }),
        fc.tuple(point, point),
        fc.tuple(point, point),
        (scale, before, now) => {
          const view = { scale, left: 4000, top: 40_000 }
          const after = pinch(view, before, now)
          const middle = ([one, other]: [Point, Point]) => [(one.x + other.x) / 2, (one.y + other.y) / 2] as const
          const seen = ({ left, top, scale: factor }: PdfView, [x, y]: readonly [number, number]) =>
            [(left + x) / factor, (top + y) / factor] as const
          const [[x0, y0], [x1, y1]] = [seen(view, middle(before)), seen(after, middle(now))]
          expect(after.scale).toBeGreaterThanOrEqual(1)
          expect(after.scale).toBeLessThanOrEqual(5)
          expect(Math.abs(y1 - y0)).toBeLessThan(0.01)
          expect(after.left === 0 || Math.abs(x1 - x0) < 0.01).toBe(true)
        },
      ),
    )
  })
})
