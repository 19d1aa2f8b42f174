import { describe, expect, test } from '@jest/globals'
import { deleteLines, insertLines } from '@/stores/documents/sheets/sheetEdits'
import { bookWorld, choose, write } from '../../support/documents/bookWorld'
import { firstSheet, shownCells, writeCell } from '../../support/documents/sheetWriters'
import { numbersBeside } from '@/stores/documents/sheets/numbersBeside'

describe('[DOC-02] one’s own steps', () => {
  test('undo takes back a whole paste, and nothing of the other', () => {
    const { book, tasks, document, other, sheet, end } = bookWorld()
    choose(sheet(), 'A1')
    tasks.paste(sheet(), '1\t2\r\n3\t=A1+B1\r\n')
    writeCell(other, 3, 0, '别人的')
    expect(shownCells(document)).toEqual([['1', '2'], ['3', '3'], [], ['别人的']])
    book.undo()
    expect(shownCells(document)).toEqual([[], [], [], ['别人的']])
    book.redo()
    expect(shownCells(other)).toEqual([['1', '2'], ['3', '3'], [], ['别人的']])
    end()
  })

  test('a large paste goes in updates that the server accepts, adds rows and columns, and is one step', () => {
    const { book, tasks, document, updates, sheet, end } = bookWorld()
    choose(sheet(), 'Z1')
    const row = Array.from({ length: 20 }, (_, at) => `第${at}格的文字`).join('\t')
    expect(tasks.paste(sheet(), Array.from({ length: 1500 }, () => row).join('\n'))).toBe(true)
    expect([sheet().rows.length, sheet().columns.length]).toEqual([1500, 45])
    expect(Math.max(...updates.map(({ length }) => length))).toBeLessThan(1_000_000)
    expect(shownCells(document)[1499]!.at(-1)).toBe('第19格的文字')
    book.undo()
    expect(book.steps.canUndo).toBe(false)
    expect([shownCells(document), sheet().rows.length]).toEqual([[], 100])
    expect(tasks.paste(sheet(), Array.from({ length: 21_000 }, () => '1').join('\n'))).toBe(false)
    expect(sheet().rows.length).toBe(20_000)
    end()
  })

  test('[DOC-05] undo is offered neither for what others have removed, nor after the steps are forgotten', () => {
    const { book, document, other, sheet, end } = bookWorld()
    write(sheet(), 'A1', '甲')
    expect(book.steps.canUndo).toBe(true)
    other.transact(() => other.getArray('sheets').delete(0, 1))
    expect(document.getArray('sheets').length).toBe(0)
    book.undo()
    expect(book.steps.canUndo).toBe(false)
    book.add((n) => `表 ${n}`)
    expect(book.steps.canUndo).toBe(true)
    book.steps.forget()
    expect(book.steps.canUndo).toBe(false)
    end()
  })

  test('who may only read changes nothing', () => {
    const { book, tasks, updates, sheet, end } = bookWorld({ mayWrite: false })
    write(sheet(), 'A1', '字')
    tasks.insert(sheet(), 'rows', true)
    tasks.paste(sheet(), '1\t2')
    book.add((n) => `表 ${n}`)
    book.undo()
    expect(updates).toEqual([])
    end()
  })
})

describe('[DOC-02] what is chosen and written belongs to its cell', () => {
  test('a row that somebody inserts above moves the chosen cell and the words along', () => {
    const { other, sheet, document, end } = bookWorld()
    choose(sheet(), 'B2')
    sheet().draft.write('正在写')
    const theirs = firstSheet(other)
    other.transact(() => insertLines(theirs, 'rows', 2, { id: 'r1', isAfter: false }))
    expect(sheet().chosenName).toBe('B4')
    sheet().draft.commit()
    expect(shownCells(document)[3]).toEqual(['', '正在写'])
    end()
  })

  test('words for a deleted cell wait until another one is chosen', () => {
    const { other, sheet, document, end } = bookWorld()
    choose(sheet(), 'A2')
    sheet().draft.write('还要')
    other.transact(() => deleteLines(firstSheet(other), 'rows', ['r2']))
    expect([sheet().draft.commit(), shownCells(document)]).toEqual([false, []])
    choose(sheet(), 'C1')
    sheet().draft.commit()
    expect(shownCells(document)).toEqual([['', '', '还要']])
    end()
  })

  test('words in a sheet that somebody removes wait in the next one', () => {
    const { book, other, sheet, document, end } = bookWorld()
    book.add((n) => `表 ${n}`)
    choose(sheet(), 'A1')
    sheet().draft.write('还在')
    other.getArray('sheets').delete(1, 1)
    expect([book.tabs.length, sheet().draft.text]).toEqual([1, '还在'])
    choose(sheet(), 'A1')
    sheet().draft.commit()
    expect(shownCells(document)).toEqual([['还在']])
    end()
  })

  test('a cell that is opened and left as it was is not written again', () => {
    const { updates, other, sheet, end } = bookWorld()
    writeCell(other, 0, 0, '12.50')
    choose(sheet(), 'A1')
    sheet().draft.open()
    sheet().draft.commit()
    expect(updates).toEqual([])
    end()
  })
})

