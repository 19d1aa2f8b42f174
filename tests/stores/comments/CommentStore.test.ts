import { describe, expect, test } from '@jest/globals'
import type { Comment } from '@/contract/comments'
import { NoAnswer } from '@/platform/Platform'
import { CommentForm } from '@/stores/comments/CommentForm'
import { CommentStore } from '@/stores/comments/CommentStore'
import { MentionSearch } from '@/stores/comments/MentionSearch'
import { messagesOf } from '@/stores/messages/MessageStore'
import { makeContact, makeContactGroup, makeItem, makeMessage, makeUser } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const LIST = 'GET /apps/files/comments'
const CREATE = 'POST /apps/comments/create'
const DELETE = 'POST /apps/comments/delete'
const RESTORE = 'POST /apps/comments/restore'
const INFO = 'GET /apps/files/get_info'
const READ = 'POST /apps/messages/child_messages_mark_read'
const item = makeItem({ id: 12, typed_id: 'file_12', comment_count: 0 })

function makeComment(fields: Partial<Comment> = {}): Comment {
  return {
    id: 1,
    content: '好的',
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
    may_resolve: false,
    ...fields,
  }
}

async function start(
  held: Comment[] = [],
  { messageId, isCollaborative = true }: { messageId?: number; isCollaborative?: boolean } = {},
) {
  const rig = await startApp()
  const { app, server } = rig
  server
    .on(INFO, { item })
    .on(LIST, () => ({
      comments: held,
      has_earlier: false,
      total_count: held.length,
      is_collaborative: isCollaborative,
      takes_voices: true,
      focus_comment_id: messageId === undefined ? null : (held[0]?.id ?? null),
    }))
    .on(CREATE, ({ content }) => ({ comment: makeComment({ id: held.length + 100, content }) }))
    .on(DELETE, {})
    .on(READ, { total_unread_message_count: 4 })
  const comments = new CommentStore(app, { typedId: 'file_12', messageId })
  await comments.load()
  return { ...rig, comments, held }
}

test('[COMM-01] [AH-20] comments that others delete disappear, even the first, and older loaded ones stay', async () => {
  const all = [1, 2, 3].map((id) => makeComment({ id }))
  const { comments, server } = await start([...all])
  const ids = () => comments.comments.map(({ id }) => id)
  const answer = { total_count: 2, is_collaborative: true, takes_voices: true, focus_comment_id: null }
  server.on(LIST, { ...answer, comments: all.slice(1), has_earlier: false })
  await comments.load()
  expect(ids()).toStrictEqual([2, 3])
  server.on(LIST, { ...answer, comments: all.slice(2), has_earlier: true })
  await comments.load()
  expect(ids()).toStrictEqual([2, 3])
})

test('[COMM-01] [AH-20] an answer that arrives after that of a later request is ignored', async () => {
  const { comments, server } = await start()
  const said = (ids: number[]) => ({
    comments: ids.map((id) => makeComment({ id })),
    has_earlier: false,
    total_count: ids.length,
    is_collaborative: true,
    takes_voices: true,
    focus_comment_id: null,
  })
  let answer = () => {}
  server.on(LIST, () => new Promise((resolve) => (answer = () => resolve(said([1])))))
  const first = comments.load()
  await settled()
  server.on(LIST, said([1, 2]))
  await comments.load()
  answer()
  expect([await first, comments.total]).toStrictEqual([true, 2])
})

