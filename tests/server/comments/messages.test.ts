import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { purgeDeletedComments } from '../../../server/queries/comments/deleted'
import type { Client } from '../../support/client'
import { isDeep, seed } from '../../support/deep'
import {
  at,
  contents,
  countOf,
  CREATE,
  DELETE,
  editor,
  edits,
  enterprise,
  file,
  folder,
  idOf,
  LIST,
  list,
  make,
  messages,
  MINUTE,
  outside,
  own,
  owner,
  postComment,
  READ,
  server,
  sign,
  startCommentServer,
  stranger,
  unread,
  viewer,
  views,
} from './commentServer'

const RESTORE = 'POST /apps/comments/restore'

let now = Date.UTC(2026, 8, 1)

beforeEach(() => {
  now += 2 * MINUTE
})
startCommentServer(() => new Date(now))

describe('notified users (decisions 58)', () => {
  test('[MSG-03] comments on an item notify its creator, its owner and earlier commenters with one message each, never their author', async () => {
    await postComment(edits, '一')
    now += 1000
    await postComment(edits, '二')
    assert.deepEqual(await messages(edits), [])
    assert.deepEqual(await messages(views), [])
    const [message, ...others] = await messages(own)
    assert.equal(others.length, 0)
    assert.deepEqual(
      [
        message?.unread_count,
        message?.sender_name,
        message?.item_name,
        message?.object_typed_id,
        message?.include_current_user,
      ],
      [2, editor.name, file.name, idOf(file), false],
    )
    assert.equal(message?.most_recent_message.content, '二')
    assert.deepEqual(
      message?.most_recent_message.message_comments?.map(({ content }) => content),
      ['二', '一'],
    )
    await postComment(own, '三')
    assert.deepEqual([await unread(edits), await unread(own), await unread(views)], [1, 2, 0])
  })

  test('[COMM-03] a mention always creates a message with the real name, whatever name the client sent', async () => {
    const { content } = await postComment(own, `看 ${at(viewer, '校长')} 和 ${at(owner)}`)
    assert.equal(content, `看 ${at(viewer)} 和 ${at(owner)}`)
    const [message] = await messages(views)
    assert.deepEqual([message?.include_current_user, message?.unread_count], [true, 1])
    assert.deepEqual(await messages(own), [])
  })

  test('[COMM-03] a mention reveals no item: a user without access is not notified, and the mention becomes plain text', async () => {
    const uploader = await make.user({ enterprise })
    const reset = await make.user({ enterprise })
    const pending = await make.user({ enterprise })
    await make.collab(folder, { user: uploader }, 'uploader')
    await make.collab(folder, { user: reset }, 'viewer')
    await make.collab(file, { user: reset }, 'reset')
    await make.collab(folder, { user: pending }, 'editor', { accepted: false })
    const foreign = await make.user()
    const gone = { ...foreign, id: 999_999_999, name: 'nobody' }
    const none = [stranger, uploader, reset, pending, foreign, gone]
    const { content } = await postComment(own, none.map((user) => at(user)).join(' '))
    assert.equal(content, none.map(({ name }) => `@${name}`).join(' '))
    await postComment(own, '@[0:所有人]')
    for (const user of none.slice(0, 5)) assert.deepEqual(await messages(await sign(user)), [], user.name)
    assert.deepEqual([await unread(edits), await unread(views)], [1, 1])
  })

  test('[COMM-03] mentioning an invited group and department notifies each member once; other groups become plain text', async () => {
    const school = await make.department({ enterprise })
    const below = await make.department({ parent: school })
    const teacher = await make.user({ department: below })
    const both = await make.user({ department: school })
    const [department, group, foreign] = [
      await make.groupOf(school),
      await make.group({ enterprise, members: [both, editor] }),
      await make.group({ enterprise, members: [stranger] }),
    ]
    await make.collab(folder, { group: department }, 'viewer')
    await make.collab(folder, { group }, 'previewer')
    const { content } = await postComment(own, `@[g-${department.id}:x] @[g-${group.id}:y] @[g-${foreign.id}:z]`)
    assert.equal(content, `@[g-${department.id}:${school.name}] @[g-${group.id}:${group.name}] @z`)
    const unreadCounts = await Promise.all(
      [teacher, both, editor, viewer, stranger].map(async (user) => unread(await sign(user))),
    )
    assert.deepEqual(unreadCounts, [1, 1, 1, 0, 0])
  })

  test('a mention of all notifies all collaborators, also those of other enterprises, except deactivated users', async () => {
    const abroad = await make.user()
    await make.collab(folder, { user: abroad }, 'viewer')
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', viewer.id).execute()
    await postComment(edits, '@[0:所有协作者] 开会')
    const rows = await server.deps.db
      .selectFrom('messages')
      .select('user_id')
      .where('comment_item_id', '=', file.id)
      .execute()
    assert.deepEqual(rows.map(({ user_id }) => user_id).sort(), [owner.id, abroad.id].sort())
  })

  test(`a mention of ${isDeep ? '10,000' : '1,000'} notifies each user once`, async () => {
    const many = isDeep ? 10_000 : 1000
    const group = await make.group({ enterprise })
    await sql`
      with made as (
        insert into users (enterprise_id, login, name) select ${enterprise.id}, ${`m${enterprise.id}-`} || n, 'm' || n
        from generate_series(1, ${many}) n returning id
      ) insert into group_members (group_id, user_id) select ${group.id}, id from made`.execute(server.deps.db)
    await make.collab(folder, { group }, 'viewer')
    await postComment(edits, `@[0:all] @[g-${group.id}:all]`)
    const notifiedCounts = () =>
      sql<{ told: number; unread: number }>`
      select count(*)::int as told, sum(unread_count)::int as unread from messages where comment_item_id = ${file.id}`.execute(
        server.deps.db,
      )
    assert.deepEqual((await notifiedCounts()).rows, [{ told: many + 2, unread: many + 2 }])
  })
})

