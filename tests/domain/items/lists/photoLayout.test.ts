import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  cellsOf,
  heightOf,
  linesBetween,
  linesOf,
  middleOf,
  monthsOf,
  photoAt,
  pinchedColumns,
} from '@/domain/items/lists/photoLayout'
import { areMostlyPhotos } from '@/domain/items/lists/photos'
import type { ExtensionCategory } from '@/contract/entities'

const seconds = (time: string) => Date.parse(time) / 1000
const utc = () => 0

describe('[AH-39] the grid of pictures', () => {
  test('months follow the viewer’s zone, also where its offset changes', () => {
    const dates = ['2026-11-30T20:00:00Z', '2026-11-01T01:00:00Z', '2025-11-01T12:00:00Z'].map(seconds)
    const shown = (zone: (at: number) => number) =>
      monthsOf(dates, zone).map(({ year, month, from, to }) => `${year}-${month} ${from}-${to}`)
    expect(shown(utc)).toStrictEqual(['2026-11 0-2', '2025-11 2-3'])
    expect(shown(() => 480)).toStrictEqual(['2026-12 0-1', '2026-11 1-2', '2025-11 2-3'])
    const summer = (at: number) => (at < Date.parse('2026-11-01T06:00:00Z') ? -240 : -300)
    expect(shown(summer)).toStrictEqual(['2026-11 0-1', '2026-10 1-2', '2025-11 2-3'])
  })

  test('an upright phone has the chosen number per row, a wider window more pictures of about the same size', () => {
    expect([3, 4, 5].map((n) => cellsOf(390, n).columns)).toStrictEqual([3, 4, 5])
    expect([3, 5].map((n) => cellsOf(844, n).columns)).toStrictEqual([5, 8])
    expect(cellsOf(1280, 3).columns).toBe(8)
  })

  test('a pinch moves one step, at least three and at most five', () => {
    expect([pinchedColumns(4, 1.3), pinchedColumns(4, 0.7), pinchedColumns(4, 1.1)]).toStrictEqual([3, 5, 4])
    expect([pinchedColumns(3, 2), pinchedColumns(5, 0.1)]).toStrictEqual([3, 5])
  })

  test('every picture lies in exactly one line, is found at its middle, and only near lines are drawn', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4_000_000_000 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 3, max: 5 }),
        fc.integer({ min: 0, max: 20_000 }),
        (given, perRow, top) => {
          const months = monthsOf(
            [...given].sort((a, b) => b - a),
            utc,
          )
          const cells = cellsOf(390, perRow)
          const lines = linesOf(months, cells, 48)
          expect(lines.reduce((count, { from, to }) => count + to - from, 0)).toBe(given.length)
          for (let index = 0; index < given.length; index += 1) {
            const { x, y } = middleOf(lines, cells, index)
            expect(photoAt(lines, cells, x, y)).toBe(index)
          }
          const near = linesBetween(lines, top, top + 800)
          const seen = lines.filter((line) => line.top < top + 800 && line.top + line.height > top)
          expect(seen.every((line) => near.includes(line))).toBe(true)
          expect(near.length).toBeLessThanOrEqual(Math.ceil(800 / 48) + 2)
          expect(heightOf(lines)).toBeGreaterThan(0)
        },
      ),
    )
  })

  test('ten thousand pictures are laid out in lines of which a phone draws a few dozen', () => {
    const now = seconds('2026-11-29T00:00:00Z')
    const months = monthsOf(
      Array.from({ length: 10_000 }, (_, at) => now - at * 3600),
      utc,
    )
    const cells = cellsOf(390, 5)
    const lines = linesOf(months, cells, 48)
    expect(lines.length).toBeGreaterThan(2000)
    expect(linesBetween(lines, 50_000, 50_000 + 3 * 844).length).toBeLessThan(40)
  })

  test('a grid needs nine pictures or videos, and more than half of the items', () => {
    const rows = (category: ExtensionCategory, count: number) =>
      Array.from({ length: count }, () => ({ extension_category: category }))
    expect(areMostlyPhotos(rows('image', 8))).toBe(false)
    expect(areMostlyPhotos([...rows('image', 8), ...rows('video', 1), ...rows('other', 8)])).toBe(true)
    expect(areMostlyPhotos([...rows('image', 9), ...rows('pdf', 9)])).toBe(false)
  })
})