describe('a comment list', () => {
  test('[COMM-08] opened from a message, the list requests all with the message’s id and marks its comment', async () => {
    const { comments, server } = await start([makeComment({ id: 3 })], { messageId: 9 })
    expect(server.callsOf(LIST)[0]!.request).toStrictEqual({
      item_typed_id: 'file_12',
      no_pagination: true,
      message_id: 9,
    })
    expect([comments.phase, comments.focusId]).toStrictEqual(['ready', 3])
  })

  test('[COMM-01] without perm_comment nothing is requested or shown', async () => {
    const { app, server } = await start()
    server.on(INFO, { item: makeItem({ action_permissions: { ...item.action_permissions, perm_comment: false } }) })
    const asked = server.countOf(LIST)
    const comments = new CommentStore(app, { typedId: 'file_12' })
    await comments.load()
    expect([comments.phase, server.countOf(LIST)]).toStrictEqual(['forbidden', asked])
  })

  const lost: ['item_not_found' | 'item_is_deleted', typeof INFO | typeof LIST][] = [
    ['item_is_deleted', INFO],
    ['item_not_found', INFO],
    ['item_is_deleted', LIST],
  ]
  test.each(lost)('[COMM-01] %s of %s makes the list unavailable, also while it is open', async (code, call) => {
    const { comments, server } = await start([makeComment()])
    server.on(call as typeof INFO, () => refusal(code))
    await comments.load()
    expect([comments.phase, comments.comments]).toStrictEqual(['gone', []])
  })

  test('[COMM-07] a list that fails to load says so and retries, and its comments stay', async () => {
    const { app, comments, server } = await start([makeComment()])
    server.on(LIST, () => new NoAnswer('network'))
    await comments.load()
    expect([comments.phase, comments.comments.length]).toStrictEqual(['ready', 1])
    const other = new CommentStore(app, { typedId: 'file_12' })
    await other.load()
    expect(other.phase).toBe('failed')
  })

  test('[COMM-02] [ERR-05] publishing says so, appends the comment, and the row of the item counts it (AH-18)', async () => {
    const { app, comments } = await start([makeComment()])
    const counts: unknown[] = []
    app.changes.subscribe(
      (change) => change.type === 'replaced' && counts.push((change.row as typeof item).comment_count),
    )
    expect(await comments.send(' 谢谢 ')).toBeNull()
    expect(comments.comments.map(({ content }) => content)).toStrictEqual(['好的', ' 谢谢 '])
    expect(counts).toStrictEqual([2])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'comment.published' })
  })

  test('[COMM-02] one comment is sent at a time, and neither an empty nor a too long one', async () => {
    const { comments, server } = await start()
    const [first, second] = await Promise.all([comments.send('一'), comments.send('二')])
    expect([first, second]).toStrictEqual([null, 'busy'])
    expect([await comments.send(' \u200b'), await comments.send('字'.repeat(501))]).toStrictEqual([
      'comment_empty',
      'comment_too_long',
    ])
    expect(server.countOf(CREATE)).toBe(1)
  })

  test('[COMM-04] deleting asks first, and declining keeps the comment', async () => {
    const { app, comments, server } = await start([makeComment(), makeComment({ id: 2 })])
    const answer = async (agreed: boolean) => {
      const done = comments.remove(comments.comments[0]!)
      app.feedback.answer(app.feedback.dialog!.id, agreed)
      await done
    }
    await answer(false)
    expect(server.countOf(DELETE)).toBe(0)
    await answer(true)
    expect(comments.comments.map(({ id }) => id)).toStrictEqual([2])
    expect(comments.total).toBe(1)
  })

  test('[AH-09] a deletion can be undone for a while and returns the comment to its place', async () => {
    const { app, comments, server } = await start([makeComment(), makeComment({ id: 2 })])
    server.on(RESTORE, ({ comment_id }) => ({ comment: makeComment({ id: comment_id }) }))
    const done = comments.remove(comments.comments[0]!)
    app.feedback.answer(app.feedback.dialog!.id, true)
    await done
    app.feedback.currentToast!.action!.run()
    await settled()
    expect([comments.comments.map(({ id }) => id), comments.total]).toStrictEqual([[1, 2], 2])
  })
})

describe('[COMM-05] unread comments', () => {
  test('unread comments are marked read 300 ms after loading; message and badge fall, and the mark fades 5 s later', async () => {
    const unread = makeComment({ id: 5, unread: true, unread_count: 1, child_message_id: 50 })
    const { app, comments, platform, server } = await start([makeComment(), unread])
    const message = makeMessage({
      id: 9,
      type: 'comment',
      object_typed_id: 'file_12',
      unread_count: 3,
      most_recent_message: { notice: null },
    })
    server.on('GET /apps/messages/get_list', {
      messages: [message],
      page_number: 1,
      page_count: 1,
      total_unread_message_count: 5,
    })
    await messagesOf(app).open()
    platform.clock.pass(299)
    await settled()
    expect(server.countOf(READ)).toBe(0)
    platform.clock.pass(1)
    await settled()
    expect(server.callsOf(READ)[0]!.request).toStrictEqual({ child_message_ids: [50], type: 'comment' })
    expect([app.sessionContext.unreadMessages, messagesOf(app).rows[0]!.unread_count]).toStrictEqual([4, 2])
    expect([comments.comments[1]!.unread, comments.marked.has(5)]).toStrictEqual([false, true])
    platform.clock.pass(4999)
    expect(comments.marked.has(5)).toBe(true)
    platform.clock.pass(1)
    expect(comments.marked.has(5)).toBe(false)
  })

  test('the count of a message never falls below 0', async () => {
    const { app, server } = await start()
    const message = makeMessage({ type: 'comment', object_typed_id: 'file_12', unread_count: 1 })
    server.on('GET /apps/messages/get_list', {
      messages: [message],
      page_number: 1,
      page_count: 1,
      total_unread_message_count: 1,
    })
    await messagesOf(app).open()
    messagesOf(app).reduceUnread('file_12', 3)
    expect(messagesOf(app).rows[0]!.unread_count).toBe(0)
  })
})

