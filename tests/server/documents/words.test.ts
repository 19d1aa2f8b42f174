import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import { maintainDocuments } from '../../../server/jobs/documents'
import { indexWords } from '../../../server/services/documents/words'
import { client } from '../../support/client'
import { tokenOfUser } from '../../support/documents/tokens'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

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
  const reader = await make.user({ enterprise })
  const folder = await make.folder({ owner })
  return {
    owner,
    reader,
    folder,
    me: await client(server).as(owner.login),
    they: await client(server).as(reader.login),
  }
}

/** The jobs that read the words of a document. */
function queued(itemId: number) {
  return server.deps.db
    .selectFrom('jobs')
    .select(['id', 'run_at'])
    .where('kind', '=', 'index_document')
    .where('dedupe_key', 'like', `${itemId} %`)
    .orderBy('run_at')
    .execute()
}

/** Folds, and reads the words now instead of at the end of the interval. */
async function readNow(itemId: number) {
  await maintainDocuments(server.deps)
  assert.ok((await queued(itemId)).length > 0)
  await indexWords(server.deps, itemId, new AbortController().signal)
}

describe('words of documents (DOC-08)', () => {
  test('search finds a text and a sheet by what is written in them', async () => {
    const { me, owner, folder } = await world()
    const text = await makeDocument(me, 'ydoc', folder.id)
    const sheet = await makeDocument(me, 'yxls', folder.id)
    const writer = await joinWriter(server, { fileId: text.item.id, access: text.access })
    writer.write('操场翻修的预算')
    await writer.saved()
    const access = await tokenOfUser(server.deps, sheet.item.id, owner.id)
    const counter = await joinWriter(server, { fileId: sheet.item.id, access })
    counter.document.transact(() => {
      const made = new Y.Map<unknown>()
      counter.document.getArray('sheets').push([made])
      made.set('name', '年度')
      made.set('rows', Y.Array.from(['r1']))
      made.set('columns', Y.Array.from(['c1', 'c2']))
      made.set(
        'cells',
        new Y.Map([
          ['r1:c1', { v: '塑胶跑道' }],
          ['r1:c2', { f: '=2*2100' }],
        ]),
      )
    })
    await counter.saved()
    for (const { item } of [text, sheet])
      await me.call('POST /apps/documents/name_version', { file_id: item.id, name: '一' })
    const found = async (query_words: string) =>
      (await me.call('GET /apps/files/search', { query_words })).items.map(({ id }) => id)
    await until('the text', async () => (await found('翻修的预算')).includes(text.item.id))
    await until('the sheet', async () => (await found('塑胶跑道')).includes(sheet.item.id))
    assert.deepEqual(await found('4200'), [sheet.item.id])
    assert.deepEqual(await found('2100'), [])
  })

  test('search finds what is written before a version contains it, and finds no copy by it', async () => {
    const { me, folder } = await world()
    const { item, access } = await makeDocument(me, 'ydoc', folder.id)
    const found = async (query_words: string) =>
      (await me.call('GET /apps/files/search', { query_words })).items.map(({ id }) => id)
    const writer = await joinWriter(server, { fileId: item.id, access })
    writer.write('食堂的菜单')
    await writer.saved()
    await readNow(item.id)
    await until('the words', async () => (await found('食堂的菜单')).includes(item.id))
    const versions = () => server.deps.db.selectFrom('versions').where('item_id', '=', item.id).select('id').execute()
    assert.equal((await versions()).length, 1)
    await me.call('POST /apps/files/copy', { item_typed_ids: [item.typed_id], target_folder_id: 0 })
    await until('the copy', async () => (await found('食堂的菜单')).length === 2)
    writer.write('操场的围栏')
    await writer.saved()
    await readNow(item.id)
    assert.deepEqual(await found('操场的围栏'), [])
    await me.call('POST /apps/documents/name_version', { file_id: item.id, name: '一' })
    await until('the words', async () => (await found('操场的围栏')).length > 0)
    assert.deepEqual(await found('操场的围栏'), [item.id])
  })

  test('the words of a document are read once in three minutes, however often it is folded', async () => {
    const { me, folder } = await world()
    const { item, access } = await makeDocument(me, 'ydoc', folder.id)
    const writer = await joinWriter(server, { fileId: item.id, access })
    for (const text of ['一', '二', '三']) {
      writer.write(text)
      await writer.saved()
      await maintainDocuments(server.deps)
    }
    const jobs = await queued(item.id)
    assert.ok(jobs.length === 1 || (jobs.length === 2 && jobs[0]!.run_at < jobs[1]!.run_at), JSON.stringify(jobs))
  })

  test('the text of a document is read in blocks by those who could download a file in its place', async () => {
    const { me, they, reader, folder } = await world()
    const { item, access } = await makeDocument(me, 'ydoc', folder.id)
    const writer = await joinWriter(server, { fileId: item.id, access })
    writer.document.transact(() => {
      const element = (
        name: string,
        children: (Y.XmlElement | Y.XmlText)[],
        attributes: Record<string, unknown> = {},
      ) => {
        const made = new Y.XmlElement(name)
        made.insert(0, children)
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string)
        return made
      }
      const marked = new Y.XmlText()
      marked.insert(0, '重要', { bold: true })
      marked.insert(2, '见', { link: { href: 'javascript:alert(1)' } })
      writer.document
        .getXmlFragment('default')
        .push([
          element('heading', [new Y.XmlText('计划')], { level: 2 }),
          element('paragraph', [marked]),
          element('taskList', [
            element('taskItem', [element('paragraph', [new Y.XmlText('做完')])], { checked: true }),
          ]),
        ])
    })
    await writer.saved()
    await me.call('POST /apps/documents/name_version', { file_id: item.id, name: '一' })
    const { blocks } = await until('the text', async () => {
      const answer = await me.call('GET /apps/representations/reading', { file_id: item.id })
      return answer.rendition === null ? null : answer
    })
    assert.deepEqual(blocks, [
      { kind: 'heading', level: 2, runs: [{ text: '计划' }] },
      { kind: 'text', runs: [{ text: '重要', bold: true }, { text: '见' }] },
      { kind: 'text', indent: 1, sign: '☑', runs: [{ text: '做完' }] },
    ])
    const collab = await make.collab(folder, { user: reader }, 'previewer')
    await they.refused('GET /apps/representations/reading', { file_id: item.id }, 'permission_denied')
    assert.equal(
      (await joinWriter(server, { fileId: item.id, access: await tokenOf(they, item.id) })).told('opened')?.role,
      'read',
    )
    await server.deps.db.updateTable('collabs').set({ role: 'viewer' }).where('id', '=', collab.id).execute()
    assert.deepEqual((await they.call('GET /apps/representations/reading', { file_id: item.id })).blocks, blocks)
    await me.refused('GET /apps/files/download', { file_id: item.id }, 'download_online_document')
  })
})
