import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import { maintainDocuments } from '../../../server/jobs/documents'
import { insertUpdates } from '../../../server/queries/documents/updates'
import { foldDocument, openState } from '../../../server/services/documents/body'
import { client, type Client } from '../../support/client'
import { endWriters, joinWriter, makeDocument, paragraphsOf, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

let now = new Date('2026-11-30T08:00:00Z')
let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10, clock: () => now })
  make = factories(server.deps)
})
afterEach(endWriters)
after(() => server.close())

const MINUTE = 60_000
const pass = (minutes: number) => void (now = new Date(now.getTime() + minutes * MINUTE))

async function world() {
  const owner = await make.user({ enterprise: await make.enterprise({ collaborative_document: true }) })
  const me = await client(server).as(owner.login)
  const { item } = await makeDocument(me)
  return { owner, me, fileId: item.id, typedId: item.typed_id, join: () => join(me, item.id) }
}

const join = async (user: Client, fileId: number) => joinWriter(server, { fileId, access: await tokenOf(user, fileId) })
const rowsOf = async (fileId: number) =>
  (await server.deps.db.selectFrom('document_updates').select('sequence').where('item_id', '=', fileId).execute())
    .length
const versionsOf = (fileId: number) =>
  server.deps.db
    .selectFrom('versions')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select(['versions.id', 'versions.size', 'versions.remark', 'bodies.key'])
    .where('item_id', '=', fileId)
    .orderBy('versions.id')
    .execute()
/** The paragraphs that are stored now. */
async function stored(fileId: number) {
  const { document } = await openState(server.deps, fileId, 'ydoc')
  return paragraphsOf(document)
}
async function paragraphsIn(key: string) {
  const document = new Y.Doc()
  Y.applyUpdate(document, new Uint8Array(await buffer(await server.deps.storage.read(key))))
  return paragraphsOf(document)
}

describe('[DOC-02] the job folds updates into the state', () => {
  test('folding changes nothing that anybody sees, and removes the rows', async () => {
    const { fileId, join } = await world()
    const mine = await join()
    for (const text of ['一', '二', '三']) {
      mine.write(text)
      await mine.saved()
    }
    assert.equal(await rowsOf(fileId), 3)
    await maintainDocuments(server.deps)
    assert.deepEqual([await rowsOf(fileId), await stored(fileId)], [0, ['一', '二', '三']])
    mine.write('四')
    await mine.saved()
    assert.deepEqual([await rowsOf(fileId), await stored(fileId)], [1, ['一', '二', '三', '四']])
    const { size } = await server.deps.db
      .selectFrom('documents')
      .select('size')
      .where('item_id', '=', fileId)
      .executeTakeFirstOrThrow()
    const { rows } = await sizeOf(fileId)
    assert.equal(size, rows)
  })

  test('several folds and writers at once lose nothing', async () => {
    const { fileId, join } = await world()
    const mine = await join()
    const folds: Promise<unknown>[] = []
    for (let round = 0; round < 30; round += 1) {
      mine.write(String(round))
      folds.push(foldDocument(server.deps.db, fileId), foldDocument(server.deps.db, fileId))
      if (round % 5 === 0) await mine.saved()
    }
    await mine.saved()
    await Promise.all(folds)
    assert.deepEqual(
      await stored(fileId),
      Array.from({ length: 30 }, (_, at) => String(at)),
    )
  })

  test('a process that lacks folded updates still gets them', async () => {
    const { owner, fileId, join } = await world()
    const mine = await join()
    mine.write('一')
    await mine.saved()
    const document = new Y.Doc()
    Y.applyUpdate(document, Y.encodeStateAsUpdate(mine.document))
    const before = Y.encodeStateVector(document)
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText('别处')])
    document.getXmlFragment('default').push([paragraph])
    await server.deps.db.transaction().execute(async (transaction) => {
      await insertUpdates(transaction, {
        itemId: fileId,
        updates: [Y.encodeStateAsUpdate(document, before)],
        userId: owner.id,
        at: now,
      })
      await foldDocument(transaction, fileId)
    })
    await until('the paragraph', () => mine.read().includes('别处'))
  })
})

