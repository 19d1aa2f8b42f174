import { describe, expect, test } from '@jest/globals'
import type { Comment, CommentedPassage } from '@/contract/comments'
import { CommentForm } from '@/stores/comments/CommentForm'
import { CommentStore } from '@/stores/comments/CommentStore'
import { PassageStore } from '@/stores/documents/PassageStore'
import { makeItem } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const CREATE = 'POST /apps/comments/create'
const PASSAGES = 'GET /apps/comments/passages'
const chosen = { start: 'AAEC', end: 'AwQF', words: '招生简章' }

function makeComment(fields: Partial<Comment> = {}): Comment {
  return {
    id: 1,
    content: '领哪一版？',
    created_at: 1_795_000_000,
    user: { id: 7, name: '陈希' },
    unread: false,
    child_message_id: null,
    unread_count: 0,
    is_voice: false,
    voice_length: 0,
    voice_url: null,
    permissions: [],
    item_type: 'file',
    item_id: 12,
    answer_to: null,
    is_resolved: false,
    passage: null,
    may_resolve: true,
    ...fields,
  }
}
const first = makeComment({ passage: { words: '招生简章' } })
const answer = makeComment({
  id: 3,
  answer_to: { id: 1, user: first.user, content: first.content, is_voice: false },
})

async function start(held: Comment[]) {
  const rig = await startApp()
  rig.server
    .on('GET /apps/files/get_info', { item: makeItem({ id: 12, typed_id: 'file_12' }) })
    .on('GET /apps/files/comments', {
      comments: held,
      has_earlier: false,
      total_count: held.length,
      is_collaborative: true,
      takes_voices: true,
      focus_comment_id: null,
    })
    .on(PASSAGES, { passages: [] })
  const passages = new PassageStore(rig.app.api, 12)
  const comments = new CommentStore(rig.app, { typedId: 'file_12' }, passages)
  await comments.load()
  const rows = () => comments.threads.rows.map(({ id }) => id)
  return { ...rig, passages, comments, rows }
}

describe('comments at passages', () => {
  test('[DOC-06] beside a text one thread, a new one or all comments are shown; what is written belongs to what is shown', async () => {
    const { server, passages, comments, rows } = await start([first, makeComment({ id: 2 }), answer])
    expect(rows()).toStrictEqual([1, 2, 3])
    passages.show(1)
    expect([rows(), comments.threads.addressed]).toStrictEqual([[1, 3], { answer_to_id: 1 }])
    passages.choose(chosen)
    expect(rows()).toStrictEqual([])
    server.on(CREATE, { comment: makeComment({ id: 5, passage: { words: chosen.words } }) })
    expect(await comments.send('这一段呢')).toBeNull()
    const { request } = server.callsOf(CREATE).at(-1)!
    expect(request.passage).toStrictEqual({ start: chosen.start, end: chosen.end })
    expect([rows(), passages.thread, passages.chosen, server.callsOf(PASSAGES).length]).toStrictEqual([[5], 5, null, 1])
  })

  test('[DOC-06] the marks follow what the user does, which the live stream does not report', async () => {
    const { app, server, passages, comments } = await start([first, answer])
    const listed = { comment_id: 1, ...chosen, before: '', after: '' }
    const lists = (list: CommentedPassage[]) => server.on(PASSAGES, { passages: list })
    const marked = () => passages.passages.length
    lists([listed])
    await passages.load()
    server.on('POST /apps/comments/resolve', {})
    lists([])
    await comments.threads.resolve(comments.comments[0]!, true)
    await settled()
    expect(marked()).toBe(0)
    lists([listed])
    app.feedback.currentToast?.action?.run()
    await settled()
    expect(marked()).toBe(1)
    server.on('POST /apps/comments/delete', {}).on('POST /apps/comments/restore', { comment: first })
    lists([])
    void comments.remove(comments.comments[0]!)
    await settled()
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
    expect(marked()).toBe(0)
    lists([listed])
    app.feedback.currentToast?.action?.run()
    await settled()
    expect(marked()).toBe(1)
  })

  test('[DOC-06] a passage that is gone is forgotten and the words stay; a draft keeps its passage', async () => {
    const { app, server, passages, comments } = await start([first])
    passages.choose(chosen)
    const form = new CommentForm(app, comments)
    form.setText('这一段呢', 4)
    passages.choose(null)
    expect([new CommentForm(app, comments).draft.text, passages.chosen]).toStrictEqual(['这一段呢', chosen])
    server.on(CREATE, refusal('comment_passage_gone'))
    await form.submit()
    expect([form.draft.text, passages.chosen]).toStrictEqual(['这一段呢', null])
  })

  test('[DOC-06] of two answers about passages the later one counts, and none after the page is left', async () => {
    const { server, passages } = await start([])
    const listed = (id: number) => ({ comment_id: id, ...chosen, before: '', after: '' })
    server.on(PASSAGES, { passages: [listed(1)] })
    await Promise.all([passages.load(), passages.load()])
    expect(passages.passages.map(({ comment_id }) => comment_id)).toStrictEqual([1])
    passages.dispose()
    server.on(PASSAGES, { passages: [listed(2)] })
    await passages.load()
    expect(passages.passages.map(({ comment_id }) => comment_id)).toStrictEqual([1])
  })
})
