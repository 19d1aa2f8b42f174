import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { purgeDeletedComments } from '../../../server/queries/comments/deleted'
import { deepTest } from '../../support/deep'
import { openEvents } from '../../support/eventStream'
import type { Client } from '../../support/client'
import {
  at,
  countOf,
  CREATE,
  DELETE,
  editor,
  edits,
  enterprise,
  file,
  folder,
  idOf,
  list,
  make,
  messages,
  MINUTE,
  outside,
  own,
  owner,
  postComment,
  server,
  sign,
  startCommentServer,
  unread,
  viewer,
  views,
} from './commentServer'

const RESOLVE = 'POST /apps/comments/resolve'
const RESTORE = 'POST /apps/comments/restore'
let now = Date.UTC(2026, 9, 1)

beforeEach(() => {
  now += 2 * MINUTE
})
startCommentServer(() => new Date(now))

const answer = async (who: Client, id: number, content: string, item = file) =>
  (await who.call(CREATE, { content, item_typed_id: idOf(item), answer_to_id: id })).comment
const resolve = (who: Client, id: number, resolved = true) => who.call(RESOLVE, { comment_id: id, resolved })
const states = async (who: Client) => (await list(who)).comments.map(({ is_resolved }) => is_resolved)
const newest = async (who: Client) => (await list(who)).comments.at(-1)!

describe('answers', () => {
  test('[AH-53] an answer quotes author and beginning of the comment, and notifies its author and the people it mentions', async () => {
    const told = await make.user({ enterprise })
    await make.collab(folder, { user: told }, 'previewer')
    const first = await postComment(views, `${at(editor)} 第三页\n${'字'.repeat(200)}`)
    const { answer_to } = await answer(edits, first.id, `好的 ${at(told)}`)
    assert.deepEqual(answer_to?.user, { id: viewer.id, name: viewer.name })
    assert.deepEqual([answer_to.id, answer_to.is_voice], [first.id, false])
    assert.match(answer_to.content, /^@\[\d+:[^\]]+\] 第三页 字{20,80}…$/)
    assert.deepEqual([await unread(views), await unread(await sign(told)), await countOf(own)], [1, 1, 2])
    assert.equal((await messages(await sign(told)))[0]?.include_current_user, true)
    assert.equal((await newest(own)).answer_to?.id, first.id)
  })

  test('[AH-53] an answer stays when its parent is deleted, and quotes the parent again after a restore', async () => {
    const first = await postComment(views, '问题')
    const second = await answer(edits, first.id, '回答')
    await resolve(views, first.id)
    await views.call(DELETE, { comment_id: first.id })
    const orphan = await newest(own)
    assert.deepEqual(orphan.answer_to, { id: first.id, user: null, content: '', is_voice: false })
    assert.deepEqual([orphan.id, orphan.is_resolved, await countOf(own)], [second.id, true, 1])
    await views.call(RESTORE, { comment_id: first.id })
    const restored = await newest(own)
    assert.deepEqual([restored.answer_to?.content, restored.is_resolved], ['问题', true])
    await edits.call(DELETE, { comment_id: second.id })
    assert.equal((await edits.call(RESTORE, { comment_id: second.id })).comment.answer_to?.content, '问题')
  })

  test('[AH-53] comments on other items, deleted and missing ones cannot be answered, and are not told apart', async () => {
    const secret = await make.file({ owner })
    const hidden = await postComment(own, '密', secret)
    const beside = await postComment(own, '旁', folder)
    const gone = await postComment(own, '删')
    await own.call(DELETE, { comment_id: gone.id })
    for (const id of [hidden.id, beside.id, gone.id, 999_999_999])
      await views.refused(CREATE, { content: 'x', item_typed_id: idOf(file), answer_to_id: id }, 'comment_not_found')
    const first = await postComment(own, '一')
    const ask = { content: 'x', answer_to_id: first.id }
    await outside.refused(CREATE, { ...ask, item_typed_id: idOf(file) }, 'item_not_found')
    await views.refused(CREATE, { ...ask, item_typed_id: idOf(secret) }, 'item_not_found')
    await views.refused(CREATE, { ...ask, item_typed_id: idOf(file), answer_to_id: -1 }, 'invalid_request')
    assert.equal((await list(own)).total_count, 1)
  })

  test('[AH-53] an answer cannot be answered', async () => {
    const first = await postComment(own, '一')
    const second = await answer(views, first.id, '二')
    const ask = { content: '三', item_typed_id: idOf(file), answer_to_id: second.id }
    await edits.refused(CREATE, ask, 'comment_not_answerable')
    assert.equal((await list(own)).total_count, 2)
  })

  test('[AH-53] answers count towards the comments of a minute, refused ones included', async () => {
    const first = await postComment(edits, '一')
    const ask = { content: 'x', item_typed_id: idOf(file) }
    for (let n = 0; n < 15; n += 1) await answer(edits, first.id, String(n))
    for (let n = 0; n < 14; n += 1) await edits.refused(CREATE, { ...ask, answer_to_id: 999 }, 'comment_not_found')
    await edits.refused(CREATE, { ...ask, answer_to_id: first.id }, 'asked_too_often')
    await edits.refused(CREATE, { ...ask, answer_to_id: 999 }, 'asked_too_often')
  })

  deepTest(
    '[AH-53] a thread of 1,200 answers to a comment of 20,000 characters is listed in pages of bounded size',
    async () => {
      const { db } = server.deps
      const first = await postComment(own, '一')
      await sql`update comments set content = repeat('@[1:字]', 4000) where id = ${first.id}`.execute(db)
      await sql`insert into comments (item_id, author_id, content, answer_to_id)
      select ${file.id}, ${owner.id}, n::text, ${first.id} from generate_series(1, 1200) n`.execute(db)
      await resolve(own, first.id)
      const whole = await list(own)
      assert.deepEqual([whole.comments.length, whole.has_earlier, whole.total_count], [1000, true, 1201])
      assert.ok(whole.comments.every(({ is_resolved, answer_to }) => is_resolved && answer_to!.content.length < 500))
    },
  )
})

