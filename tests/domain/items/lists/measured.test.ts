import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { drawnAround, heightOf, rowAt } from '@/domain/items/lists/measured'

describe('rows of differing heights', () => {
  test('at most 48 rows are drawn, including the one at the top of the view and those after it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(1999), (count, row) => {
        const at = row % count
        const { start, end } = drawnAround(at, count)
        expect(end - start).toBe(Math.min(count, 48))
        expect(start <= at && at < end).toBe(true)
        expect(end === count || end - at >= 36).toBe(true)
      }),
    )
  })

  test('the row at a distance is the one whose bounds contain it', () => {
    const heights = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(heights, fc.nat(60_000), (list, distance) => {
        const ids = list.map((_, index) => index + 7)
        const known = new Map(ids.map((id, index) => [id, list[index]!]))
        const found = rowAt(ids, known, distance)
        const top = heightOf(ids.slice(0, found), known)
        if (distance < heightOf(ids, known)) expect(top <= distance && distance < top + list[found]!).toBe(true)
        else expect(found).toBe(ids.length - 1)
      }),
    )
  })

  test('rows that were never drawn count the same, so that what is below does not move', () => {
    expect(heightOf([1, 2], new Map())).toBe(heightOf([1, 2], new Map([[3, 400]])))
    expect(heightOf([1, 2, 3], new Map([[1, 60]]))).toBe(heightOf([2, 3], new Map()) + 60)
  })
})
