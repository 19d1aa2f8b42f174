import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import type { Role } from '@/contract/entities'
import { passageIn } from '../../../server/services/documents/passages'
import { client, type Client } from '../../support/client'
import { randomOf, seed } from '../../support/deep'
import { anchorAt, endsOf } from '../../support/documents/passages'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { makeLink, Visitor } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'

const CREATE = 'POST /apps/comments/create'
const PASSAGES = 'GET /apps/comments/passages'
let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10 })
  make = factories(server.deps)
})
afterEach(endWriters)
after(() => server.close())

/** A text with a comment at a passage, a person with a role on its folder, and a stranger. */
async function world(role: Role = 'editor') {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const [owner, other, stranger] = [
    await make.user({ enterprise }),
    await make.user({ enterprise }),
    await make.user({ enterprise }),
  ]
  const folder = await make.folder({ owner })
  const collab = await make.collab(folder, { user: other }, role)
  const [me, they, nobody] = await Promise.all([owner, other, stranger].map(({ login }) => client(server).as(login)))
  const { item } = await makeDocument(me!, 'ydoc', folder.id)
  const mine = await joinWriter(server, { fileId: item.id, access: await tokenOf(me!, item.id) })
  mine.write('机密的一段')
  await mine.saved()
  const ends = endsOf(mine.document, '机密')
  const about = { item_typed_id: `file_${item.id}` as const, content: '看', passage: ends }
  const { comment } = await me!.call(CREATE, about)
  return {
    owner,
    folder,
    collab,
    me: me!,
    they: they!,
    nobody: nobody!,
    item,
    fileId: item.id,
    mine,
    ends,
    about,
    comment,
  }
}

const passagesOf = async (who: Client, fileId: number) => (await who.call(PASSAGES, { file_id: fileId })).passages

