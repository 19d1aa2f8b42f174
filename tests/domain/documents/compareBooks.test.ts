import { describe, expect, test } from '@jest/globals'
import * as Y from 'yjs'
import { newBook, newSheet } from '@/domain/documents/sheets/bookState'
import { compareBooks } from '@/domain/documents/sheets/compareBooks'
import { deleteLines, insertLines, writeCells } from '@/stores/documents/sheets/sheetEdits'
import { firstSheet, writeCell } from '../../support/documents/sheetWriters'

/** A workbook as it was, and a copy of it to change. */
function world() {
  const [before, now] = [new Y.Doc(), new Y.Doc()]
  Y.applyUpdate(before, newBook())
  writeCell(before, 0, 0, '姓名')
  writeCell(before, 1, 0, '3')
  writeCell(before, 2, 0, '=A2*2')
  Y.applyUpdate(now, Y.encodeStateAsUpdate(before))
  return { before, now }
}

const none = { added: 0, removed: 0 }

describe('[DOC-05] a workbook differs from an earlier one', () => {
  test('in cells that have another value, another formula, or nothing any more', () => {
    const { before, now } = world()
    writeCell(now, 0, 0, '姓')
    writeCell(now, 1, 0, '')
    writeCell(now, 2, 0, '=A2*3')
    writeCell(now, 3, 1, '新')
    const { cells, counts } = compareBooks(now, before)
    expect(Object.fromEntries(cells.get('s1')!)).toEqual({
      'r1:c1': { before: '姓名', isLook: false },
      'r2:c1': { before: '3', isLook: false },
      'r3:c1': { before: '=A2*2', isLook: false },
      'r4:c2': { before: '', isLook: false },
    })
    expect(counts).toEqual({ cells: { added: 3, removed: 1 }, rows: none, columns: none, sheets: none })
  })

  test('a row above changes no cell below, and the cells of a deleted column count as the column', () => {
    const { before, now } = world()
    const sheet = firstSheet(now)
    insertLines(sheet, 'rows', 2, { id: 'r1', isAfter: false })
    writeCell(before, 0, 1, '要走')
    Y.applyUpdate(now, Y.encodeStateAsUpdate(before))
    now.transact(() => deleteLines(firstSheet(now), 'columns', ['c2']))
    const { cells, counts } = compareBooks(now, before)
    expect(cells.size).toBe(0)
    expect(counts).toEqual({
      cells: none,
      rows: { added: 2, removed: 0 },
      columns: { added: 0, removed: 1 },
      sheets: none,
    })
  })

  test('a new look marks a cell, and all cells of a new sheet are new', () => {
    const { before, now } = world()
    now.transact(() => {
      writeCells(firstSheet(now), [{ row: 'r1', column: 'c1', style: { bold: true } }])
      now.getArray('sheets').push([newSheet('s2', '二', (of, index) => `${of}${index + 1}`)])
    })
    const second = (now.getArray('sheets').get(1) as Y.Map<Y.Map<unknown>>).get('cells')!
    second.set('r1:c1', { v: 1 })
    const { cells, counts } = compareBooks(now, before)
    expect(cells.get('s1')!.get('r1:c1')).toEqual({ before: '姓名', isLook: true })
    expect(cells.get('s2')!.get('r1:c1')).toEqual({ before: '', isLook: false })
    expect(counts.sheets).toEqual({ added: 1, removed: 0 })
    expect(compareBooks(before, now).counts.sheets).toEqual({ added: 0, removed: 1 })
  })

  test('nothing differs from itself', () => {
    const { before } = world()
    expect(compareBooks(before, before)).toEqual({
      cells: new Map(),
      counts: { cells: none, rows: none, columns: none, sheets: none },
    })
  })
})
