import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  OVERSCAN,
  ROW_HEIGHT,
  STEP,
  bodyHeight,
  inListOrder,
  isFar,
  poolSize,
  slotsOf,
  steppedTop,
  windowStart,
} from '@/domain/lists/slots'

const views = fc
  .record({
    scrollTop: fc.integer({ min: -300, max: 800_000 }),
    viewportHeight: fc.integer({ min: 100, max: 3000 }),
    count: fc.nat(10_000),
  })
  .map((view) => ({
    ...view,
    scrollTop: Math.min(view.scrollTop, Math.max(0, bodyHeight(view.count) - view.viewportHeight)),
  }))
const slotsAt = (view: { scrollTop: number; viewportHeight: number; count: number }) => slotsOf(windowStart(view), view)

describe('recycled rows', () => {
  test('the pool is visible + step + 2 × overscan, 24 at least', () => {
    expect(poolSize(300)).toBe(24)
    expect(poolSize(64 * 20)).toBe(21 + STEP + 2 * OVERSCAN)
  })
  test('there are as many rows as the pool, or as the list if it is shorter', () => {
    fc.assert(
      fc.property(views, (view) =>
        expect(slotsAt(view)).toHaveLength(Math.min(poolSize(view.viewportHeight), view.count)),
      ),
    )
  })
  test('the order is always that of the slots', () => {
    fc.assert(fc.property(views, (view) => slotsAt(view).forEach(({ slot }, i) => expect(slot).toBe(i))))
  })
  test('an item always falls on index % pool, at its own place', () => {
    fc.assert(
      fc.property(views, (view) => {
        for (const { slot, index, top } of slotsAt(view)) {
          expect(slot).toBe(index % poolSize(view.viewportHeight))
          expect(top).toBe(index * ROW_HEIGHT)
          expect(index).toBeGreaterThanOrEqual(0)
          expect(index).toBeLessThan(view.count)
        }
      }),
    )
  })
  test('every visible row and the overscan are there', () => {
    fc.assert(
      fc.property(views, (view) => {
        const indices = new Set(slotsAt(view).map(({ index }) => index))
        const first = Math.max(0, Math.floor(view.scrollTop / ROW_HEIGHT) - OVERSCAN)
        const last = Math.min(
          view.count - 1,
          Math.floor((view.scrollTop + view.viewportHeight) / ROW_HEIGHT) + OVERSCAN,
        )
        for (let index = first; index <= last; index += 1) expect(indices).toContain(index)
      }),
    )
  })
  test('scrolling six rows changes six', () => {
    const view = { scrollTop: 0, viewportHeight: 640, count: 1000 }
    const before = slotsAt({ ...view, scrollTop: 64 * 60 })
    const after = slotsAt({ ...view, scrollTop: 64 * 66 })
    expect(before.filter(({ index }, i) => index !== after[i]?.index).length).toBe(STEP)
  })
  test('scrolling within a step changes none', () => {
    const view = { viewportHeight: 640, count: 1000 }
    expect(windowStart({ ...view, scrollTop: 64 * 60 })).toBe(windowStart({ ...view, scrollTop: 64 * 66 - 1 }))
  })
  test('a pull beyond the top shows the top', () =>
    expect(windowStart({ scrollTop: -120, viewportHeight: 640, count: 1000 })).toBe(0))
  test('appending rows leaves the window where it is', () => {
    const view = { scrollTop: 64 * 100, viewportHeight: 640 }
    expect(slotsAt({ ...view, count: 500 })).toStrictEqual(slotsAt({ ...view, count: 525 }))
  })
  test('H5 gets them in the order of the list', () => {
    const indices = inListOrder(slotsAt({ scrollTop: 64 * 100, viewportHeight: 640, count: 500 })).map(
      ({ index }) => index,
    )
    expect(indices).toStrictEqual(Array.from({ length: 25 }, (_, i) => 92 + i))
  })
  test('the body is as high as its rows and footer', () => {
    expect(bodyHeight(25, 40)).toBe(25 * 64 + 40)
    expect(bodyHeight(25)).toBe(25 * 64)
  })
})

describe('[AH-19] rows out of sight', () => {
  test('are those that no scrolling below a step brings into it, whatever scrolls above the rows', () => {
    fc.assert(
      fc.property(
        fc.nat(50_000),
        fc.integer({ min: 300, max: 1200 }),
        fc.nat(200),
        fc.nat(1000),
        (scrollTop, viewportHeight, above, index) => {
          const top = index * ROW_HEIGHT
          const isSeen = top + above + ROW_HEIGHT > scrollTop && top + above < scrollTop + viewportHeight
          if (isSeen) expect(isFar(top, { steppedTop: steppedTop(scrollTop), viewportHeight })).toBe(false)
        },
      ),
    )
  })

  test('at rest at the top, those beyond the screen and a step', () => {
    const far = (index: number) => isFar(index * ROW_HEIGHT, { steppedTop: 0, viewportHeight: 10 * ROW_HEIGHT })
    expect([far(0), far(10 + STEP - 1), far(10 + STEP)]).toStrictEqual([false, false, true])
  })
})