describe('[DOC-06] only those who may read comments learn of passages', () => {
  test('a stranger, and somebody whose role has ended, get the answer of a text that does not exist', async () => {
    const { they, nobody, fileId, about, collab } = await world('previewer')
    assert.equal((await passagesOf(they, fileId)).length, 1)
    await nobody.refused(PASSAGES, { file_id: fileId }, 'item_not_found')
    await nobody.refused(CREATE, about, 'item_not_found')
    await server.deps.db.deleteFrom('collabs').where('id', '=', collab.id).execute()
    await they.refused(PASSAGES, { file_id: fileId }, 'item_not_found')
    await they.refused(CREATE, about, 'item_not_found')
  })

  test('an uploader sees the file and no passage, and reads no words by guessing ends', async () => {
    const { they, fileId, about } = await world('uploader')
    await they.refused(PASSAGES, { file_id: fileId }, 'permission_denied')
    await they.refused(CREATE, about, 'permission_denied')
  })

  test('a visitor of a link reads the text and gets no passage', async () => {
    const { me, fileId, about } = await world()
    const settings = { password_protected: true, password: 'k7m3' }
    const link = await makeLink(me, { id: fileId, is_folder: false }, settings)
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open('k7m3')
    await visitor.client.refused(PASSAGES, { file_id: fileId }, 'login_expired')
    await visitor.client.refused(CREATE, about, 'login_expired')
  })

  test('a text in the recycle bin answers none', async () => {
    const { me, they, fileId, about } = await world()
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${fileId}`] })
    await they.refused(PASSAGES, { file_id: fileId }, 'item_is_deleted')
    await they.refused(CREATE, about, 'item_is_deleted')
  })
})

describe('[DOC-06] a passage is checked before it is stored', () => {
  const forged: [why: string, ends: (at: Awaited<ReturnType<typeof world>>) => { start: string; end: string }][] = [
    ['bytes that are no position', () => ({ start: 'AAAAAAAA', end: '////////' })],
    ['a position that no text has', ({ ends }) => ({ ...ends, end: anchorAt(strange('别的一篇'), 2) })],
    ['the end before the start', ({ ends: { start, end } }) => ({ start: end, end: start })],
    ['nothing between the ends', ({ ends: { start } }) => ({ start, end: start })],
    [
      'another root of the document',
      ({ mine, ends }) => ({ ...ends, start: anchorAt(mine.document.getMap('meta'), 0) }),
    ],
    [
      'a root that no document has',
      ({ ends }) => ({ ...ends, start: anchorAt(new Y.Doc().getXmlFragment('other'), 0) }),
    ],
    [
      'words that are deleted',
      ({ mine, ends }) => {
        mine.document.getXmlFragment('default').delete(0, 1)
        return ends
      },
    ],
  ]
  for (const [why, make] of forged)
    test(`the server refuses ${why}, and stores no comment`, async () => {
      const at = await world()
      const passage = make(at)
      await at.mine.saved()
      await at.me.refused(CREATE, { ...at.about, passage }, 'comment_passage_gone')
      const { comments } = await at.me.call('GET /apps/files/comments', { item_typed_id: at.about.item_typed_id })
      assert.deepEqual(
        comments.map(({ id }) => id),
        [at.comment.id],
      )
    })

  test('bytes of any kind lead to words of the text or nowhere, and leave the text as it was', () => {
    const text = strange('机密的一段')
    const document = text.doc!
    const before = Y.encodeStateAsUpdate(document)
    const { start, end } = endsOf(document, '机密')
    const [first, last] = [Buffer.from(start, 'base64'), Buffer.from(end, 'base64')]
    const numbers = randomOf(seed)
    const random = (length: number) => Uint8Array.from({ length }, () => numbers() * 256)
    const altered = (bytes: Uint8Array) => bytes.map((byte) => (numbers() < 0.2 ? numbers() * 256 : byte))
    for (let round = 0; round < 2000; round += 1) {
      const whole = round % 2 === 0
      const length = Math.floor(numbers() * 49)
      const passage = passageIn(document, whole ? random(length) : altered(first), whole ? last : altered(last))
      if (passage !== null) assert.ok('机密的一段'.includes(passage.words), passage.words)
    }
    // Numbers that never end, and one beyond all that a text has.
    for (const bytes of [
      new Uint8Array(48).fill(255),
      Uint8Array.from([0, ...first.subarray(1, 3), 255, 255, 255, 127]),
    ])
      assert.equal(passageIn(document, bytes, last), null)
    assert.deepEqual([...document.share.keys()], ['default'])
    assert.deepEqual(Y.encodeStateAsUpdate(document), before)
  })

  test('the server refuses ends that are too long, and other texts than base64', async () => {
    const { me, about } = await world()
    for (const start of ['A'.repeat(65), 'A'.repeat(100_000), '', '<script>', 'ä'.repeat(8)])
      await me.refused(CREATE, { ...about, passage: { ...about.passage, start } }, 'invalid_request')
  })

  test('the server takes words from the client in no field', async () => {
    const { me, they, about, fileId } = await world()
    const passage = { ...about.passage, words: '老板同意加薪', before: 'x', after: 'y' }
    await me.send(CREATE, { ...about, passage })
    for (const { words } of await passagesOf(they, fileId)) assert.equal(words, '机密')
  })

  test('an answer, a folder and a workbook have no passage', async () => {
    const { me, folder, about, comment } = await world()
    await me.refused(CREATE, { ...about, answer_to_id: comment.id }, 'invalid_request')
    await me.refused(CREATE, { ...about, item_typed_id: `folder_${folder.id}` }, 'invalid_request')
    const { item: book } = await makeDocument(me, 'yxls', folder.id)
    await me.refused(CREATE, { ...about, item_typed_id: `file_${book.id}` }, 'not_support')
    const pdf = await make.file({ parent: folder }, { name: '简章.pdf' })
    await me.refused(CREATE, { ...about, item_typed_id: `file_${pdf.id}` }, 'not_support')
  })
})

/** A text of another document. */
function strange(words: string): Y.XmlText {
  const document = new Y.Doc()
  const paragraph = new Y.XmlElement('paragraph')
  const text = new Y.XmlText(words)
  paragraph.insert(0, [text])
  document.getXmlFragment('default').insert(0, [paragraph])
  return text
}