describe('the comment form', () => {
  test('[AH-27] a draft returns for this item and this user until it is sent', async () => {
    const { app, comments } = await start()
    const form = new CommentForm(app, comments)
    form.setText('写到一半', 4)
    expect(new CommentForm(app, comments).draft.text).toBe('写到一半')
    const other = new CommentStore(app, { typedId: 'file_13' })
    expect(new CommentForm(app, other).draft.text).toBe('')
    const { user } = app.sessionContext
    app.sessionContext.user = makeUser({ id: 8 })
    expect(new CommentForm(app, comments).draft.text).toBe('')
    app.sessionContext.user = user
    await form.submit()
    expect([form.draft.text, new CommentForm(app, comments).draft.text]).toStrictEqual(['', ''])
  })

  test('[AH-27] text typed while another comment is sent stays', async () => {
    const { app, comments, server } = await start()
    const form = new CommentForm(app, comments)
    form.setText('第一句', 3)
    const sending = form.submit()
    form.setText('第二句', 3)
    await sending
    expect([form.draft.text, new CommentForm(app, comments).draft.text]).toStrictEqual(['第二句', '第二句'])
    await form.submit()
    expect(server.callsOf(CREATE).map(({ request }) => request.content)).toStrictEqual(['第一句', '第二句'])
  })

  test('[COMM-02] a refused comment stays, and can be sent again', async () => {
    const { app, comments, server } = await start()
    server.on(CREATE, () => refusal('asked_too_often'))
    const form = new CommentForm(app, comments)
    form.setText('别丢', 2)
    await form.submit()
    expect(form.draft.text).toBe('别丢')
    server.on(CREATE, { comment: makeComment({ content: '别丢' }) })
    await form.submit()
    expect([form.draft.text, comments.comments.length]).toStrictEqual(['', 1])
  })

  test('[COMM-03] @ opens the picker, further letters search, and a chosen person is sent as a mention', async () => {
    const { app, comments, server } = await start()
    const form = new CommentForm(app, comments)
    form.setText('请', 1)
    form.setText('请@', 2)
    form.setText('请@李', 3)
    expect(form.mentionWords).toBe('李')
    form.insertMention({ kind: 'user', id: 8, name: '李蔚' })
    expect([form.draft.text, form.cursor, form.mentionWords]).toStrictEqual(['请@李蔚 ', 5, null])
    await form.submit()
    expect(server.callsOf(CREATE)[0]!.request.content).toBe('请@[8:李蔚] ')
  })

  test('[COMM-03] an e-mail address opens no picker, nor does any @ outside collaborative folders; a line end closes it', async () => {
    const { app, comments } = await start()
    const form = new CommentForm(app, comments)
    form.setText('me', 2)
    form.setText('me@', 3)
    expect(form.mentionWords).toBeNull()
    form.toggleMentions()
    expect([form.draft.text, form.mentionWords]).toStrictEqual(['me@@', ''])
    form.setText('me@@\n', 5)
    expect(form.mentionWords).toBeNull()
    const alone = await start([], { isCollaborative: false })
    const other = new CommentForm(alone.app, alone.comments)
    other.setText('@', 1)
    expect(other.mentionWords).toBeNull()
  })

  test('[CONT-05] the picker lists who may see the item and searches at once, at the server where there are more', async () => {
    const { app, platform, server } = await start()
    const found = {
      contacts: [makeContact({ id: 1, name: '王珂' })],
      departments: [],
      groups: [makeContactGroup({ id: 2, name: '宣讲团' })],
    }
    server.on('GET /apps/contacts/get', { ...found, page_number: 1, page_count: 2, total_count: 600 })
    const search = new MentionSearch(app, 'file_12')
    search.look('')
    await settled()
    expect(server.callsOf('GET /apps/contacts/get')[0]!.request).toMatchObject({
      review_id: 12,
      exclude_self: true,
      exclude_inactive: true,
    })
    search.look('宣')
    expect(search.found.map(({ name }) => name)).toStrictEqual(['宣讲团'])
    platform.clock.pass(1000)
    await settled()
    expect(server.callsOf('GET /apps/contacts/get')[1]!.request).toMatchObject({ search_string: '宣' })
  })
})
