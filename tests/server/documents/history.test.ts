import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import { maintainDocuments } from '../../../server/jobs/documents'
import { foldDocument } from '../../../server/services/documents/body'
import { client, type Client } from '../../support/client'
import { tokenOfUser } from '../../support/documents/tokens'
import { endWriters, joinWriter, makeDocument, paragraphsOf, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { makeLink, Visitor } from '../../support/shares/shares'
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

const pass = (minutes: number) => void (now = new Date(now.getTime() + minutes * 60_000))

async function world() {
  const owner = await make.user({ enterprise: await make.enterprise({ collaborative_document: true }) })
  const me = await client(server).as(owner.login)
  const { item } = await makeDocument(me)
  const fileId = item.id
  return {
    owner,
    me,
    fileId,
    join: async () => joinWriter(server, { fileId, access: await tokenOf(me, fileId) }),
    name: async (name: string, versionId?: number) =>
      (await me.call('POST /apps/documents/name_version', { file_id: fileId, name, version_id: versionId })).version,
    restore: (versionId: number) => me.call('POST /apps/documents/restore', { file_id: fileId, version_id: versionId }),
    history: () => me.call('GET /apps/documents/history', { file_id: fileId }),
  }
}

/** The paragraphs that a version contains. */
async function shown(me: Client, fileId: number, versionId: number): Promise<string[]> {
  const { state } = await me.call('GET /apps/documents/version', { file_id: fileId, version_id: versionId })
  const document = new Y.Doc()
  Y.applyUpdate(document, Buffer.from(state, 'base64'))
  return paragraphsOf(document)
}

describe('[DOC-05] the history of a document', () => {
  test('lists versions with their names and writers, newest first, and shows each', async () => {
    const { me, owner, fileId, join, name, history } = await world()
    const mine = await join()
    mine.write('初稿')
    await mine.saved()
    const named = await name(' 初稿 ')
    assert.deepEqual([named.name, named.user], ['初稿', { id: owner.id, name: owner.name }])
    mine.write('后来')
    await mine.saved()
    pass(11)
    await maintainDocuments(server.deps)
    const { versions, has_more, last_change } = await history()
    assert.deepEqual([versions.map((each) => each.name), has_more], [['', '初稿', ''], false])
    assert.equal(last_change?.user.id, owner.id)
    assert.deepEqual(await Promise.all(versions.map(({ version_id }) => shown(me, fileId, version_id))), [
      ['初稿', '后来'],
      ['初稿'],
      [],
    ])
  })

  test('has pages of 50 versions', async () => {
    const { me, fileId, join, history } = await world()
    const mine = await join()
    for (let round = 0; round < 50; round += 1) {
      mine.write(String(round))
      await mine.saved()
      pass(11)
      await maintainDocuments(server.deps)
    }
    const first = await history()
    assert.deepEqual([first.versions.length, first.has_more], [50, true])
    const before = first.versions.at(-1)!.version_id
    const rest = await me.call('GET /apps/documents/history', { file_id: fileId, before })
    assert.deepEqual([rest.versions.length, rest.has_more], [1, false])
  })

  test('a name goes to a version, or to the present state; without a change to the newest version', async () => {
    const { me, fileId, join, name, history } = await world()
    const mine = await join()
    mine.write('一')
    await mine.saved()
    const first = await name('一稿')
    mine.write('二')
    await mine.saved()
    const second = await name('二稿')
    assert.equal((await name('一校', first.version_id)).version_id, first.version_id)
    assert.equal((await name('定稿')).version_id, second.version_id)
    assert.deepEqual(
      (await history()).versions.map((each) => each.name),
      ['定稿', '一校', ''],
    )
    const tooLong = { file_id: fileId, name: 'x'.repeat(101) }
    await me.refused('POST /apps/documents/name_version', tooLong, 'document_name_too_long')
  })

  test('a named version contains everything that is stored, also while jobs fold the document', async () => {
    const { me, fileId, join, name } = await world()
    const mine = await join()
    for (let round = 0; round < 20; round += 1) {
      mine.write(String(round))
      await mine.saved()
      const fold = () => foldDocument(server.deps.db, fileId)
      const [, , version] = await Promise.all([fold(), fold(), name(`第${round}稿`), fold(), fold()])
      assert.equal((await shown(me, fileId, version.version_id)).length, round + 1)
    }
  })

  test('a version is restored for everybody at once, and restoring is undone by the version that it names', async () => {
    const { fileId, me, join, name, restore, history } = await world()
    const mine = await join()
    mine.write('初稿')
    await mine.saved()
    const named = await name('初稿')
    mine.write('改坏了')
    await mine.saved()
    const { earlier_version_id: earlier } = await restore(named.version_id)
    await until('the earlier text', () => mine.read().length === 1)
    assert.deepEqual(mine.read(), ['初稿'])
    assert.equal((await history()).versions[0]!.version_id, earlier)
    assert.deepEqual(await shown(me, fileId, earlier), ['初稿', '改坏了'])
    await restore(earlier)
    await until('what was there before', () => mine.read().length === 2)
    assert.deepEqual(mine.read(), ['初稿', '改坏了'])
  })

  test('restoring tells everybody who has the document open who did it, but no visitor of a link', async () => {
    const { me, owner, fileId, join, name, restore } = await world()
    const mine = await join()
    const again = await join()
    const link = await makeLink(me, { id: fileId, is_folder: false }, { password_protected: true, password: 'k7m3' })
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open('k7m3')
    const ask = { scenario: 'share', share_link_token: link.unique_name }
    const guest = await joinWriter(server, { fileId, access: await tokenOf(visitor.client, fileId, ask) })
    mine.write('一')
    await mine.saved()
    const { version_id: first } = await name('一')
    mine.write('二')
    await mine.saved()
    await restore(first)
    for (const each of [mine, again])
      assert.deepEqual((await until('the news', () => each.told('restored'))).user, { id: owner.id, name: owner.name })
    // Everything that was said to the guest before is here by now.
    await until('the earlier text', () => guest.read().length === 1)
    mine.write('三')
    await until('the next paragraph', () => guest.read().length === 2)
    assert.equal(guest.told('restored'), undefined)
  })

  test('without a change since the newest version, restoring is undone by that version', async () => {
    const { join, name, restore } = await world()
    const mine = await join()
    mine.write('一')
    await mine.saved()
    const first = await name('一')
    mine.write('二')
    await mine.saved()
    const second = await name('二')
    assert.equal((await restore(first.version_id)).earlier_version_id, second.version_id)
  })

  test('a sheet is restored with its rows, columns and cells', async () => {
    const { me, owner } = await world()
    const { item } = await makeDocument(me, 'yxls')
    const mine = await joinWriter(server, {
      fileId: item.id,
      access: await tokenOfUser(server.deps, item.id, owner.id),
    })
    const sheets = mine.document.getArray<Y.Map<unknown>>('sheets')
    mine.document.transact(() => {
      const sheet = new Y.Map<unknown>()
      sheet.set('id', 's2')
      sheet.set('rows', Y.Array.from(['r1', 'r2']))
      sheet.set('cells', new Y.Map([['r1:c1', { v: 3 }]]))
      sheets.push([sheet])
    })
    await mine.saved()
    const { version } = await me.call('POST /apps/documents/name_version', { file_id: item.id, name: '一' })
    const before = JSON.stringify(mine.document.getArray('sheets').toJSON())
    sheets.delete(0, 2)
    await mine.saved()
    await me.call('POST /apps/documents/restore', { file_id: item.id, version_id: version.version_id })
    await until('both sheets', () => sheets.length === 2)
    assert.equal(JSON.stringify(sheets.toJSON()), before)
  })

  test('documents do not appear among the versions of files', async () => {
    const { me, fileId } = await world()
    await me.refused('GET /apps/files/versions', { file_id: fileId }, 'permission_denied')
  })
})