describe('[DOC-01] the item of a document', () => {
  test('gets the time, the person and the size with the fold, before a version is made', async () => {
    const { me, owner, fileId, typedId, join } = await world()
    const item = async () => (await me.call('GET /apps/files/get_info', { item_typed_id: typedId })).item!
    const before = await item()
    const mine = await join()
    pass(3)
    mine.write('一')
    await mine.saved()
    const written = now.getTime() / 1000
    pass(1)
    await maintainDocuments(server.deps)
    const shown = await item()
    assert.deepEqual([shown.modified_at, shown.updater.id], [written, owner.id])
    assert.ok(shown.size > before.size)
    pass(10)
    await maintainDocuments(server.deps)
    assert.equal((await versionsOf(fileId)).length, 2)
    assert.equal((await item()).modified_at, written)
  })
})

describe('[DOC-05] versions that the server makes by itself', () => {
  test('come after ten quiet minutes, once an hour while people write, and not without a change', async () => {
    const { fileId, join } = await world()
    const mine = await join()
    mine.write('一')
    await mine.saved()
    pass(9)
    await maintainDocuments(server.deps)
    assert.equal((await versionsOf(fileId)).length, 1)
    pass(1)
    await maintainDocuments(server.deps)
    await maintainDocuments(server.deps)
    const [, second, ...none] = await versionsOf(fileId)
    assert.deepEqual([await paragraphsIn(second!.key), none], [['一'], []])
    for (let round = 0; round < 13; round += 1) {
      pass(5)
      mine.write(String(round))
      await mine.saved()
      await maintainDocuments(server.deps)
    }
    assert.equal((await versionsOf(fileId)).length, 3)
    const item = await server.deps.db.selectFrom('items').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow()
    const newest = (await versionsOf(fileId)).at(-1)!
    assert.equal(item.current_version_id, newest.id)
  })
})