describe('resolved threads', () => {
  test('[AH-53] the author of the first comment and editors resolve and reopen a thread; others are refused', async () => {
    const other = await make.user({ enterprise })
    await make.collab(folder, { user: other }, 'viewer')
    const others = await sign(other)
    const uploader = await make.user({ enterprise })
    await make.collab(folder, { user: uploader }, 'uploader')
    const first = await postComment(views, '一')
    const second = await answer(others, first.id, '二')
    const may = async (who: Client) => (await list(who)).comments.map(({ may_resolve }) => may_resolve)
    assert.deepEqual(
      [await may(views), await may(edits), await may(own), await may(others)],
      [
        [true, true],
        [true, true],
        [true, true],
        [false, false],
      ],
    )
    for (const id of [first.id, second.id])
      for (const resolved of [true, false]) {
        await others.refused(RESOLVE, { comment_id: id, resolved }, 'permission_denied')
        await outside.refused(RESOLVE, { comment_id: id, resolved }, 'item_not_found')
        await (await sign(uploader)).refused(RESOLVE, { comment_id: id, resolved }, 'permission_denied')
      }
    await outside.refused(RESOLVE, { comment_id: 999_999_999, resolved: true }, 'item_not_found')
    for (const who of [views, edits, own]) {
      await resolve(who, second.id)
      assert.deepEqual(await states(others), [true, true])
      await resolve(who, first.id, false)
      assert.deepEqual(await states(others), [false, false])
    }
  })

  test('[AH-53] if the first comment is deleted, only editors resolve the answers that remain', async () => {
    const first = await postComment(views, '一')
    const second = await answer(edits, first.id, '二')
    await views.call(DELETE, { comment_id: first.id })
    await views.refused(RESOLVE, { comment_id: second.id, resolved: true }, 'permission_denied')
    await resolve(edits, second.id)
    assert.deepEqual(await states(own), [true])
  })

  test('[AH-53] an answer reopens its thread, and readers are notified of every change; the number of comments stays', async () => {
    const first = await postComment(views, '一')
    const place = `comments_${file.id}`
    const [panel, strange] = [await openEvents(own, place), await openEvents(outside, place)]
    await resolve(views, first.id)
    await panel.hears(`changed ${place}`)
    assert.deepEqual([await states(own), await countOf(own)], [[true], 1])
    await answer(edits, first.id, '还有')
    assert.deepEqual(await states(own), [false, false])
    await resolve(views, first.id)
    panel.forget()
    await resolve(views, first.id, false)
    await panel.hears(`changed ${place}`)
    assert.deepEqual(strange.marks, [])
    for (const stream of [panel, strange]) stream.close()
  })

  test('[AH-53] threads resolved, reopened, answered and deleted at once end in one state', async () => {
    const first = await postComment(views, '一')
    await Promise.all([resolve(views, first.id), resolve(edits, first.id), resolve(own, first.id)])
    assert.deepEqual(await states(own), [true])
    await Promise.all([
      answer(edits, first.id, '二'),
      answer(own, first.id, '三'),
      resolve(views, first.id, false),
      resolve(own, first.id, false),
    ])
    assert.deepEqual([await states(own), await countOf(own)], [[false, false, false], 3])
    await Promise.allSettled([views.call(DELETE, { comment_id: first.id }), resolve(own, first.id)])
    const { comments } = await list(own)
    assert.equal(new Set(comments.map(({ is_resolved }) => is_resolved)).size, 1)
    assert.ok(comments.every(({ answer_to }) => answer_to?.user === null))
  })

  deepTest('[AH-53] a user resolves and reopens 30 threads a minute', async () => {
    const first = await postComment(views, '一')
    for (let n = 0; n < 30; n += 1) await resolve(views, first.id, n % 2 === 0)
    await views.refused(RESOLVE, { comment_id: first.id, resolved: true }, 'asked_too_often')
    await resolve(own, first.id)
  })

  test('[AH-53] the mark of a thread is purged with its last comment, not before', async () => {
    const { db } = server.deps
    const marks = () => db.selectFrom('resolved_threads').select('thread_id').where('item_id', '=', file.id).execute()
    const first = await postComment(views, '一')
    const second = await answer(edits, first.id, '二')
    await resolve(views, first.id)
    await views.call(DELETE, { comment_id: first.id })
    await purgeDeletedComments(db, new Date(now + 11 * MINUTE))
    assert.equal((await marks()).length, 1)
    await edits.call(DELETE, { comment_id: second.id })
    await purgeDeletedComments(db, new Date(now))
    assert.equal((await marks()).length, 1)
    await purgeDeletedComments(db, new Date(now + 11 * MINUTE))
    assert.deepEqual(await marks(), [])
  })
})
