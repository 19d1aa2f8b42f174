import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import { cellsOf } from '@/domain/previews/grid/cells'
import { newBook, newSheet } from '@/domain/documents/sheets/bookState'
import { insertLines, writeCells } from '@/stores/documents/sheets/sheetEdits'
import { readStateGrid } from '../../../server/previews/converters/state/stateGrid'
import { textOfState } from '../../../server/previews/converters/state/textOfState'
import { firstSheet } from '../../support/documents/sheetWriters'

let folder: string
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'state-'))))
after(() => rm(folder, { recursive: true }))

async function stored(document: Y.Doc): Promise<string> {
  const file = path.join(folder, 'state')
  await writeFile(file, Y.encodeStateAsUpdate(document))
  return file
}

const ROWS = 4000

/** A workbook with a running total beside each of its numbers: its formulas read eight million cells. */
function totals(): Y.Doc {
  const document = new Y.Doc()
  Y.applyUpdate(document, newBook())
  const sheet = firstSheet(document)
  document.transact(() => insertLines(sheet, 'rows', ROWS - 100, null))
  const { ids } = sheet.rows()
  const edits = ids.flatMap((row) => [
    { row, column: 'c1', content: { v: 1 } },
    { row, column: 'c2', content: { f: `=SUM({$r1:c1}:{${row}:c1})` } },
  ])
  document.transact(() => writeCells(sheet, edits))
  return document
}

describe('[DOC-01] the results of a large workbook', () => {
  test('are all in its table and among its words', async () => {
    const file = await stored(totals())
    const { sheets } = await readStateGrid(file, null)
    const rows = [...sheets[0]!.rows]
    assert.deepEqual([rows.length, cellsOf(rows.at(-1)!).map(({ text }) => text)], [ROWS, ['1', String(ROWS)]])
    const words = await textOfState(file, 'yxls', 1_000_000)
    assert.ok(words.endsWith(`1\t${ROWS}`), words.slice(-20))
  })
})

describe('[DOC-01] rows and columns that do not scroll', () => {
  test('do not scroll in the table either, also after rows were inserted before', async () => {
    const document = new Y.Doc()
    Y.applyUpdate(document, newBook())
    const sheet = firstSheet(document)
    sheet.map.set('frozen', { rows: 'r2', columns: 'c3' })
    insertLines(sheet, 'rows', 2, { id: 'r1', isAfter: false })
    const { sheets } = await readStateGrid(await stored(document), null)
    assert.deepEqual([sheets[0]!.frozen_rows, sheets[0]!.frozen_columns], [4, 3])
  })
})

describe('[DOC-01] a sheet without a name', () => {
  test('has none in the table, so that each reader sees its number in their language', async () => {
    const document = new Y.Doc()
    Y.applyUpdate(document, newBook())
    document.getArray('sheets').push([newSheet('s2', '年度', (of, at) => `${of}${at}`)])
    const { sheets } = await readStateGrid(await stored(document), null)
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['', '年度'],
    )
  })
})

describe('[DOC-01] the words of a long text', () => {
  test('are read from hundreds of thousands of elements', async () => {
    const document = new Y.Doc()
    const fragment = document.getXmlFragment('default')
    fragment.push(Array.from({ length: 200_000 }, () => new Y.XmlElement('paragraph')))
    fragment.push([new Y.XmlText('末尾')])
    assert.equal(await textOfState(await stored(document), 'ydoc', 1000), '末尾')
  })
})