describe('[DOC-01] a document is an item as any other', () => {
  test('a copy has everything written until then, and goes its own way', async () => {
    const { me, fileId, typedId, join: joinMine } = await world()
    const mine = await joinMine()
    mine.write('一')
    await mine.saved()
    const doneIds = await copy(me, typedId)
    mine.write('二')
    await mine.saved()
    const theirs = await join(me, doneIds[0]!)
    theirs.write('副本')
    await theirs.saved()
    assert.deepEqual(
      [await stored(fileId), await stored(doneIds[0]!)],
      [
        ['一', '二'],
        ['一', '副本'],
      ],
    )
  })

  test('a purge leaves neither rows nor blobs', async () => {
    const { me, fileId, typedId, join } = await world()
    const mine = await join()
    mine.write('一')
    await mine.saved()
    await me.call('POST /apps/documents/name_version', { file_id: fileId, name: '一' })
    const keys = (await versionsOf(fileId)).map(({ key }) => key)
    endWriters()
    await me.call('POST /apps/files/delete', { item_typed_ids: [typedId] })
    await me.call('POST /apps/files/delete_from_trash', { item_typed_ids: [typedId] })
    assert.deepEqual([await rowsOf(fileId), await versionsOf(fileId)], [0, []])
    await until('no blobs', async () =>
      (await Promise.all(keys.map((key) => server.deps.storage.stat(key)))).every((stat) => stat === null),
    )
  })

  test('versions count towards the quota, and a full space gets no version and loses nothing', async () => {
    const { me, owner, fileId, join } = await world()
    const mine = await join()
    mine.write('长'.repeat(500))
    await mine.saved()
    const usedOf = async () => (await me.call('GET /apps/frequently_used_items/get_space_info', {})).used
    const before = await usedOf()
    await me.call('POST /apps/documents/name_version', { file_id: fileId, name: '一' })
    const [, version] = await versionsOf(fileId)
    assert.equal((await usedOf()) - before, version!.size)
    mine.write('再')
    await mine.saved()
    await server.deps.db
      .updateTable('users')
      .set({ quota_bytes: await usedOf() })
      .where('id', '=', owner.id)
      .execute()
    await me.refused('POST /apps/documents/name_version', { file_id: fileId, name: '二' }, 'quota_exceeded')
    pass(11)
    await maintainDocuments(server.deps)
    assert.equal((await versionsOf(fileId)).length, 2)
    assert.deepEqual((await stored(fileId)).length, 2)
  })

  test('nobody uploads a version over a document that people edit', async () => {
    const { me, fileId } = await world()
    await me.refused('POST /apps/files/presign_upload', { file_size: 3, target_file_id: fileId }, 'not_support')
  })

  test('the lock of online editing ends a minute after the last change', async () => {
    const { fileId, join } = await world()
    const mine = await join()
    mine.write('一')
    await mine.saved()
    const kind = async () =>
      (await server.deps.db.selectFrom('items').select('lock_kind').where('id', '=', fileId).executeTakeFirstOrThrow())
        .lock_kind
    await until('the lock', async () => (await kind()) === 3)
    await maintainDocuments(server.deps)
    assert.equal(await kind(), 3)
    pass(2)
    await maintainDocuments(server.deps)
    assert.equal(await kind(), null)
  })

  test('the lock of online editing ends when the last writer leaves, also while others read (DOC-02)', async () => {
    const { fileId, join } = await world()
    const writers = await Promise.all([join(), join()])
    await join()
    for (const writer of writers) {
      writer.write('一')
      await writer.saved()
    }
    const kind = async () =>
      (await server.deps.db.selectFrom('items').select('lock_kind').where('id', '=', fileId).executeTakeFirstOrThrow())
        .lock_kind
    await until('the lock', async () => (await kind()) === 3)
    const [first, second] = writers
    first!.end()
    second!.write('二')
    await second!.saved()
    assert.equal(await kind(), 3)
    second!.end()
    await until('no lock', async () => (await kind()) === null)
  })

  test('[DOC-02] the sign of editing names a person who still writes, not one who has left', async () => {
    const enterprise = await make.enterprise({ collaborative_document: true })
    const [owner, other] = [await make.user({ enterprise }), await make.user({ enterprise })]
    const folder = await make.folder({ owner })
    await make.collab(folder, { user: other }, 'editor')
    const [me, they] = [await client(server).as(owner.login), await client(server).as(other.login)]
    const { item } = await makeDocument(me, 'ydoc', folder.id)
    const [mine, theirs] = [await join(me, item.id), await join(they, item.id)]
    const editor = async () =>
      (await me.call('GET /apps/files/get_info', { item_typed_id: item.typed_id })).item!.lock_user?.id
    for (const writer of [mine, theirs]) {
      writer.write('一')
      await writer.saved()
    }
    await until('the sign', async () => (await editor()) === owner.id)
    mine.end()
    await until('no sign', async () => (await editor()) === undefined)
    theirs.write('二')
    await theirs.saved()
    await until('the other person', async () => (await editor()) === other.id)
    const reader = await join(me, item.id)
    reader.end()
    theirs.write('三')
    await theirs.saved()
    assert.equal(await editor(), other.id)
  })
})

async function copy(me: Client, typedId: string): Promise<number[]> {
  const answer = await me.call('POST /apps/files/copy', { item_typed_ids: [typedId as 'file_1'], target_folder_id: 0 })
  return answer.files_and_folders.map(({ id }) => id)
}

/** The bytes that the state and the rows of a document have. */
async function sizeOf(fileId: number) {
  const { state } = await server.deps.db
    .selectFrom('documents')
    .select('state')
    .where('item_id', '=', fileId)
    .executeTakeFirstOrThrow()
  const updates = await server.deps.db
    .selectFrom('document_updates')
    .select('bytes')
    .where('item_id', '=', fileId)
    .execute()
  return { rows: updates.reduce((sum, { bytes }) => sum + bytes.length, state.length) }
}
