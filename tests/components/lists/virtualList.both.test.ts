import { describe, expect, test } from '@jest/globals'
import { drawn, list, numbers, POOL, ROW, scrollTo, VIEWPORT, type Props } from './longList'
import { mount } from '../rig'

describe('a list of 1,000 rows', () => {
  test('the same elements cover the viewport after scrolling', () => {
    const { box, close } = mount(list({}))
    const before = new Set(drawn(box))
    scrollTo(box, 20_000)
    const rows = drawn(box)
    const tops = rows.map((row) => Number(row.dataset.top))
    expect(Math.min(...tops)).toBeLessThanOrEqual(20_000)
    expect(Math.max(...tops) + ROW).toBeGreaterThanOrEqual(20_000 + VIEWPORT)
    expect(rows.every((row) => before.has(row))).toBe(true)
    close()
  })

  test('the last rows are drawn when rows disappear while the list is at its end', () => {
    const mounted = mount(list({}))
    scrollTo(mounted.box, 1000 * ROW - VIEWPORT)
    mounted.show(list({ rows: numbers(30) }))
    expect(drawn(mounted.box).map(({ textContent }) => textContent)).toContain('row 29')
    expect(drawn(mounted.box)).toHaveLength(POOL)
    mounted.close()
  })
})

describe('[ROW-01] text twice as large', () => {
  test('large text brings rows as high as their two lines, and fewer into sight', () => {
    const { box, close } = mount(list({}, 2))
    const tops = drawn(box).map((row) => Number(row.dataset.top))
    expect(tops.slice(0, 3)).toStrictEqual([0, 104, 208])
    expect(box.querySelector<HTMLElement>('.virtual-list-body')?.style.height).toBe('104000px')
    close()
  })

  test('text that grows while the list is scrolled leaves the viewport covered', () => {
    const mounted = mount(list({}))
    scrollTo(mounted.box, 20_000)
    mounted.show(list({}, 2))
    const tops = drawn(mounted.box).map((row) => Number(row.dataset.top))
    expect(Math.min(...tops)).toBeLessThanOrEqual(20_000)
    expect(Math.max(...tops) + 104).toBeGreaterThanOrEqual(20_000 + VIEWPORT)
    mounted.close()
  })
})

describe('the end of the rows', () => {
  test('the end is reported at once when rows do not fill two viewports, and again as more arrive', () => {
    const told: number[] = []
    const onNearEnd: Props['onNearEnd'] = ({ rowHeight }) => void told.push(rowHeight)
    const mounted = mount(list({ rows: numbers(15), onNearEnd }))
    expect(told).toStrictEqual([ROW])
    mounted.show(list({ rows: numbers(100), onNearEnd }))
    expect(told).toStrictEqual([ROW])
    mounted.close()
  })

  test('the end is reported one viewport before it is visible, not earlier', () => {
    let told = 0
    const { box, close } = mount(list({ onNearEnd: () => void (told += 1) }))
    const end = 1000 * ROW
    scrollTo(box, end - 2 * VIEWPORT - 1)
    expect(told).toBe(0)
    scrollTo(box, end - 2 * VIEWPORT)
    expect(told).toBe(1)
    close()
  })
})
