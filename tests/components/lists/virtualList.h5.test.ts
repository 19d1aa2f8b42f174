import { describe, expect, jest, test } from '@jest/globals'
import { createElement as h, useLayoutEffect, type ReactNode } from 'react'
import { doing, mount } from '../rig'
import { drawn, list, numbers, POOL, ROW, scrollTo, VIEWPORT, type Props } from './longList'

describe('a list of 1,000 rows', () => {
  test('the list draws the rows near the viewport, in order, each at its place', () => {
    const { box, close } = mount(list({ total: 4000 }))
    const rows = drawn(box)
    expect(rows).toHaveLength(POOL)
    const [, second] = rows
    expect(rows.map((row) => row.textContent)).toStrictEqual(numbers(rows.length).map((index) => `row ${index}`))
    expect([
      second?.dataset.top,
      second?.getAttribute('aria-posinset'),
      second?.getAttribute('aria-setsize'),
    ]).toStrictEqual(['64', '2', '4000'])
    expect(box.querySelector<HTMLElement>('[role=list]')?.style.height).toBe(`${1000 * ROW}px`)
    close()
  })

  test('scrolling moves no element, and at rest they are in order', () => {
    jest.useFakeTimers()
    try {
      const { box, close } = mount(list({}))
      const before = drawn(box)
      scrollTo(box, 20_000)
      scrollTo(box, 9_000)
      expect(drawn(box).every((row, at) => row === before[at])).toBe(true)
      doing(() => void jest.advanceTimersByTime(300))
      const tops = drawn(box).map((row) => Number(row.dataset.top))
      expect(tops).toStrictEqual([...tops].sort((a, b) => a - b))
      close()
    } finally {
      jest.useRealTimers()
    }
  })

  test('[AH-19] the list reports rows that a fling passes, until it rests, but not those that a finger passes', () => {
    jest.useFakeTimers()
    try {
      const flung = (box: Element) => drawn(box).filter(({ dataset }) => dataset.flung === 'true').length
      const renderRow: Props['renderRow'] = (row, { isFlung }) =>
        h('div', { className: 'r', 'data-flung': isFlung }, `row ${row}`)
      const { box, close } = mount(list({ renderRow }))
      for (const top of [200, 400, 600]) scrollTo(box, top)
      expect(flung(box)).toBe(0)
      scrollTo(box, 20_000)
      expect(flung(box)).toBe(POOL)
      doing(() => void jest.runOnlyPendingTimers())
      expect(flung(box)).toBe(0)
      close()
    } finally {
      jest.useRealTimers()
    }
  })

  test('a fling draws nothing on its way, and at rest, or when it slows, the visible rows', () => {
    jest.useFakeTimers()
    try {
      let drawings = 0
      const renderRow: Props['renderRow'] = (row) => {
        drawings += 1
        return h('div', { className: 'r' }, `row ${row}`)
      }
      const has = (box: Element, row: number) => drawn(box).some(({ textContent }) => textContent === `row ${row}`)
      const { box, close } = mount(list({ renderRow }))
      scrollTo(box, 600)
      drawings = 0
      for (let top = 1200; top <= 24_000; top += 600) {
        scrollTo(box, top)
        doing(() => void jest.advanceTimersByTime(100))
      }
      expect(drawings).toBe(0)
      doing(() => void jest.advanceTimersByTime(400))
      expect([has(box, 24_000 / ROW), has(box, 600 / ROW)]).toStrictEqual([true, false])

      for (const top of [30_000, 36_000, 36_100]) scrollTo(box, top)
      expect(has(box, Math.ceil(36_100 / ROW))).toBe(true)
      close()
    } finally {
      jest.useRealTimers()
    }
  })

  test('visible rows are drawn first', () => {
    const counts: number[] = []
    function Watched({ children }: { children: ReactNode }) {
      useLayoutEffect(() => void counts.push(drawn(document.body).length), [])
      return children
    }
    const { box, close } = mount(h(Watched, null, list({})))
    expect(counts).toStrictEqual([VIEWPORT / ROW])
    expect(drawn(box)).toHaveLength(POOL)
    close()
  })
})