describe('[MSG-04] reading and deleting messages', () => {
  test('[COMM-05] comments are marked read by child message (decisions 32); the message and the badge are updated', async () => {
    await postComment(edits, '一')
    await postComment(views, '二')
    const { comments } = await list(own)
    assert.deepEqual(
      comments.map((each) => [each.unread, each.unread_count]),
      [
        [true, 1],
        [true, 1],
      ],
    )
    const ids = comments.map(({ child_message_id }) => child_message_id!)
    assert.equal(
      (await own.call(READ, { child_message_ids: [ids[0]!], type: 'comment' })).total_unread_message_count,
      1,
    )
    assert.equal(
      (await own.call(READ, { child_message_ids: [ids[0]!], type: 'comment' })).total_unread_message_count,
      1,
    )
    assert.deepEqual(
      (await list(own)).comments.map((each) => each.unread),
      [false, true],
    )
    assert.equal((await messages(own))[0]?.unread_count, 1)
    const [message] = await messages(own)
    assert.equal(
      (await own.call('POST /apps/messages/mark_read', { message_ids: [message!.id] })).total_unread_message_count,
      0,
    )
    assert.deepEqual(
      (await list(own)).comments.map((each) => each.unread),
      [false, false],
    )
  })

  test('[COMM-08] opened from its message, the list names the first unread comment, else the newest; other messages name none', async () => {
    const first = await postComment(edits, '一')
    const second = await postComment(edits, '二')
    const [message] = await messages(own)
    const focus = async (who = own, id = message!.id, item = file) =>
      (await list(who, item, { message_id: id })).focus_comment_id
    assert.equal(await focus(), first.id)
    const { comments } = await list(own)
    await own.call(READ, { child_message_ids: [comments[0]!.child_message_id!], type: 'comment' })
    assert.equal(await focus(), second.id)
    await own.call(READ, { child_message_ids: [comments[1]!.child_message_id!], type: 'comment' })
    assert.equal(await focus(), second.id)
    assert.deepEqual(
      [await focus(edits), await focus(own, message!.id, folder), await focus(own, 999_999)],
      [null, null, null],
    )
  })

  test('a deleted comment disappears from messages and counts; its message disappears with its last comment', async () => {
    const first = await postComment(edits, '一')
    const second = await postComment(edits, '二')
    await edits.call(DELETE, { comment_id: second.id })
    const [message] = await messages(own)
    assert.deepEqual([message?.unread_count, message?.most_recent_message.content, await unread(own)], [1, '一', 1])
    await edits.call(DELETE, { comment_id: first.id })
    assert.deepEqual([await messages(own), await unread(own), await countOf(own)], [[], 0, 0])
  })

  test('[AH-09] the user who deleted a comment can undo the deletion: the comment returns to its place with its unread state', async () => {
    const first = await postComment(edits, at(viewer))
    const second = await postComment(edits, '二')
    await own.call(DELETE, { comment_id: first.id })
    assert.deepEqual([await contents(views), await unread(views), await countOf(views)], [['二'], 0, 1])
    for (const who of [edits, views, outside]) await who.refused(RESTORE, { comment_id: first.id }, 'item_not_found')
    await make.collab(folder, { user: stranger }, 'viewer')
    const { comment } = await own.call(RESTORE, { comment_id: first.id })
    assert.deepEqual([comment.id, comment.content], [first.id, first.content])
    assert.deepEqual(
      (await list(views)).comments.map(({ id }) => id),
      [first.id, second.id],
    )
    const [message] = await messages(views)
    assert.deepEqual([await unread(views), message?.unread_count, message?.include_current_user], [1, 1, true])
    assert.deepEqual([await countOf(views), await messages(outside)], [2, []])
    await own.refused(RESTORE, { comment_id: first.id }, 'item_not_found')
  })

  test('[AH-09] undoing fails after losing the right and after ten minutes; users who lost the item are not notified', async () => {
    const { id } = await postComment(edits, at(viewer))
    await edits.call(DELETE, { comment_id: id })
    const { id: grant } = await make.collab(file, { user: editor }, 'reset')
    await edits.refused(RESTORE, { comment_id: id }, 'item_not_found')
    await server.deps.db.deleteFrom('collabs').where('id', '=', grant).execute()
    await make.collab(file, { user: viewer }, 'reset')
    await edits.call(RESTORE, { comment_id: id })
    assert.deepEqual([await unread(views), await messages(views)], [0, []])
    await edits.call(DELETE, { comment_id: id })
    now += 11 * MINUTE
    await edits.refused(RESTORE, { comment_id: id }, 'item_not_found')
    await purgeDeletedComments(server.deps.db, new Date(now))
    assert.deepEqual(
      await server.deps.db.selectFrom('deleted_comments').select('id').where('id', '=', id).execute(),
      [],
    )
  })

  test('child_messages_delete removes a comment only from one’s own message', async () => {
    await postComment(edits, '一')
    await postComment(edits, `二 ${at(viewer)}`)
    const [first, second] = (await list(own)).comments
    const remove = (who: Client, id: number) =>
      who.call('POST /apps/messages/child_messages_delete', { child_message_ids: [id], type: 'comment' })
    assert.equal((await remove(own, second!.child_message_id!)).total_unread_message_count, 1)
    assert.deepEqual([(await messages(own))[0]?.most_recent_message.content, await unread(views)], ['一', 1])
    assert.equal((await remove(own, first!.child_message_id!)).total_unread_message_count, 0)
    assert.deepEqual([await messages(own), await contents(own)], [[], ['一', `二 ${at(viewer)}`]])
  })

  test('a new comment returns a deleted message with only that comment unread; a message restored before returns as it was', async () => {
    await postComment(edits, '一')
    const [message] = await messages(own)
    const ids = { message_ids: [message!.id] }
    assert.equal((await own.call('POST /apps/messages/delete', ids)).total_unread_message_count, 0)
    assert.deepEqual(
      (await list(own)).comments.map((each) => [each.unread, each.child_message_id]),
      [[false, null]],
    )
    assert.equal((await own.call('POST /apps/messages/restore', ids)).total_unread_message_count, 1)
    await own.call('POST /apps/messages/delete', ids)
    await postComment(edits, '二')
    assert.deepEqual([(await messages(own))[0]?.unread_count, await unread(own)], [1, 1])
    assert.deepEqual(
      (await list(own)).comments.map((each) => each.unread),
      [false, true],
    )
  })

  test('[MSG-07] a message shows the new name of a renamed item; a user who lost the item sees the old name', async () => {
    await postComment(own, at(viewer))
    const rename = (name: string) => own.call('POST /apps/files/edit', { item_typed_id: idOf(file), name })
    await rename('新名.pdf')
    assert.equal((await messages(views))[0]?.item_name, '新名.pdf')
    await make.collab(file, { user: viewer }, 'reset')
    await rename('秘密.pdf')
    assert.equal((await messages(views))[0]?.item_name, file.name)
    await views.refused(LIST, { item_typed_id: idOf(file) }, 'item_not_found')
  })

  test('[MSG-10] decisions 103: unread comments of an item in the bin count until they are read or the item is purged', async () => {
    await postComment(edits, `一 ${at(viewer)}`)
    await own.call('POST /apps/files/delete', { item_typed_ids: [idOf(file)] })
    const [message] = await messages(views)
    assert.deepEqual([await unread(views), message!.unread_count], [1, 1])
    await own.call('POST /apps/files/restore_from_trash', { item_typed_ids: [idOf(file)] })
    assert.equal(await unread(views), 1)
    await own.call('POST /apps/files/delete', { item_typed_ids: [idOf(file)] })
    await views.call('POST /apps/messages/mark_read', { message_ids: [message!.id] })
    assert.deepEqual([await unread(views), (await messages(views)).length], [0, 1])
  })

  test('purging an item removes its comments, messages and counts', async () => {
    await postComment(edits, `一 ${at(viewer)}`)
    await own.call('POST /apps/files/delete', { item_typed_ids: [idOf(file)] })
    await views.refused(LIST, { item_typed_id: idOf(file) }, 'item_is_deleted')
    assert.equal(await unread(views), 1)
    await own.call('POST /apps/files/delete_from_trash', { item_typed_ids: [idOf(file)] })
    assert.deepEqual([await unread(views), await messages(views), await unread(own)], [0, [], 0])
  })

  test('the stored counter equals a count after every step of a random run, also with concurrent steps', async () => {
    const speakers = [own, edits, views]
    const people = [owner, editor, viewer]
    const other = await make.file({ parent: folder })
    const agree = async () => {
      const { rows } = await sql<{ id: number }>`
        select id from messages where comment_item_id is not null and unread_count <>
          (select count(*) from comment_notices where message_id = messages.id and not is_read)
        union all
        select id from items where comment_count <> (select count(*) from comments where item_id = items.id)`.execute(
        server.deps.db,
      )
      assert.deepEqual(rows, [])
    }
    const step = async (who: number, what: number, pick: number) => {
      const [me, item] = [speakers[who]!, pick % 2 === 0 ? file : other]
      const { comments } = await list(me, item)
      const chosen = comments[pick % Math.max(1, comments.length)]
      const child = chosen?.child_message_id
      const [message] = await messages(me)
      switch (what) {
        case 0:
          return me.send(CREATE, { item_typed_id: idOf(item), content: `${pick} ${at(people[pick % 3]!)}` })
        case 1:
          return child && me.send(READ, { child_message_ids: [child], type: 'comment' })
        case 2:
          return chosen && me.send(DELETE, { comment_id: chosen.id })
        case 3:
          return message && me.send('POST /apps/messages/mark_read', { message_ids: [message.id] })
        case 4:
          return message && me.send('POST /apps/messages/delete', { message_ids: [message.id] })
        case 5:
          return (
            child &&
            me.send('POST /apps/messages/child_messages_delete', { child_message_ids: [child], type: 'comment' })
          )
        case 6: {
          const deleted = await server.deps.db.selectFrom('deleted_comments').select('id').orderBy('id').execute()
          return me.send(RESTORE, { comment_id: deleted[pick % Math.max(1, deleted.length)]?.id ?? 1 })
        }
        case 7:
          return message && me.send('POST /apps/messages/restore', { message_ids: [message.id] })
        default:
          return me.send('POST /apps/messages/mark_read', { types: 'comment' })
      }
    }
    const act = fc.tuple(
      fc.nat(2),
      fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 8 })),
      fc.nat(20),
    )
    const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 6, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(rounds, async (run) => {
        now += MINUTE
        for (const round of run) {
          const answers = await Promise.all(round.map((each) => step(...each)))
          for (const answer of answers) assert.equal(answer ? answer.status : 200, 200)
          await agree()
        }
      }),
      { numRuns: isDeep ? 20 : 2, seed },
    )
  })
})
