import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  OVERSCAN,
  STEP,
  inListOrder,
  isFar,
  poolSize,
  rowHeightOf,
  slotsOf,
  steppedRows,
  windowStart,
} from '@/domain/items/lists/slots'

/** Row heights for text of half to three times the designed size. */
const heights = fc.double({ min: 0.5, max: 3, noNaN: true }).map(rowHeightOf)
const views = fc
  .record({
    scrollTop: fc.integer({ min: -300, max: 800_000 }),
    viewportHeight: fc.integer({ min: 100, max: 3000 }),
    rowHeight: heights,
    count: fc.nat(10_000),
  })
  .map((view) => ({
    ...view,
    scrollTop: Math.min(view.scrollTop, Math.max(0, view.count * view.rowHeight - view.viewportHeight)),
  }))
const slotsAt = (view: Parameters<typeof windowStart>[0]) => slotsOf(windowStart(view), view)

describe('recycled rows', () => {
  test('the pool is visible + step + 2 × overscan, at least 24', () => {
    expect(poolSize({ viewportHeight: 300, rowHeight: 64 })).toBe(24)
    expect(poolSize({ viewportHeight: 64 * 20, rowHeight: 64 })).toBe(21 + STEP + 2 * OVERSCAN)
  })
  test('there are as many rows as the pool, or as a shorter list', () => {
    fc.assert(fc.property(views, (view) => expect(slotsAt(view)).toHaveLength(Math.min(poolSize(view), view.count))))
  })
  test('the order is always that of the slots', () => {
    fc.assert(fc.property(views, (view) => slotsAt(view).forEach(({ slot }, i) => expect(slot).toBe(i))))
  })
  test('an item always has the slot index % pool, and its own position', () => {
    fc.assert(
      fc.property(views, (view) => {
        for (const { slot, index, top } of slotsAt(view)) {
          expect(slot).toBe(index % poolSize(view))
          expect(top).toBe(index * view.rowHeight)
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
        const first = Math.max(0, Math.floor(view.scrollTop / view.rowHeight) - OVERSCAN)
        const last = Math.min(
          view.count - 1,
          Math.floor((view.scrollTop + view.viewportHeight) / view.rowHeight) + OVERSCAN,
        )
        for (let index = first; index <= last; index += 1) expect(indices).toContain(index)
      }),
    )
  })
  test('scrolling six rows changes six', () => {
    const view = { scrollTop: 0, viewportHeight: 640, rowHeight: 64, count: 1000 }
    const before = slotsAt({ ...view, scrollTop: 64 * 60 })
    const after = slotsAt({ ...view, scrollTop: 64 * 66 })
    expect(before.filter(({ index }, i) => index !== after[i]?.index).length).toBe(STEP)
  })
  test('scrolling within a step changes none', () => {
    const view = { viewportHeight: 640, rowHeight: 64, count: 1000 }
    expect(windowStart({ ...view, scrollTop: 64 * 60 })).toBe(windowStart({ ...view, scrollTop: 64 * 66 - 1 }))
  })
  test('pulling beyond the top shows the top', () =>
    expect(windowStart({ scrollTop: -120, viewportHeight: 640, rowHeight: 64, count: 1000 })).toBe(0))
  test('appending rows leaves the window unchanged', () => {
    const view = { scrollTop: 64 * 100, viewportHeight: 640, rowHeight: 64 }
    expect(slotsAt({ ...view, count: 500 })).toStrictEqual(slotsAt({ ...view, count: 525 }))
  })
  test('H5 gets the rows in the order of the list at rest, and until then none changes its place', () => {
    const view = { viewportHeight: 640, rowHeight: 64, count: 500 }
    const [before, after] = [64 * 100, 64 * 300].map((scrollTop) => ({ ...view, scrollTop }))
    const slots = slotsAt(after!)
    const rested = inListOrder(slots, windowStart(after!), view)
    expect(rested.map(({ index }) => index)).toStrictEqual(slots.map(({ index }) => index).sort((a, b) => a - b))
    const placesOf = (at: typeof slots) => inListOrder(at, windowStart(before!), view).map(({ slot }) => slot)
    expect(placesOf(slots)).toStrictEqual(placesOf(slotsAt(before!)))
    expect(placesOf(slots)).not.toStrictEqual(rested.map(({ slot }) => slot))
  })
})

describe('[ROW-01] the height of a row', () => {
  test('the height grows with the text, by its two lines', () => {
    expect([1, 1.3, 2].map(rowHeightOf)).toStrictEqual([64, 76, 104])
  })
  test('the height is at least that of the picture', () => {
    expect(rowHeightOf(0.8)).toBe(64)
  })
})

describe('[AH-19] rows out of sight', () => {
  test('are those that no scrolling below a step brings into it, whatever scrolls above the rows', () => {
    fc.assert(
      fc.property(
        fc.nat(50_000),
        fc.integer({ min: 300, max: 1200 }),
        heights,
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.nat(1000),
        (scrollTop, viewportHeight, rowHeight, rowsAbove, index) => {
          const top = index * rowHeight
          const above = rowsAbove * rowHeight
          const isSeen = top + above + rowHeight > scrollTop && top + above < scrollTop + viewportHeight
          if (isSeen) expect(isFar(index, { scrollTop, viewportHeight, rowHeight })).toBe(false)
        },
      ),
    )
  })

  test('at rest at the top, those beyond the screen and a step', () => {
    const far = (index: number) => isFar(index, { scrollTop: 0, viewportHeight: 640, rowHeight: 64 })
    expect([far(0), far(10 + STEP - 1), far(10 + STEP)]).toStrictEqual([false, false, true])
  })
})

test('rows scrolled count by whole steps', () => {
  fc.assert(
    fc.property(fc.nat(2000), heights, (steps, rowHeight) => {
      const top = (steps + 0.5) * STEP * rowHeight
      expect(steppedRows(top, rowHeight)).toBe(steps * STEP)
    }),
  )
})
