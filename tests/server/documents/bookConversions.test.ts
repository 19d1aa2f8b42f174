import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { findOffice } from '../../../server/previews/makers/office'
import { client } from '../../support/client'
import { excelOf, formula, number, row, text } from '../../support/documents/books'
import { bytesOf, copiedAs, imported } from '../../support/documents/conversions'
import { shownCells, writeCell } from '../../support/documents/sheetWriters'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { textsOfPages } from '../../support/previews/readPdf'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'
let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10 })
  make = factories(server.deps)
})
afterEach(endWriters)
after(() => server.close())

async function world() {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const owner = await make.user({ enterprise })
  const folder = await make.folder({ owner })
  return { folder, me: await client(server).as(owner.login) }
}

async function opened(me: Awaited<ReturnType<typeof world>>['me'], fileId: number) {
  return joinWriter(server, { fileId, access: await tokenOf(me, fileId) })
}

describe('[DOC-07] a table becomes a workbook beside it', () => {
  test('it opens in the editor at once, its formulas follow, and it is found by its words', async () => {
    const { me, folder } = await world()
    const rows = row(1, text('塑胶跑道'), number('3'), formula('B1*2', '6'))
    const file = await make.file({ parent: folder }, { name: '预算.xlsx', content: excelOf([{ name: '一', rows }]) })
    const item = await imported(me, file.id)
    assert.deepEqual([item.name, item.parent_folder_id], ['预算.yxls', folder.id])
    const writer = await opened(me, item.id)
    assert.deepEqual(shownCells(writer.document), [['塑胶跑道', '3', '6']])
    writeCell(writer.document, 0, 1, '5')
    await writer.saved()
    assert.deepEqual(shownCells(writer.document), [['塑胶跑道', '5', '10']])
    await until('the words', async () =>
      (await me.call('GET /apps/files/search', { query_words: '塑胶跑道' })).items.some(({ id }) => id === item.id),
    )
  })

  test('a CSV becomes one as well, and a second one gets a number', async () => {
    const { me, folder } = await world()
    const file = await make.file({ parent: folder }, { name: '名单.csv', content: '姓名,分\n陈希,90\n' })
    const names = [await imported(me, file.id), await imported(me, file.id)].map(({ name }) => name)
    assert.deepEqual(names, ['名单.yxls', '名单 (1).yxls'])
  })
})

describe('[DOC-07] a workbook is copied as a file of another kind', () => {
  async function written() {
    const { me, folder } = await world()
    const { item } = await makeDocument(me, 'yxls', folder.id)
    const writer = await opened(me, item.id)
    writeCell(writer.document, 0, 0, '姓名')
    writeCell(writer.document, 0, 1, '=2*3')
    await writer.saved()
    return { me, folder, item, writer }
  }

  test('CSV and Excel have what was written until then, and Excel becomes the same workbook again', async () => {
    const { me, folder, item, writer } = await written()
    const csv = await copiedAs(me, item.id, 'csv', folder.id)
    assert.equal(String(await bytesOf(server, csv.id)), '\ufeff姓名,6\r\n')
    writeCell(writer.document, 1, 0, '晚')
    await writer.saved()
    const excel = await copiedAs(me, item.id, 'xlsx', folder.id)
    assert.deepEqual([csv.name, excel.name], ['会议纪要.csv', '会议纪要.xlsx'])
    const back = await imported(me, excel.id)
    assert.deepEqual(shownCells((await opened(me, back.id)).document), [['姓名', '6'], ['晚']])
  })

  test('as PDF it has the words of the workbook', { skip: withoutOffice }, async () => {
    const { me, item } = await written()
    const copy = await copiedAs(me, item.id, 'pdf')
    const words = (await textsOfPages(await bytesOf(server, copy.id))).join('\n')
    assert.match(words, /姓名[\s\S]*6/)
  })
})

test('[DOC-05] a restored version of a workbook is there for everybody, and restoring the one before undoes it', async () => {
  const { me, folder } = await world()
  const { item } = await makeDocument(me, 'yxls', folder.id)
  const writer = await opened(me, item.id)
  writeCell(writer.document, 0, 0, '初稿')
  await writer.saved()
  const name = { file_id: item.id, name: '一' }
  const { version } = await me.call('POST /apps/documents/name_version', name)
  writeCell(writer.document, 0, 0, '定稿')
  writeCell(writer.document, 3, 1, '=1+1')
  await writer.saved()
  const restored = { file_id: item.id, version_id: version.version_id }
  const { earlier_version_id } = await me.call('POST /apps/documents/restore', restored)
  await until('the restored cells', () => JSON.stringify(shownCells(writer.document)) === '[["初稿"]]')
  await me.call('POST /apps/documents/restore', { file_id: item.id, version_id: earlier_version_id })
  await until('the cells before', () => shownCells(writer.document)[3]?.[1] === '2')
  assert.deepEqual(shownCells(writer.document), [['定稿'], [], [], ['', '2']])
})
