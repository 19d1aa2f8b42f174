import { describe, expect, test } from '@jest/globals'
import type { Comment } from '@/contract/comments'
import { quotedContent } from '@/domain/comments/quote'
import { answerableOf } from '@/domain/comments/threads'
import { CommentForm } from '@/stores/comments/CommentForm'
import { CommentStore } from '@/stores/comments/CommentStore'
import { makeItem } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'

const CREATE = 'POST /apps/comments/create'
const RESOLVE = 'POST /apps/comments/resolve'

function makeComment(fields: Partial<Comment> = {}): Comment {
  return {
    id: 1,
    content: '对吗？',
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
const first = makeComment()
const answerTo = { id: 1, user: first.user, content: first.content, is_voice: false }

async function start(held: Comment[], focus: number | null = null) {
  const rig = await startApp()
  rig.server
    .on('GET /apps/files/get_info', { item: makeItem({ id: 12, typed_id: 'file_12' }) })
    .on('GET /apps/files/comments', {
      comments: held,
      has_earlier: false,
      total_count: held.length,
      is_collaborative: true,
      takes_voices: true,
      focus_comment_id: focus,
    })
    .on(RESOLVE, {})
  const comments = new CommentStore(rig.app, { typedId: 'file_12' })
  await comments.load()
  const rows = () => comments.threads.rows.map(({ id, resolved }) => [id, resolved?.count ?? 0])
  return { ...rig, comments, rows }
}

describe('threads of comments', () => {
  const second = makeComment({ id: 2, content: '另一条' })
  const third = makeComment({ id: 3, answer_to: answerTo })

  test('[AH-53] a resolved thread is one row with a count, can be shown, and does not fold others', async () => {
    const { server, comments, rows } = await start([first, second, third])
    await comments.threads.resolve(third, true)
    expect(server.callsOf(RESOLVE)[0]!.request).toStrictEqual({ comment_id: 3, resolved: true })
    expect([rows(), comments.total]).toStrictEqual([
      [
        [1, 2],
        [2, 0],
      ],
      3,
    ])
    comments.threads.toggle(1)
    expect(rows().map(([id]) => id)).toStrictEqual([1, 2, 3])
    comments.threads.toggle(1)
    await comments.threads.resolve(first, false)
    expect(rows()).toStrictEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ])
  })

  test('[AH-53] a resolved thread is shown if it has an unread comment, or the one that a message is about', async () => {
    const resolved = (each: Comment) => ({ ...each, is_resolved: true })
    const { rows: folded } = await start([resolved(first), resolved(third)])
    const { rows: unread } = await start([resolved(first), resolved({ ...third, unread: true })])
    const { rows: focused } = await start([resolved(first), resolved(third)], 3)
    expect([folded().length, unread().length, focused().length]).toStrictEqual([1, 2, 2])
  })

  test('[AH-53] an answer names the first comment, reopens its thread, and becomes a comment of its own if that one is gone', async () => {
    const { app, server, comments, rows } = await start([{ ...first, is_resolved: true }])
    expect(answerableOf(makeComment({ id: 9, answer_to: answerTo }))?.id).toBe(1)
    expect(answerableOf(makeComment({ id: 9, answer_to: { ...answerTo, user: null } }))).toBeNull()
    const form = new CommentForm(app, comments)
    form.answer(answerableOf(first))
    form.setText('对', 1)
    comments.threads.answer(null)
    expect([new CommentForm(app, comments).draft.text, comments.threads.answering?.id]).toStrictEqual(['对', 1])

    server.on(CREATE, () => refusal('comment_not_found'))
    await form.submit()
    expect([form.draft.text, comments.threads.answering]).toStrictEqual(['对', null])

    server.on(CREATE, ({ content }) => ({ comment: makeComment({ id: 5, content, answer_to: answerTo }) }))
    form.answer(answerableOf(first))
    await form.submit()
    const { request } = server.callsOf(CREATE).at(-1)!
    expect([request.answer_to_id, comments.threads.answering]).toStrictEqual([1, null])
    expect(rows()).toStrictEqual([
      [1, 0],
      [5, 0],
    ])
  })

  test('[AH-53] answering moves the focus to the field each time; a stored answer and an ended one do not', async () => {
    const { app, comments } = await start([first, second])
    const form = new CommentForm(app, comments)
    form.setText('对', 1)
    comments.threads.answer(answerableOf(first))
    expect(form.cursor).toBe(1)
    form.onBlur()
    comments.threads.answer(answerableOf(first))
    expect(form.cursor).toBe(1)
    form.onBlur()
    expect(new CommentForm(app, comments).cursor).toBeNull()
    comments.threads.answer(null)
    expect(form.cursor).toBeNull()
  })

  test('[AH-53] a quote has one line of 80 characters, and never cuts a mention', () => {
    expect(quotedContent('一\n\n二')).toBe('一 二')
    expect(quotedContent('字'.repeat(81))).toBe(`${'字'.repeat(80)}…`)
    expect(quotedContent(`${'字'.repeat(79)}@[8:王珂] 和`)).toBe(`${'字'.repeat(79)}@[8:王珂]…`)
  })
})
