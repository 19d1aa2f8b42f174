import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import { cellsOf } from '@/domain/previews/grid/cells'
import { deleteLines, insertLines, writeCells } from '@/stores/documents/sheets/sheetEdits'
import { client } from '../../support/client'
import { isDeep, randomOf, seed } from '../../support/deep'
import { firstSheet, shownCells, writeCell } from '../../support/documents/sheetWriters'
import { endWriters, joinWriter, makeDocument, tokenOf, type Writer } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { makeLink, Visitor } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

/** The server lets a user connect 60 times a minute. */
const MOST_CUTS = 40
/** After a cut this provider first sends what it could not send; the server then asks for everything. The page's own provider does not. */
const OUTDATED = 4408

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10 })
  make = factories(server.deps)
})
afterEach(endWriters)
after(() => server.close())

/** A workbook in a folder that two people edit. */
async function world() {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const [owner, other] = [await make.user({ enterprise }), await make.user({ enterprise })]
  const folder = await make.folder({ owner })
  const collab = await make.collab(folder, { user: other }, 'editor')
  const [me, they] = [await client(server).as(owner.login), await client(server).as(other.login)]
  const { item, access } = await makeDocument(me, 'yxls', folder.id)
  const mine = await joinWriter(server, { fileId: item.id, access })
  const theirs = await joinWriter(server, { fileId: item.id, access: await tokenOf(they, item.id) })
  return { me, they, collab, item, mine, theirs }
}

const saved = (writers: readonly Writer[]) => Promise.all(writers.map((writer) => writer.saved()))
function connected(socket: Writer['socket']) {
  void socket.connect()
  return until('the connection', () => socket.status === 'connected')
}

const cells = ({ document }: Writer) => JSON.stringify(shownCells(document))

async function same(writers: readonly Writer[]): Promise<string[][]> {
  await saved(writers)
  await until('the same cells', () => new Set(writers.map(cells)).size === 1)
  return shownCells(writers[0]!.document)
}

describe('[DOC-01] a new workbook', () => {
  test('has one empty sheet for everybody, and opens at a page', async () => {
    const { me, item, mine, theirs } = await world()
    const { access_url } = await me.call('GET /yiqixie/get_access_url', { file_id: item.id })
    assert.match(access_url, new RegExp(`/documents/${item.id}#access=`))
    for (const { document } of [mine, theirs]) {
      assert.equal(document.getArray('sheets').length, 1)
      const sheet = firstSheet(document)
      assert.deepEqual([sheet.rows().length, sheet.columns().length, sheet.name], [100, 26, ''])
    }
  })
})

