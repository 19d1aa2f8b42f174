import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import type { Role } from '@/contract/entities'
import { client, type Client } from '../../support/client'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { makeLink, Visitor } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'
import { upload } from '../../support/uploads/upload'

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10 })
  make = factories(server.deps)
})
afterEach(endWriters)
after(() => server.close())

/** A document with a named version and newer words, and a person with a role on its folder. */
async function world(role: Role = 'editor') {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const owner = await make.user({ enterprise })
  const other = await make.user({ enterprise })
  const stranger = await make.user({ enterprise })
  const folder = await make.folder({ owner })
  await make.collab(folder, { user: other }, role)
  const [me, they, nobody] = await Promise.all([owner, other, stranger].map(({ login }) => client(server).as(login)))
  const { item } = await makeDocument(me!, 'ydoc', folder.id)
  const mine = await joinWriter(server, { fileId: item.id, access: await tokenOf(me!, item.id) })
  mine.write('机密')
  await mine.saved()
  const { version } = await me!.call('POST /apps/documents/name_version', { file_id: item.id, name: '一' })
  mine.write('公开')
  await mine.saved()
  return { me: me!, they: they!, nobody: nobody!, item, fileId: item.id, mine, versionId: version.version_id }
}

/** Asks each call of the history, and requires the same refusal. */
async function refusedAll(
  who: Client,
  { fileId, versionId }: { fileId: number; versionId: number },
  code: Parameters<Client['refused']>[2],
) {
  const version = { file_id: fileId, version_id: versionId }
  await who.refused('GET /apps/documents/history', { file_id: fileId }, code)
  await who.refused('GET /apps/documents/version', version, code)
  await who.refused('POST /apps/documents/name_version', { file_id: fileId, name: '名' }, code)
  await who.refused('POST /apps/documents/name_version', { ...version, name: '名' }, code)
  await who.refused('POST /apps/documents/restore', version, code)
}

describe('[DOC-05] earlier versions are for those who may write', () => {
  for (const role of ['viewer', 'previewer'] as const)
    test(`a ${role} sees no earlier version, names none and restores none`, async () => {
      const at = await world(role)
      await refusedAll(at.they, at, 'permission_denied')
      assert.deepEqual(at.mine.read(), ['机密', '公开'])
    })

  test('a colleague without access, and somebody without a session, learn nothing', async () => {
    const at = await world()
    await refusedAll(at.nobody, at, 'item_not_found')
    await refusedAll(client(server).visitor, at, 'login_expired')
  })

  test('a visitor of a link that shows the document gets none of its history', async () => {
    const at = await world()
    const link = await makeLink(
      at.me,
      { id: at.fileId, is_folder: false },
      { password_protected: true, password: 'k7m3' },
    )
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open('k7m3')
    await refusedAll(visitor.client, at, 'login_expired')
  })

  test('a version of another file is none of this document', async () => {
    const [at, other] = [await world(), await world()]
    const stolen = { file_id: at.fileId, version_id: other.versionId }
    await at.me.refused('GET /apps/documents/version', stolen, 'item_not_found')
    await at.me.refused('POST /apps/documents/name_version', { ...stolen, name: '名' }, 'item_not_found')
    await at.me.refused('POST /apps/documents/restore', stolen, 'item_not_found')
    const file = await upload(at.me, '别的.txt', Buffer.from('别的'))
    await at.me.refused('GET /apps/documents/history', { file_id: file.id }, 'not_support')
  })

  test('an editor behind a lock reads the history, and neither names nor restores', async () => {
    const at = await world()
    await at.me.call('POST /apps/files/lock', { item_typed_id: at.item.typed_id })
    const version = { file_id: at.fileId, version_id: at.versionId }
    const { versions } = await at.they.call('GET /apps/documents/history', { file_id: at.fileId })
    assert.equal(versions.length, 2)
    await at.they.call('GET /apps/documents/version', version)
    await at.they.refused('POST /apps/documents/name_version', { ...version, name: '名' }, 'item_locked')
    await at.they.refused('POST /apps/documents/restore', version, 'item_locked')
    assert.deepEqual(at.mine.read(), ['机密', '公开'])
  })

  test('the history of a deleted document is closed', async () => {
    const at = await world()
    await at.me.call('POST /apps/files/delete', { item_typed_ids: [at.item.typed_id] })
    await refusedAll(at.me, at, 'item_is_deleted')
  })
})

describe('[DOC-05] uploaded versions', () => {
  const states: [what: string, bytes: () => Uint8Array][] = [
    ['bytes of another kind', () => Buffer.from('%PDF-1.7')],
    [
      'a root that texts do not have',
      () => {
        const document = new Y.Doc()
        document.getMap('evil').set('a', 1)
        return Y.encodeStateAsUpdate(document)
      },
    ],
    [
      'a document within the text',
      () => {
        const document = new Y.Doc()
        document.getMap('meta').set('a', new Y.Doc())
        return Y.encodeStateAsUpdate(document)
      },
    ],
  ]
  for (const [what, bytes] of states)
    test(`a version with ${what} is neither shown nor restored`, async () => {
      const owner = await make.user({ enterprise: await make.enterprise({ collaborative_document: true }) })
      const me = await client(server).as(owner.login)
      const file = await upload(me, '上传.ydoc', bytes())
      const good = new Y.Doc()
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.insert(0, [new Y.XmlText('好的')])
      good.getXmlFragment('default').push([paragraph])
      await upload(me, '上传.ydoc', Y.encodeStateAsUpdate(good), { target_file_id: file.id })
      const mine = await joinWriter(server, { fileId: file.id, access: await tokenOf(me, file.id) })
      const { versions } = await me.call('GET /apps/documents/history', { file_id: file.id })
      const version = { file_id: file.id, version_id: versions.at(-1)!.version_id }
      assert.equal(versions.length, 2)
      await me.refused('GET /apps/documents/version', version, 'not_support')
      await me.refused('POST /apps/documents/restore', version, 'not_support')
      mine.write('继续')
      await mine.saved()
      assert.deepEqual(mine.read(), ['好的', '继续'])
    })
})
