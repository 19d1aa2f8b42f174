import { describe, expect, test } from '@jest/globals'
import { ROW_HEIGHT, poolSize } from '@/domain/lists/slots'
import { drawn, list, numbers, scrollTo, VIEWPORT, type Props } from './longList'
import { mount } from './rig'

describe('a list of 1,000 rows', () => {
  test('after scrolling the viewport is covered, with the same elements', () => {
    const { box, close } = mount(list({}))
    const before = new Set(drawn(box))
    scrollTo(box, 20_000)
    const rows = drawn(box)
    const tops = rows.map((row) => Number(row.dataset.top))
    expect(Math.min(...tops)).toBeLessThanOrEqual(20_000)
    expect(Math.max(...tops) + ROW_HEIGHT).toBeGreaterThanOrEqual(20_000 + VIEWPORT)
    expect(tops).toStrictEqual([...tops].sort((a, b) => a - b))
    expect(rows.every((row) => before.has(row))).toBe(true)
    close()
  })

  test('when rows go while it stands at the end, the last ones are drawn', () => {
    const mounted = mount(list({}))
    scrollTo(mounted.box, 1000 * ROW_HEIGHT - VIEWPORT)
    mounted.show(list({ rows: numbers(30) }))
    expect(drawn(mounted.box).at(-1)?.textContent).toBe('row 29')
    expect(drawn(mounted.box)).toHaveLength(poolSize(VIEWPORT))
    mounted.close()
  })
})

describe('the end of the rows', () => {
  test('is told at once when they do not fill two viewports, and again as more come', () => {
    const told: number[] = []
    const onNearEnd: Props['onNearEnd'] = (view) => void told.push(view.bodyHeight)
    const mounted = mount(list({ rows: numbers(15), onNearEnd }))
    expect(told).toStrictEqual([15 * ROW_HEIGHT])
    mounted.show(list({ rows: numbers(100), onNearEnd }))
    expect(told).toStrictEqual([15 * ROW_HEIGHT])
    mounted.close()
  })

  test('is told one viewport before it comes in sight, not earlier', () => {
    let told = 0
    const { box, close } = mount(list({ onNearEnd: () => void (told += 1) }))
    const end = 1000 * ROW_HEIGHT
    scrollTo(box, end - 2 * VIEWPORT - 1)
    expect(told).toBe(0)
    scrollTo(box, end - 2 * VIEWPORT)
    expect(told).toBe(1)
    close()
  })
})