describe('[DOC-03] words that are not saved', () => {
  test('are cells as people write them, and the words that are still being written', () => {
    const { book, document, session, sheet, end } = bookWorld()
    const pending: Uint8Array[] = []
    document.on('update', (update: Uint8Array) => pending.push(update))
    write(sheet(), 'A1', '语文')
    write(sheet(), 'A2', '=SUM(B1:B9)')
    write(sheet(), 'A3', '12')
    choose(sheet(), 'A4')
    sheet().draft.write('还没写完')
    expect(session.describeUnsaved(pending).split('\n')).toEqual(['语文', '=SUM(B1:B9)', '12', '还没写完'])
    expect(book.steps.canUndo).toBe(true)
    end()
  })
})

describe('[DOC-09] formulas on a phone', () => {
  test('a tap names a cell where one can be, the next tap another one, and elsewhere a tap ends writing', () => {
    const { sheet, end } = bookWorld()
    const { draft } = sheet()
    draft.begin('=')
    expect([draft.name('B2', 1), draft.text]).toEqual([true, '=B2'])
    expect([draft.name('B3', 3), draft.text]).toEqual([true, '=B3'])
    draft.write('=B3+')
    expect([draft.name('C1:C4', 4), draft.text]).toEqual([true, '=B3+C1:C4'])
    draft.write('=B3+5')
    expect(draft.name('C1', 5)).toBe(false)
    draft.write('字=')
    expect(draft.name('C1', 2)).toBe(false)
    end()
  })

  test('the sum takes the numbers above, or else those at the left', () => {
    const { tasks, sheet, end } = bookWorld()
    choose(sheet(), 'A1')
    tasks.paste(sheet(), '名\t分\t\n甲\t1\t2\n乙\t3\t4')
    const offered = (name: string) => {
      choose(sheet(), name)
      return numbersBeside(sheet())
    }
    expect([offered('B4'), offered('D2'), offered('A4'), offered('A1')]).toEqual(['B2:B3', 'B2:C2', null, null])
    end()
  })

  test('a copy keeps formulas and styles, fills what is chosen, and leaves texts to other programs', () => {
    const { tasks, document, sheet, end } = bookWorld()
    choose(sheet(), 'A1')
    tasks.paste(sheet(), '1\t=A1*10\n2\n3')
    choose(sheet(), 'B1')
    tasks.restyle(sheet(), { bold: true })
    const text = tasks.copy(sheet())
    choose(sheet(), 'B2')
    sheet().extend({ row: 2, column: 1 })
    tasks.paste(sheet(), text)
    expect([text, shownCells(document)]).toEqual([
      '10',
      [
        ['1', '10'],
        ['2', '20'],
        ['3', '30'],
      ],
    ])
    expect(sheet().styleOf({ row: 'r3', column: 'c2' })).toEqual({ bold: true })
    tasks.paste(sheet(), '别的')
    expect(shownCells(document)[1]).toEqual(['2', '别的'])
    end()
  })
})

test('[DOC-09] rows and columns up to the chosen cell stop scrolling for everybody, and scroll again', () => {
  const { book, tasks, other, sheet, end } = bookWorld()
  const frozen = () =>
    firstSheet(other).frozen({ rows: firstSheet(other).rows(), columns: firstSheet(other).columns() })
  choose(sheet(), 'B3')
  tasks.freeze(sheet(), 'rows')
  tasks.freeze(sheet(), 'columns')
  expect([sheet().frozen, frozen()]).toEqual([
    { rows: 3, columns: 2 },
    { rows: 3, columns: 2 },
  ])
  other.transact(() => deleteLines(firstSheet(other), 'rows', ['r3']))
  expect(sheet().frozen.rows).toBe(2)
  choose(sheet(), 'A2')
  tasks.freeze(sheet(), 'rows')
  expect(frozen()).toEqual({ rows: 0, columns: 2 })
  book.undo()
  expect(frozen()).toEqual({ rows: 2, columns: 2 })
  end()
})

test('[DOC-02] others are shown in their cell, and one’s own place is told', () => {
  const { book, awareness, sheet, end } = bookWorld()
  choose(sheet(), 'B3')
  expect(awareness.getLocalState()).toMatchObject({ cursor: { sheet: 's1', row: 'r3', column: 'c2' } })
  const person = { id: 7, name: '陈希', color: '#b3261e' }
  const there = { user: person, cursor: { sheet: 's1', row: 'r1', column: 'c1' } }
  awareness.states.set(99, there)
  awareness.states.set(98, { user: person, cursor: { sheet: 1, row: null } })
  awareness.emit('change', [{ added: [98, 99], updated: [], removed: [] }, 'other'])
  expect(book.cursorsHere).toEqual([{ person, sheet: 's1', row: 'r1', column: 'c1' }])
  end()
})
