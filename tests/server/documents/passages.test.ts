import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import { foldDocument } from '../../../server/services/documents/body'
import { client, type Client } from '../../support/client'
import { endsOf } from '../../support/documents/passages'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { openEvents } from '../../support/eventStream'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const CREATE = 'POST /apps/comments/create'
const PASSAGES = 'GET /apps/comments/passages'
let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10, live: { gather: 20, heartbeat: 500, retry: 100 } })
  make = factories(server.deps)
})
afterEach(endWriters)
after(() => server.close())

/** A text with two paragraphs, its owner, and a viewer of its folder. */
async function world() {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const [owner, viewer] = [await make.user({ enterprise }), await make.user({ enterprise })]
  const folder = await make.folder({ owner })
  await make.collab(folder, { user: viewer }, 'viewer')
  const [me, they] = [await client(server).as(owner.login), await client(server).as(viewer.login)]
  const { item } = await makeDocument(me, 'ydoc', folder.id)
  const mine = await joinWriter(server, { fileId: item.id, access: await tokenOf(me, item.id) })
  mine.write('九点签到，领取招生简章')
  mine.write('十点校长致辞')
  await mine.saved()
  const fileId = item.id
  const post = (who: Client, content: string, passage?: { start: string; end: string }, more: object = {}) =>
    who.call(CREATE, { item_typed_id: `file_${fileId}`, content, passage, ...more })
  const passages = async (who = me) => (await who.call(PASSAGES, { file_id: fileId })).passages
  const words = async () => (await passages()).map((each) => each.words)
  return { owner, viewer, me, they, mine, fileId, post, passages, words }
}

const typed = (fileId: number) => `file_${fileId}` as const

describe('[DOC-06] a comment at a passage', () => {
  test('quotes the words that the server reads itself, and says what is around them', async () => {
    const { me, they, mine, post, passages, fileId } = await world()
    const ends = endsOf(mine.document, '领取招生简章')
    const { comment } = await post(they, '领哪一版？', ends)
    assert.deepEqual(comment.passage, { words: '领取招生简章' })
    assert.deepEqual(await passages(they), [
      { comment_id: comment.id, ...ends, words: '领取招生简章', before: ' 九点签到，', after: ' 十点校长致辞 ' },
    ])
    const { comments } = await me.call('GET /apps/files/comments', { item_typed_id: typed(fileId) })
    assert.deepEqual(comments[0]?.passage, { words: '领取招生简章' })
  })

  test('may reach over paragraphs, and long words are cut', async () => {
    const { me, mine, post } = await world()
    const across = await post(me, '两段', endsOf(mine.document, '招生', '校长'))
    assert.equal(across.comment.passage?.words, '招生简章 十点校长')
    const long = '字'.repeat(1000)
    mine.write(long)
    await mine.saved()
    const cut = await post(me, '太长', endsOf(mine.document, long))
    assert.equal(cut.comment.passage?.words, '字'.repeat(300))
  })

  test('changes nothing in the text, and a viewer who may not write can comment', async () => {
    const { they, mine, post } = await world()
    const before = Y.encodeStateAsUpdate(mine.document)
    const { comment } = await post(they, '看看', endsOf(mine.document, '校长'))
    assert.equal(comment.passage?.words, '校长')
    assert.deepEqual(Y.encodeStateAsUpdate(mine.document), before)
  })

  test('is answered and resolved as any comment; only open threads are shown in the text', async () => {
    const { me, they, mine, post, words } = await world()
    const { comment } = await post(they, '问', endsOf(mine.document, '签到'))
    const answer = await post(me, '答', undefined, { answer_to_id: comment.id })
    assert.deepEqual([answer.comment.passage, answer.comment.answer_to?.id], [null, comment.id])
    assert.deepEqual(await words(), ['签到'])
    const resolve = (resolved: boolean) => me.call('POST /apps/comments/resolve', { comment_id: comment.id, resolved })
    await resolve(true)
    assert.deepEqual(await words(), [])
    await resolve(false)
    assert.deepEqual(await words(), ['签到'])
  })

  test('keeps its words when the passage is deleted, and when the comment is deleted and restored', async () => {
    const { me, mine, post, words, fileId } = await world()
    const { comment } = await post(me, '删吗', endsOf(mine.document, '领取招生简章'))
    mine.document.getXmlFragment('default').delete(0, 1)
    await mine.saved()
    await foldDocument(server.deps.db, fileId)
    assert.deepEqual(await words(), ['领取招生简章'])
    await me.call('POST /apps/comments/delete', { comment_id: comment.id })
    assert.deepEqual(await words(), [])
    const restored = await me.call('POST /apps/comments/restore', { comment_id: comment.id })
    assert.deepEqual([restored.comment.passage, await words()], [{ words: '领取招生简章' }, ['领取招生简章']])
  })

  test('notifies those whom it mentions, and tells open pages at once', async () => {
    const { owner, me, they, mine, post, fileId } = await world()
    const stream = await openEvents(me, `comments_${fileId}`)
    await post(they, `@[${owner.id}:${owner.name}] 请看`, endsOf(mine.document, '签到'))
    await stream.hears(`changed comments_${fileId}`)
    const { messages } = await me.call('GET /apps/messages/get_list', { types: 'comment' })
    assert.deepEqual(
      [messages.length, messages[0]?.object_typed_id, messages[0]?.include_current_user],
      [1, typed(fileId), true],
    )
    stream.close()
  })
})
