import { describe, expect, test } from '@jest/globals'
import type { GridSheet } from '@/contract/previews/grid'
import { cellAt, cellsOf, columnName, packCell, packRow } from '@/domain/previews/grid/cells'
import {
  extentOf,
  frozenOf,
  layoutOf,
  mergesIn,
  NO_SHEET,
  rowNumber,
  scrollTo,
  windowOf,
} from '@/domain/previews/grid/gridLayout'
import { keyOf, orderOf, sortAfter } from '@/domain/previews/grid/gridOrder'

const sheet = (fields: Partial<GridSheet>): GridSheet => ({ ...NO_SHEET, ...fields })
const phone = { width: 390, height: 700 }

describe('[AH-37] cells are packed into rows', () => {
  const row = packRow(
    [
      { text: '甲\t乙', value: null },
      { text: '12', value: 12 },
      { text: '', value: null },
      { text: '50%', value: 0.5 },
      { text: 'a\r\nb\x7f\0', value: null },
      { text: '', value: null },
    ].map(packCell),
  )

  test('texts, numbers and empty cells return as they were, without what no cell may contain', () => {
    expect(cellsOf(row)).toStrictEqual([
      { text: '甲 乙', value: null },
      { text: '12', value: 12 },
      { text: '', value: null },
      { text: '50%', value: 0.5 },
      { text: 'a\nb', value: null },
    ])
    expect(cellsOf('')).toStrictEqual([])
  })

  test('a single cell is read without the others, also beyond the last', () => {
    expect([0, 1, 2, 3, 4, 9].map((column) => cellAt(row, column).text)).toStrictEqual([
      '甲 乙',
      '12',
      '',
      '50%',
      'a\nb',
      '',
    ])
    expect(cellAt('', 0).text).toBe('')
  })

  test('columns have letters', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toStrictEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })
})

describe('[AH-37] only what is near the screen is drawn', () => {
  const large = sheet({
    rows: 100_000,
    columns: 60,
    widths: [{ pixels: 100, columns: 60 }],
    frozen_rows: 1,
    frozen_columns: 1,
  })
  const layout = layoutOf(large, phone, 1)

  test('a table of 100,000 rows and 60 columns draws a few screens', () => {
    expect(extentOf(layout)).toStrictEqual({ width: layout.numbers + 6000, height: layout.head + 100_000 * layout.row })
    for (const [left, top] of [
      [0, 0],
      [3000, 1_800_000],
      [6000, 3_600_044],
    ] as const) {
      const { top: from, bottom, left: first, right } = windowOf(layout, { ...phone, left, top })
      expect(bottom - from).toBeLessThanOrEqual(56)
      expect(right - first).toBeLessThanOrEqual(12)
      const [row, column] = [Math.floor((top - layout.head) / layout.row), Math.floor((left - layout.numbers) / 100)]
      expect(from).toBeLessThanOrEqual(Math.max(1, row))
      expect(bottom).toBeGreaterThanOrEqual(Math.min(100_000, row + 20))
      expect(first).toBeLessThanOrEqual(Math.max(1, column))
      expect(right).toBeGreaterThanOrEqual(Math.min(60, column + 4))
    }
  })

  test('a short scroll draws nothing else', () => {
    const at = (top: number, left = 0) => windowOf(layout, { ...phone, left, top })
    expect(at(3700)).toStrictEqual(at(3700 + layout.row))
  })

  test('frozen rows and columns leave room for others on a narrow screen', () => {
    const wide = sheet({ ...large, frozen_rows: 20, frozen_columns: 5 })
    const { frozenRows, frozenColumns } = layoutOf(wide, { width: 320, height: 400 }, 2)
    expect([frozenRows, frozenColumns]).toStrictEqual([0, 0])
    const { width, height } = frozenOf(layoutOf(wide, phone, 1))
    expect([width <= 195, height <= 280]).toStrictEqual([true, true])
  })

  test('a sheet may state fewer widths than it has columns, or more', () => {
    expect(layoutOf(sheet({ columns: 2, widths: [{ pixels: 50, columns: 9 }] }), phone, 1).lefts).toStrictEqual([
      0, 50, 100,
    ])
    expect(layoutOf(sheet({ columns: 3, widths: [] }), phone, 1).lefts).toStrictEqual([0])
  })

  test('a cell beyond the edge is scrolled to, and a visible one is not', () => {
    const view = { ...phone, left: 0, top: 0 }
    expect(scrollTo(layout, view, { row: 3, column: 1 })).toBeNull()
    expect(scrollTo(layout, view, { row: 0, column: 0 })).toBeNull()
    const to = scrollTo(layout, view, { row: 5000, column: 40 })!
    const there = windowOf(layout, { ...phone, ...to })
    expect(there.top < 5000 && there.bottom > 5000 && there.left <= 40 && there.right > 40).toBe(true)
  })

  test('merged cells are drawn as long as a part of them is near', () => {
    const merges = [
      { row: 0, column: 0, rows: 1, columns: 30 },
      { row: 50, column: 2, rows: 40, columns: 1 },
    ]
    const within = { top: 60, bottom: 80, left: 0, right: 8 }
    expect(mergesIn(merges, within)).toStrictEqual([merges[1]])
    expect(mergesIn(merges, { ...within, top: 0, bottom: 1, left: 20, right: 28 })).toStrictEqual([merges[0]])
  })

  test('rows behind hidden ones have the numbers of the file', () => {
    const skips = [
      { from: 2, by: 3 },
      { from: 10, by: 4 },
    ]
    expect([0, 1, 2, 9, 10].map((row) => rowNumber({ skips }, row))).toStrictEqual([1, 2, 6, 13, 15])
  })
})

describe('[AH-37] rows are sorted by a column', () => {
  const words = (one: string, other: string) => one.localeCompare(other, 'zh-CN', { numeric: true })
  const order = (texts: string[], isDescending = false) => {
    const keys = texts.map((text) => keyOf({ text, value: null }))
    const work = orderOf(keys, isDescending, words)
    for (;;) {
      const { done, value } = work.next()
      if (done) return Array.from(value, (at) => texts[at])
    }
  }

  test('numbers by their value, then words by their sound, empty cells last', () => {
    const texts = ['王', '1,200', '', '12%', '¥80', '李', '-3', '李', '9']
    expect(order(texts)).toStrictEqual(['-3', '12%', '9', '¥80', '1,200', '李', '李', '王', ''])
    expect(order(texts, true)).toStrictEqual(['王', '李', '李', '1,200', '¥80', '9', '12%', '-3', ''])
  })

  test('rows of equal keys keep their order, whatever their number', () => {
    const keys = Array.from({ length: 4097 }, (_, at) => keyOf({ text: String(at % 7), value: null }))
    const work = orderOf(keys, false, words)
    let step = work.next()
    let pauses = 0
    for (; !step.done; step = work.next()) pauses += 1
    const sorted = [...step.value]
    expect(pauses).toBeGreaterThan(50)
    expect(sorted).toStrictEqual([...keys.keys()].sort((a, b) => (a % 7) - (b % 7) || a - b))
  })

  test('a column is sorted upwards, downwards, and as in the file', () => {
    const up = sortAfter(null, 2)
    expect(up).toStrictEqual({ column: 2, isDescending: false })
    const down = sortAfter(up, 2)
    expect(down).toStrictEqual({ column: 2, isDescending: true })
    expect([sortAfter(down, 2), sortAfter(down, 1)]).toStrictEqual([null, { column: 1, isDescending: false }])
  })
})
