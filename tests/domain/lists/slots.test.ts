import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
    assert.equal(poolSize(300), 24)
    assert.equal(poolSize(64 * 20), 21 + STEP + 2 * OVERSCAN)
  })
  test('there are as many rows as the pool, or as the list if it is shorter', () => {
    fc.assert(
      fc.property(views, (view) =>
        assert.equal(slotsAt(view).length, Math.min(poolSize(view.viewportHeight), view.count)),
      ),
    )
  })
  test('the order is always that of the slots', () => {
    fc.assert(fc.property(views, (view) => slotsAt(view).forEach(({ slot }, i) => assert.equal(slot, i))))
  })
  test('an item always falls on index % pool, at its own place', () => {
    fc.assert(
      fc.property(views, (view) => {
        for (const { slot, index, top } of slotsAt(view)) {
          assert.equal(slot, index % poolSize(view.viewportHeight))
          assert.equal(top, index * ROW_HEIGHT)
          assert.ok(index >= 0 && index < view.count)
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
        for (let index = first; index <= last; index += 1) assert.ok(indices.has(index), `row ${index}`)
      }),
    )
  })
  test('scrolling six rows changes six', () => {
    const view = { scrollTop: 0, viewportHeight: 640, count: 1000 }
    const before = slotsAt({ ...view, scrollTop: 64 * 60 })
    const after = slotsAt({ ...view, scrollTop: 64 * 66 })
    assert.equal(before.filter(({ index }, i) => index !== after[i]?.index).length, STEP)
  })
  test('scrolling within a step changes none', () => {
    const view = { viewportHeight: 640, count: 1000 }
    assert.equal(windowStart({ ...view, scrollTop: 64 * 60 }), windowStart({ ...view, scrollTop: 64 * 66 - 1 }))
  })
  test('a pull beyond the top shows the top', () =>
    assert.equal(windowStart({ scrollTop: -120, viewportHeight: 640, count: 1000 }), 0))
  test('appending rows leaves the window where it is', () => {
    const view = { scrollTop: 64 * 100, viewportHeight: 640 }
    assert.deepEqual(slotsAt({ ...view, count: 500 }), slotsAt({ ...view, count: 525 }))
  })
  test('H5 gets them in the order of the list', () => {
    const indices = inListOrder(slotsAt({ scrollTop: 64 * 100, viewportHeight: 640, count: 500 })).map(
      ({ index }) => index,
    )
    assert.deepEqual(
      indices,
      Array.from({ length: 25 }, (_, i) => 92 + i),
    )
  })
  test('the body is as high as its rows and footer', () => {
    assert.equal(bodyHeight(25, 40), 25 * 64 + 40)
    assert.equal(bodyHeight(25), 25 * 64)
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
          if (isSeen) assert.equal(isFar(top, { steppedTop: steppedTop(scrollTop), viewportHeight }), false)
        },
      ),
    )
  })

  test('at rest at the top, those beyond the screen and a step', () => {
    const far = (index: number) => isFar(index * ROW_HEIGHT, { steppedTop: 0, viewportHeight: 10 * ROW_HEIGHT })
    assert.deepEqual([far(0), far(10 + STEP - 1), far(10 + STEP)], [false, false, true])
  })
})
