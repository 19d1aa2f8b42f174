import { describe, expect, test } from '@jest/globals'
import * as Y from 'yjs'
import { deleteLines, insertLines } from '@/stores/documents/sheets/sheetEdits'
import { bookWorld, choose, write } from '../../support/documents/bookWorld'
import { firstSheet, shownCells, writeCell } from '../../support/documents/sheetWriters'

describe('[DOC-02] what somebody else does while one writes', () => {
  test('a cell that is opened and left keeps what the other wrote meanwhile', () => {
    const { other, updates, sheet, document, end } = bookWorld()
    writeCell(other, 0, 0, '5')
    choose(sheet(), 'A1')
    sheet().draft.open()
    writeCell(other, 0, 0, '6')
    sheet().draft.commit()
    expect([updates, shownCells(document)]).toEqual([[], [['6']]])
    end()
  })

  test('a formula that is opened and left keeps its cells when rows are inserted', () => {
    const { other, updates, sheet, document, end } = bookWorld()
    for (const [row, text] of ['1', '2', '=A2'].entries()) writeCell(other, row, 0, text)
    choose(sheet(), 'A3')
    sheet().draft.open()
    other.transact(() => insertLines(firstSheet(other), 'rows', 1, { id: 'r2', isAfter: false }))
    expect(sheet().draft.text).toBe('=A3')
    sheet().draft.commit()
    expect([updates, shownCells(document)]).toEqual([[], [['1'], [], ['2'], ['2']]])
    end()
  })

  test('a formula that is being written names the same cells after rows are inserted', () => {
    const { other, sheet, document, end } = bookWorld()
    for (const [row, text] of ['1', '2'].entries()) writeCell(other, row, 0, text)
    choose(sheet(), 'C1')
    sheet().draft.write('=A2*10')
    other.transact(() => insertLines(firstSheet(other), 'rows', 1, { id: 'r2', isAfter: false }))
    sheet().draft.commit()
    expect(shownCells(document)[0]).toEqual(['1', '', '20'])
    end()
  })

  test('an opened cell that somebody deletes leaves no words to the next cell', () => {
    const { other, sheet, document, end } = bookWorld()
    for (const [row, text] of ['一', '二', '三'].entries()) writeCell(other, row, 0, text)
    choose(sheet(), 'A2')
    sheet().draft.open()
    other.transact(() => deleteLines(firstSheet(other), 'rows', ['r2']))
    choose(sheet(), 'A1')
    sheet().draft.commit()
    expect(shownCells(document)).toEqual([['一'], ['三']])
    end()
  })

  test('words of a deleted cell wait in another sheet, too', () => {
    const { book, other, sheet, document, end } = bookWorld()
    book.add((n) => `表 ${n}`)
    const second = sheet().id
    book.show('s1')
    choose(sheet(), 'A2')
    sheet().draft.write('还要')
    other.transact(() => deleteLines(firstSheet(other), 'rows', ['r2']))
    book.show(second)
    expect(sheet().draft.text).toBe('还要')
    choose(sheet(), 'A1')
    book.show('s1')
    expect(document.getArray<Y.Map<Y.Map<unknown>>>('sheets').get(1).get('cells')!.size).toBe(1)
    end()
  })

  test('undo of one’s own value leaves a later one of the other, and redo brings nothing back over it', () => {
    const { book, other, sheet, document, end } = bookWorld()
    write(sheet(), 'A1', '1')
    write(sheet(), 'A1', '2')
    writeCell(other, 0, 0, '别人的')
    book.undo()
    expect(shownCells(document)).toEqual([['别人的']])
    book.undo()
    book.redo()
    book.redo()
    expect(shownCells(other)).toEqual([['别人的']])
    end()
  })

  test('two who insert rows at one place, one of them offline, get the rows of both in one order', () => {
    const { document, other, end } = bookWorld()
    for (const [row, text] of ['一', '二'].entries()) writeCell(other, row, 0, text)
    const away = new Y.Doc()
    Y.applyUpdate(away, Y.encodeStateAsUpdate(other))
    for (const [each, text] of [
      [away, '离线'],
      [other, '在线'],
    ] as const)
      each.transact(() => {
        const sheet = firstSheet(each)
        insertLines(sheet, 'rows', 2, { id: 'r1', isAfter: true })
        writeCell(each, 1, 0, `${text}1`)
        writeCell(each, 2, 0, `${text}2`)
      })
    Y.applyUpdate(other, Y.encodeStateAsUpdate(away))
    Y.applyUpdate(away, Y.encodeStateAsUpdate(other))
    expect(shownCells(away)).toEqual(shownCells(document))
    const order = shownCells(document).map(([text]) => text)
    expect(order[0]).toBe('一')
    expect([
      ['在线1', '在线2', '离线1', '离线2'],
      ['离线1', '离线2', '在线1', '在线2'],
    ]).toContainEqual(order.slice(1, 5))
    end()
  })
})

