import { describe, expect, test } from '@jest/globals'
import { PAGE_PORTION, portionOf, sizesOf } from '@/domain/previews/pdfPages'

describe('[PREV-08] a document is shown as pictures of its pages', () => {
  test('the sizes of pages are read from runs of equal sizes', () => {
    const [a4, wide] = [
      { width: 595, height: 842 },
      { width: 842, height: 595 },
    ]
    expect(sizesOf([])).toStrictEqual([])
    expect(
      sizesOf([
        { ...a4, pages: 2 },
        { ...wide, pages: 1 },
        { ...a4, pages: 1 },
      ]),
    ).toStrictEqual([a4, a4, wide, a4])
  })

  for (const [page, offset] of [
    [0, 0],
    [PAGE_PORTION - 1, 0],
    [PAGE_PORTION, PAGE_PORTION],
    [2 * PAGE_PORTION + 7, 2 * PAGE_PORTION],
  ] as const) {
    test(`page ${page} is in the portion from ${offset}`, () => expect(portionOf(page)).toBe(offset))
  }
})