describe('[DOC-02] a workbook that two people write', () => {
  test('a row that one inserts moves no cell that the other writes at the same time', async () => {
    const { mine, theirs } = await world()
    for (const [row, name] of ['陈希', '李蔚', '赵敏'].entries()) writeCell(mine.document, row, 0, name)
    writeCell(mine.document, 3, 1, '=COUNTA(A1:A3)')
    await same([mine, theirs])
    theirs.socket.disconnect()
    await until('the cut', () => theirs.socket.status !== 'connected')
    const sheet = firstSheet(mine.document)
    mine.document.transact(() => insertLines(sheet, 'rows', 2, { id: sheet.rows().ids[1]!, isAfter: false }))
    writeCell(mine.document, 1, 0, '新来的')
    writeCell(theirs.document, 1, 1, '90')
    writeCell(theirs.document, 2, 1, '72')
    await mine.saved()
    await connected(theirs.socket)
    assert.deepEqual(await same([mine, theirs]), [['陈希'], ['新来的'], [], ['李蔚', '90'], ['赵敏', '72'], ['', '4']])
  })

  test('two values of one cell end as one of both for everybody', async () => {
    const { mine, theirs } = await world()
    theirs.socket.disconnect()
    await until('the cut', () => theirs.socket.status !== 'connected')
    writeCell(mine.document, 0, 0, '我的')
    writeCell(theirs.document, 0, 0, '你的')
    await mine.saved()
    await connected(theirs.socket)
    const [[only]] = (await same([mine, theirs])) as [[string]]
    assert.ok(['我的', '你的'].includes(only), only)
  })

  test('a style and a value that two people give one cell both stay', async () => {
    const { mine, theirs } = await world()
    theirs.socket.disconnect()
    await until('the cut', () => theirs.socket.status !== 'connected')
    const sheet = firstSheet(mine.document)
    const id = { row: sheet.rows().ids[0]!, column: sheet.columns().ids[0]! }
    mine.document.transact(() => writeCells(sheet, [{ ...id, style: { bold: true, format: 'percent' } }]))
    writeCell(theirs.document, 0, 0, '0.5')
    await mine.saved()
    await connected(theirs.socket)
    assert.deepEqual(await same([mine, theirs]), [['50%']])
    assert.deepEqual(firstSheet(theirs.document).styleOf(id.row, id.column), { bold: true, format: 'percent' })
  })

  test('undo takes back one’s own deletion of rows, and leaves what the other wrote meanwhile', async () => {
    const { mine, theirs } = await world()
    for (const [row, text] of ['一', '二', '三'].entries()) writeCell(mine.document, row, 0, text)
    await same([mine, theirs])
    const origin = {}
    const undo = new Y.UndoManager(mine.document.getArray('sheets'), { trackedOrigins: new Set([origin]) })
    const sheet = firstSheet(mine.document)
    mine.document.transact(() => deleteLines(sheet, 'rows', sheet.rows().ids.slice(1, 2)), origin)
    assert.deepEqual(await same([mine, theirs]), [['一'], ['三']])
    writeCell(theirs.document, 1, 1, '写在三旁边')
    await same([mine, theirs])
    undo.undo()
    assert.deepEqual(await same([mine, theirs]), [['一'], ['二'], ['三', '写在三旁边']])
  })

  const steps: Record<string, (document: Y.Doc, random: () => number) => void> = {
    write(document, random) {
      const sheet = firstSheet(document)
      const at = (length: number) => Math.floor(random() * Math.min(length, 12))
      const text = random() < 0.3 ? `=SUM(A1:C${1 + at(12)})+A1` : String(Math.floor(random() * 100))
      writeCell(document, at(sheet.rows().length), at(sheet.columns().length), text)
    },
    insert(document, random) {
      const sheet = firstSheet(document)
      const of = random() < 0.5 ? 'rows' : 'columns'
      const id = sheet[of]().ids[Math.floor(random() * 10)]!
      document.transact(() => insertLines(sheet, of, 1 + Math.floor(random() * 2), { id, isAfter: random() < 0.5 }))
    },
    delete(document, random) {
      const sheet = firstSheet(document)
      const of = random() < 0.5 ? 'rows' : 'columns'
      const { ids } = sheet[of]()
      if (ids.length > 5) document.transact(() => deleteLines(sheet, of, [ids[Math.floor(random() * 5)]!]))
    },
  }

  test('rows and columns that people insert and delete at once, with cuts and undo, end the same for all', async () => {
    const random = randomOf(seed)
    const { me, item, mine, theirs } = await world()
    const third = await joinWriter(server, { fileId: item.id, access: await tokenOf(me, item.id) })
    const writers = [mine, theirs, third]
    const undoing = writers.map(
      ({ document }) =>
        new Y.UndoManager(document.getArray('sheets'), { trackedOrigins: new Set([null]), captureTimeout: 0 }),
    )
    const done: string[] = []
    let cuts = 0
    for (let step = 0; step < (isDeep ? 1500 : 150); step += 1) {
      const at = Math.floor(random() * writers.length)
      const { document, socket } = writers[at]!
      const which = random()
      if (which < 0.08 && socket.status === 'connected' && cuts < MOST_CUTS) {
        cuts += 1
        done.push(`cut ${at}`)
        socket.disconnect()
        await until('the cut', () => socket.status !== 'connected')
      } else if (which < 0.16 && socket.status !== 'connected') {
        done.push(`join ${at}`)
        await connected(socket)
      } else if (which < 0.3) {
        done.push(`undo ${at}`)
        undoing[at]!.undo()
      } else {
        const name = which < 0.7 ? 'write' : which < 0.88 ? 'insert' : 'delete'
        done.push(`${name} ${at}`)
        steps[name]!(document, random)
      }
    }
    for (const { socket } of writers) if (socket.status !== 'connected') await connected(socket)
    try {
      await same(writers)
      const axes = writers.map(({ document }) =>
        JSON.stringify([firstSheet(document).rows().ids, firstSheet(document).columns().ids]),
      )
      assert.equal(new Set(axes).size, 1)
      assert.deepEqual(
        writers.flatMap(({ closes }) => closes.filter(({ code }) => code >= 4000 && code !== OUTDATED)),
        [],
      )
    } catch (error) {
      throw new Error(`${String(error)}\nSEED=${seed}: ${done.join(', ')}`, { cause: error })
    }
  })
})

describe('[DOC-01] a workbook where no editor opens', () => {
  test('is read as a table, with results, styles and widths, also by a visitor of a link', async () => {
    const { me, they, collab, item, mine } = await world()
    for (const [row, line] of [
      ['项目', '预算'],
      ['招生', '86000'],
      ['教研', '12000'],
      ['合计', '=SUM(B2:B3)'],
    ].entries())
      for (const [column, text] of line.entries()) writeCell(mine.document, row, column, text)
    const sheet = firstSheet(mine.document)
    const id = { row: sheet.rows().ids[3]!, column: sheet.columns().ids[1]! }
    mine.document.transact(() => {
      writeCells(sheet, [{ ...id, style: { format: 'grouped', bold: true } }])
      sheet.map.set('name', '年度')
      ;(sheet.map.get('widths') as Y.Map<number>).set(id.column, 180)
    })
    await mine.saved()
    await me.call('POST /apps/documents/name_version', { file_id: item.id, name: '一' })
    const table = await until('the table', async () => {
      const answer = await me.call('GET /apps/representations/grid', { file_id: item.id })
      return answer.rendition === null ? null : answer
    })
    assert.deepEqual(
      table.rows.map((row) => cellsOf(row).map(({ text }) => text)),
      [
        ['项目', '预算'],
        ['招生', '86000'],
        ['教研', '12000'],
        ['合计', '98,000'],
      ],
    )
    assert.deepEqual(
      table.sheets!.map(({ name, rows, columns, widths }) => ({ name, rows, columns, widths })),
      [
        {
          name: '年度',
          rows: 4,
          columns: 2,
          widths: [
            { pixels: 100, columns: 1 },
            { pixels: 180, columns: 1 },
          ],
        },
      ],
    )
    await server.deps.db.updateTable('collabs').set({ role: 'previewer' }).where('id', '=', collab.id).execute()
    await they.refused('GET /apps/representations/grid', { file_id: item.id }, 'permission_denied')
    const password = { password_protected: true, password: 'k7m3' }
    const link = await makeLink(me, { id: item.id, is_folder: false }, password)
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open(password.password)
    const asked = { file_id: item.id, scenario: 'share', share_link_token: link.unique_name }
    const seen = await visitor.client.call('GET /apps/representations/grid', asked)
    assert.deepEqual(seen.rows, table.rows)
    await until('the result in the search', async () =>
      (await me.call('GET /apps/files/search', { query_words: '98000' })).items.some(
        ({ id: found }) => found === item.id,
      ),
    )
  })
})
