import { describe, expect, test } from '@jest/globals'
import { runInAction } from 'mobx'
import { RowCursor } from '@/stores/items/lists/RowCursor'
import { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { openOwn } from './ownList'

async function start(count = 6) {
  const { list } = await openOwn(count)
  const selection = new SelectionStore()
  const cursor = new RowCursor(list, selection)
  const at = (typedId: string) => list.rows.findIndex((row) => row.typed_id === typedId)
  const chosen = () => selection.items.map(({ typed_id: typedId }) => at(typedId))
  return { list, selection, cursor, chosen, row: (index: number) => list.rows[index]! }
}

describe('[AH-43] the row of mouse and keyboard', () => {
  test('arrows move from either end, stop at the ends and select one row; a range grows and shrinks from where it began', async () => {
    const { cursor, chosen } = await start()
    cursor.move(1, false)
    expect(chosen()).toStrictEqual([0])
    cursor.move(-1, false)
    cursor.move(1, false)
    cursor.move(1, true)
    cursor.move(1, true)
    expect(chosen()).toStrictEqual([1, 2, 3])
    cursor.move(-1, true)
    expect(chosen()).toStrictEqual([1, 2])
    cursor.move(-2, true)
    expect(chosen()).toStrictEqual([0, 1])
    cursor.move(Infinity, false)
    expect([chosen(), cursor.index]).toStrictEqual([[5], 5])
  })

  test('the first key reaches either end, also by a leap', async () => {
    for (const [by, index] of [
      [1, 0],
      [-1, 5],
      [Infinity, 5],
      [-Infinity, 0],
    ] as const) {
      const { cursor } = await start()
      cursor.move(by, false)
      expect([by, cursor.index]).toStrictEqual([by, index])
    }
  })

  test('[AH-39] keys choose no row behind a grid of pictures, and act on none', async () => {
    const { list, selection, cursor, chosen, row } = await start()
    cursor.choose(row(2))
    selection.clear()
    runInAction(() => {
      list.photos = {} as never
    })
    expect([cursor.move(1, false), cursor.move(Infinity, true)]).toStrictEqual([false, false])
    expect([chosen(), cursor.row, cursor.items]).toStrictEqual([[], null, []])
    selection.toggle(row(4))
    expect([cursor.move(-1, false), chosen(), cursor.items]).toStrictEqual([false, [4], [row(4)]])
    runInAction(() => {
      list.photos = null
    })
    expect(cursor.move(1, false)).toBe(true)
    expect(chosen()).toStrictEqual([3])
  })

  test('a click selects alone, with Ctrl adds or removes, with Shift selects what lies between', async () => {
    const { cursor, chosen, row } = await start()
    cursor.choose(row(1))
    cursor.toggle(row(4))
    expect(chosen()).toStrictEqual([1, 4])
    cursor.extend(row(2))
    expect(chosen()).toStrictEqual([2, 3, 4])
    cursor.toggle(row(3))
    expect(chosen()).toStrictEqual([2, 4])
    cursor.choose(row(0))
    expect(chosen()).toStrictEqual([0])
  })

  test('a menu is about the row at the pointer, or all selected rows where it is one of them', async () => {
    const { cursor, chosen, row } = await start()
    cursor.choose(row(1))
    cursor.extend(row(3))
    cursor.pointAt(row(2))
    expect([chosen(), cursor.index]).toStrictEqual([[1, 2, 3], 2])
    cursor.pointAt(row(5))
    expect([chosen(), cursor.items.map(({ name }) => name)]).toStrictEqual([[5], [row(5).name]])
  })

  test('a deleted item is selected no longer, the others stay so', async () => {
    const { cursor, chosen, row } = await start()
    cursor.choose(row(1))
    cursor.extend(row(3))
    cursor.forget(row(2).typed_id)
    cursor.forget(row(5).typed_id)
    expect(chosen()).toStrictEqual([1, 3])
  })

  test('without rows nothing moves, and without a selection an action is about the row', async () => {
    const none = await start(0)
    none.cursor.move(1, false)
    expect([none.cursor.row, none.cursor.items]).toStrictEqual([null, []])
    const { cursor, selection, row } = await start()
    cursor.choose(row(2))
    selection.clear()
    expect(cursor.items).toStrictEqual([row(2)])
  })
})