test('[DOC-02] a sheet whose columns two people have deleted half each gets new ones', () => {
  const { tasks, other, sheet, end } = bookWorld()
  const { ids } = sheet().columns
  sheet().chooseArea({ top: 0, bottom: 0, left: 0, right: 12 })
  tasks.delete(sheet(), 'columns')
  other.transact(() => deleteLines(firstSheet(other), 'columns', ids.slice(13)))
  expect([sheet().columns.length, sheet().chosenName, sheet().window.right]).toEqual([0, '', 0])
  tasks.addRows(sheet())
  expect([sheet().rows.length, sheet().columns.length]).toEqual([200, 26])
  end()
})

describe('[DOC-02] large steps', () => {
  test('are undone and redone as a whole, in updates that the server accepts', () => {
    const { book, tasks, document, updates, sheet, end } = bookWorld()
    const row = Array.from({ length: 20 }, (_, at) => `第${at}格的文字说明`).join('\t')
    choose(sheet(), 'A1')
    tasks.paste(sheet(), Array.from({ length: 1000 }, () => row).join('\n'))
    const cells = () => document.getArray<Y.Map<Y.Map<unknown>>>('sheets').get(0)?.get('cells')!.size
    const counts: unknown[] = []
    const undone = (run: () => void) => {
      run()
      counts.push(cells())
      book.undo()
      counts.push(cells())
    }
    sheet().chooseArea({ top: 0, bottom: 998, left: 0, right: 19 })
    undone(() => tasks.clear(sheet()))
    undone(() => tasks.delete(sheet(), 'rows'))
    book.add((n) => `表 ${n}`)
    undone(() => book.remove('s1'))
    undone(() => (book.undo(), book.undo()))
    book.redo()
    expect(counts).toEqual([20, 20_000, 20, 20_000, 0, 20_000, 0, 0])
    expect(cells()).toBe(20_000)
    expect(Math.max(...updates.map(({ length }) => length))).toBeLessThan(1_000_000)
    end()
  })
})

test('[DOC-02] a new sheet gets the next number that no other has', () => {
  const { book, end } = bookWorld()
  const nameOf = (n: number) => `表 ${n}`
  book.add(nameOf)
  book.add(nameOf)
  book.remove(book.tabs[1]!.id)
  book.add(nameOf)
  expect(book.tabs.map(({ name }) => name)).toEqual(['', '表 3', '表 4'])
  end()
})

describe('[DOC-09] copies', () => {
  test('move by the rows that lie between the cells when they are pasted', () => {
    const { tasks, other, sheet, document, end } = bookWorld()
    choose(sheet(), 'A1')
    tasks.paste(sheet(), '1\t=A1*10\n2\n3')
    choose(sheet(), 'B1')
    const text = tasks.copy(sheet())
    other.transact(() => insertLines(firstSheet(other), 'rows', 1, { id: 'r1', isAfter: false }))
    choose(sheet(), 'B4')
    tasks.paste(sheet(), text)
    expect(shownCells(document)).toEqual([[], ['1', '10'], ['2'], ['3', '30']])
    end()
  })

  test('keep formulas and styles in another sheet', () => {
    const { book, tasks, sheet, end } = bookWorld()
    choose(sheet(), 'A1')
    tasks.paste(sheet(), '7\t=A1*10')
    tasks.restyle(sheet(), { bold: true })
    const text = tasks.copy(sheet())
    book.add((n) => `表 ${n}`)
    choose(sheet(), 'A3')
    tasks.paste(sheet(), text)
    expect(sheet().writtenIn({ row: sheet().rows.ids[2]!, column: sheet().columns.ids[1]! })).toBe('=A3*10')
    expect(sheet().shownOf({ row: sheet().rows.ids[2]!, column: sheet().columns.ids[1]! })).toMatchObject({
      text: '70',
      style: { bold: true },
    })
    end()
  })

  test('of cut cells go on naming the same cells', () => {
    const { tasks, sheet, document, end } = bookWorld()
    choose(sheet(), 'A1')
    tasks.paste(sheet(), '7\t=A1*10')
    choose(sheet(), 'B1')
    const text = tasks.cut(sheet())
    expect(shownCells(document)).toEqual([['7']])
    choose(sheet(), 'C5')
    tasks.paste(sheet(), text)
    expect(shownCells(document)[4]).toEqual(['', '', '70'])
    end()
  })

  test('of two hundred thousand pasted lines fill as many rows as there can be', () => {
    const { tasks, sheet, end } = bookWorld()
    choose(sheet(), 'A1')
    expect(tasks.paste(sheet(), '1\n'.repeat(200_000))).toBe(false)
    expect(sheet().rows.length).toBe(20_000)
    end()
  })

  test('of a whole large sheet hold only what is there, and so do looks', () => {
    const { tasks, sheet, updates, end } = bookWorld()
    choose(sheet(), 'A20')
    sheet().act((state) => insertLines(state, 'rows', 10_000, null))
    write(sheet(), 'B3', '12')
    sheet().chooseArea({ top: 0, bottom: sheet().rows.length - 1, left: 0, right: 25 })
    expect(tasks.copy(sheet())).toBe('\t\n\t\n\t12')
    const before = updates.length
    tasks.restyle(sheet(), { bold: true })
    tasks.clear(sheet())
    expect(updates.slice(before).map(({ length }) => length < 200)).toEqual([true, true])
    end()
  })
})
