import { describe, expect, test } from '@jest/globals'
import { createElement as h, useLayoutEffect, type ReactNode } from 'react'
import { mount } from './rig'
import { drawn, list, numbers, POOL, ROW, VIEWPORT } from './longList'

describe('a list of 1,000 rows', () => {
  test('draws those near the viewport, in order, each with its place', () => {
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

  test('draws first what can be seen', () => {
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
