import assert from 'node:assert/strict'
import http from 'node:http'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { purgeDeletedComments } from '../../../server/queries/comments/deleted'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { Contributing, makeCollect } from '../../support/fileRequests/collecting'
import { isDeep, seed } from '../../support/deep'
import { openEvents } from '../../support/eventStream'
import { factories } from '../../support/factories'
import { naughty } from '../../support/naughtyNames'
import { recording } from '../../support/samples/media'
import { photo, seeThrough } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { post, refusedWith } from '../../support/uploads/upload'

const CREATE = 'POST /apps/comments/create'
const DELETE = 'POST /apps/comments/delete'
const RESTORE = 'POST /apps/comments/restore'
const LIST = 'GET /apps/files/comments'
const MESSAGES = 'GET /apps/messages/get_list'
const READ = 'POST /apps/messages/child_messages_mark_read'
const MINUTE = 60_000

let now = Date.UTC(2026, 8, 1)
let check: http.Server
/** The answer of the content check; `cut` closes the connection without an answer. */
let verdict: ((body: { kind: string; text?: string; user_id: number }) => unknown) | null
let server: TestServer
let make: ReturnType<typeof factories>
let enterprise: EnterpriseRow
let owner: UserRow
let editor: UserRow
let viewer: UserRow
let stranger: UserRow
let folder: ItemRow
let file: ItemRow
let own: Client
let edits: Client
let views: Client
let outside: Client

before(async () => {
  check = http.createServer((request, response) => {
    let body = ''
    request
      .on('data', (chunk) => (body += chunk))
      .on('end', async () => {
        const answer = await verdict?.(JSON.parse(body) as { kind: string; user_id: number })
        if (answer === 'cut') return void response.destroy()
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(answer ?? { pass: true }))
      })
  })
  await once(check.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(check.address() as AddressInfo).port}/check`
  server = await startTestServer({
    clock: () => new Date(now),
    config: { contentCheck: { url, token: null } },
    live: { gather: 20, heartbeat: 500, retry: 100 },
  })
  make = factories(server.deps)
})
after(async () => {
  check.close()
  await server.close()
})

/** A shared folder with a file, its owner, and three users with different roles. */
beforeEach(async () => {
  now += 2 * MINUTE
  verdict = () => ({ pass: true })
  enterprise = await make.enterprise()
  ;[owner, editor, viewer, stranger] = [
    await make.user({ enterprise }),
    await make.user({ enterprise }),
    await make.user({ enterprise }),
    await make.user({ enterprise }),
  ]
  folder = await make.folder({ owner })
  file = await make.file({ parent: folder }, { name: '招生简章.pdf' })
  await make.collab(folder, { user: editor }, 'editor')
  await make.collab(folder, { user: viewer }, 'viewer')
  ;[own, edits, views, outside] = [await sign(owner), await sign(editor), await sign(viewer), await sign(stranger)]
})

const sign = (user: UserRow) => client(server).as(user.login)
const idOf = (item: ItemRow) => `${item.is_folder ? 'folder' : 'file'}_${item.id}` as `file_${number}`
const postComment = async (who: Client, content: string, item = file) =>
  (await who.call(CREATE, { content, item_typed_id: idOf(item) })).comment
const list = (who: Client, item = file, more: object = {}) =>
  who.call(LIST, { item_typed_id: idOf(item), no_pagination: true, ...more })
const contents = async (who: Client, item = file) => (await list(who, item)).comments.map(({ content }) => content)
const messages = async (who: Client) => (await who.call(MESSAGES, { types: 'comment' })).messages
const unread = async (who: Client) => (await who.call('GET /apps/users/get_base_info', {})).unread_messages_count
const at = (user: UserRow, name = user.name) => `@[${user.id}:${name}]`
const countOf = async (who: Client, item = file) =>
  (await who.call('GET /apps/files/get_info', { item_typed_id: idOf(item) })).item?.comment_count

describe('creating comments', () => {
  test('[COMM-02] a new comment has the fields of 2§3, is trimmed, and is listed last', async () => {
    const first = await postComment(edits, '  好的\r\n谢谢 ')
    assert.deepEqual(first, {
      id: first.id,
      content: '好的\n谢谢',
      created_at: now / 1000,
      user: { id: editor.id, name: editor.name },
      unread: false,
      child_message_id: null,
      unread_count: 0,
      is_voice: false,
      voice_length: 0,
      voice_url: null,
      permissions: ['delete_comment'],
      item_type: 'file',
      item_id: file.id,
    })
    await postComment(own, '第二条')
    assert.deepEqual(await contents(views), ['好的\n谢谢', '第二条'])
    const { comments, total_count, has_earlier } = await list(views)
    assert.deepEqual([total_count, has_earlier], [2, false])
    assert.deepEqual(
      comments.map(({ permissions }) => permissions),
      [[], []],
    )
  })

  const refused: [string, string, 'comment_empty' | 'comment_too_long' | 'invalid_request'][] = [
    ['nothing', '', 'comment_empty'],
    ['blanks', ' \n', 'comment_empty'],
    ['characters without width', '\u200b\u2060', 'comment_empty'],
    ['501 characters', '字'.repeat(501), 'comment_too_long'],
    ['501 emoji of one family each', '👩‍👩‍👧‍👦'.repeat(501), 'comment_too_long'],
    ['one letter under 5,000 marks', `a${'\u0301'.repeat(5000)}`, 'comment_too_long'],
    ['more characters than any comment needs', 'x'.repeat(20_001), 'invalid_request'],
  ]
  for (const [what, content, code] of refused)
    test(`[COMM-02] ${what}: the server answers ${code}`, async () => {
      await edits.refused(CREATE, { content, item_typed_id: idOf(file) }, code)
      assert.deepEqual(await contents(edits), [])
    })

  test('hostile texts are returned unchanged; 500 emoji fit', async () => {
    const texts = [
      '<script>alert(1)</script>',
      "@[x:y] ${7*7} {{1}} ' or 1=1 --",
      'a\u202eb\u200dc',
      '👩‍👩‍👧‍👦'.repeat(500),
      '%s%n\\',
    ]
    for (const text of texts) await postComment(edits, text)
    await postComment(edits, 'a\u0000b')
    assert.deepEqual(await contents(views), [...texts, 'ab'])
  })

  test('comments store, list and quote the big list of naughty strings unchanged', async () => {
    const shown = naughty
      .map((text) =>
        [...text.replaceAll('\r', '\n')]
          .filter((each) => each === '\n' || each === '\t' || !/\p{Cc}|\p{Cs}/u.test(each))
          .join(''),
      )
      .filter((text) => text.length < 300 && !text.includes('@['))
    const texts: string[] = []
    for (const text of shown) {
      const longer = `${texts.at(-1) ?? ''}\n${text}`
      if (texts.length > 0 && longer.length <= 500) texts[texts.length - 1] = longer
      else texts.push(`«${text}`)
    }
    const contentsToPost = texts.map((text) => `${text}»`)
    for (const text of contentsToPost) {
      now += 2100
      await postComment(edits, text)
    }
    assert.deepEqual(await contents(views), contentsToPost)
    const [message] = await messages(own)
    assert.equal(message?.most_recent_message.content, contentsToPost.at(-1))
  })

  test('without no_pagination a page has 25 comments, starting with the newest; `before` gives the earlier ones', async () => {
    await sql`insert into comments (item_id, author_id, content) select ${file.id}, ${owner.id}, n::text from generate_series(1, 1030) n`.execute(
      server.deps.db,
    )
    const page = await own.call(LIST, { item_typed_id: idOf(file) })
    assert.deepEqual([page.comments.length, page.has_earlier, page.total_count], [25, true, 1030])
    const whole = await list(own)
    assert.deepEqual([whole.comments.length, whole.has_earlier, whole.comments.at(-1)?.content], [1000, true, '1030'])
    const rest = await list(own, file, { before: whole.comments[0]!.id })
    assert.deepEqual([rest.comments.length, rest.has_earlier, rest.comments[0]?.content], [30, false, '1'])
  })
})

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

  test('after a new comment a deleted message returns with only that comment unread; restored before, it returns as it was', async () => {
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

describe('rights on comments', () => {
  test('[COMM-04] a comment is deleted by its author, or by the owner or coowner of the item', async () => {
    const coowner = await make.user({ enterprise })
    await make.collab(folder, { user: coowner }, 'coowner')
    const ids = [
      (await postComment(views, '一')).id,
      (await postComment(views, '二')).id,
      (await postComment(views, '三')).id,
    ]
    await edits.refused(DELETE, { comment_id: ids[0] }, 'permission_denied')
    assert.deepEqual(
      (await list(edits)).comments.map(({ permissions }) => permissions.length),
      [0, 0, 0],
    )
    for (const [index, who] of [views, own, await sign(coowner)].entries())
      await who.call(DELETE, { comment_id: ids[index]! })
    assert.deepEqual(await contents(own), [])
    await views.refused(DELETE, { comment_id: ids[0] }, 'item_not_found')
  })

  test('an author who lost the item cannot delete their comments there', async () => {
    const { id } = await postComment(views, '一')
    await make.collab(file, { user: viewer }, 'reset')
    await views.refused(DELETE, { comment_id: id }, 'item_not_found')
  })

  test('[COMM-01] comments on foreign, purged and missing items do not exist; uploaders and the own root are refused', async () => {
    const { id } = await postComment(edits, '一')
    const uploader = await make.user({ enterprise })
    await make.collab(folder, { user: uploader }, 'uploader')
    const uploads = await sign(uploader)
    for (const item_typed_id of [idOf(file), 'file_999999999', `folder_${file.id}` as const]) {
      await outside.refused(LIST, { item_typed_id }, 'item_not_found')
      await outside.refused(CREATE, { item_typed_id, content: 'x' }, 'item_not_found')
    }
    await outside.refused(DELETE, { comment_id: id }, 'item_not_found')
    await uploads.refused(LIST, { item_typed_id: idOf(file) }, 'permission_denied')
    await uploads.refused(CREATE, { item_typed_id: idOf(file), content: 'x' }, 'permission_denied')
    await uploads.refused(DELETE, { comment_id: id }, 'permission_denied')
    assert.equal(await countOf(uploads), 0)
    const root = await server.deps.db
      .selectFrom('items')
      .select('id')
      .where('personal_of', '=', owner.id)
      .executeTakeFirstOrThrow()
    await own.refused(CREATE, { item_typed_id: `folder_${root.id}`, content: 'x' }, 'permission_denied')
    await own.refused(CREATE, { item_typed_id: 'department_1', content: 'x' }, 'invalid_request')
  })

  test('a share link gives no access to comments, whatever headers are sent', async () => {
    const link = await make.shareLink(owner, [file])
    await postComment(own, '内部')
    const { share_grant } = (await outside.call('GET /apps/share_links/info/{unique_name}', {
      unique_name: link.unique_name,
    })) as { share_grant?: string }
    outside.headers['x-share-grant'] = share_grant ?? ''
    await outside.refused(LIST, { item_typed_id: idOf(file) }, 'item_not_found')
    const shared = await outside.call('GET /apps/files/get_info', {
      item_typed_id: idOf(file),
      scenario: 'share',
      share_link_token: link.unique_name,
    })
    assert.equal(shared.item?.comment_count ?? 0, 0)
    await client(server).visitor.refused(LIST, { item_typed_id: idOf(file) }, 'login_expired')
  })

  test('other users’ child messages are skipped like missing ones (decisions 54)', async () => {
    await postComment(edits, at(viewer))
    const id = (await list(views)).comments[0]!.child_message_id!
    for (const name of [READ, 'POST /apps/messages/child_messages_delete'] as const)
      assert.equal(
        (await own.call(name, { child_message_ids: [id, 999_999], type: 'comment' })).total_unread_message_count,
        1,
      )
    assert.deepEqual([await unread(views), await unread(own)], [1, 1])
    await own.refused(READ, { child_message_ids: [id], type: 'share_link' }, 'invalid_request')
  })

  test('a user may create 30 comments a minute, 5 of them with a mention of all', async () => {
    for (let n = 0; n < 5; n += 1) await postComment(edits, `@[0:all] ${n}`)
    await edits.refused(CREATE, { content: '@[0:all]', item_typed_id: idOf(file) }, 'asked_too_often')
    for (let n = 0; n < 24; n += 1) await postComment(edits, String(n))
    await edits.refused(CREATE, { content: 'x', item_typed_id: idOf(file) }, 'asked_too_often')
    await postComment(own, '别人照常')
    now += MINUTE
    await postComment(edits, '一分钟后')
  })
})

test('[AH-18] an item shows its number of comments, also in lists', async () => {
  await postComment(edits, '一')
  await postComment(edits, '二')
  await postComment(own, '三', folder)
  const { children } = await views.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id })
  assert.deepEqual([children?.[0]?.comment_count, await countOf(views, folder)], [2, 1])
})

test('[AH-20] viewers of the comments and of the list are notified of new and deleted comments, strangers are not', async () => {
  const [place, around] = [`comments_${file.id}`, `folder_${folder.id}`]
  const [panel, lists, strange] = [
    await openEvents(views, place),
    await openEvents(views, around),
    await openEvents(outside, place),
  ]
  const { id } = await postComment(own, at(viewer))
  await Promise.all([panel.hears(`changed ${place}`), lists.hears(`changed ${around}`), panel.hears('unread 1')])
  panel.forget()
  await own.call(DELETE, { comment_id: id })
  await Promise.all([panel.hears(`changed ${place}`), panel.hears('unread 0')])
  assert.deepEqual(strange.marks, [])
  for (const stream of [panel, lists, strange]) stream.close()
})

describe('[AH-33] the content check', () => {
  test('every text is checked, and the verdict decides', async () => {
    verdict = ({ kind, text, user_id }) => ({ pass: kind === 'comment' && user_id === editor.id && text === '好' })
    await postComment(edits, '好')
    const { entry } = await edits.refused(CREATE, { content: '坏', item_typed_id: idOf(file) }, 'content_refused')
    assert.equal(entry.field, 'content')
    assert.deepEqual(await contents(edits), ['好'])
  })

  test('the right and the mentions are checked again after the verdict', async () => {
    verdict = async () => {
      await make.collab(file, { user: editor }, 'reset')
      return { pass: true }
    }
    await edits.refused(CREATE, { content: '好', item_typed_id: idOf(file) }, 'item_not_found')
    assert.deepEqual(await contents(own), [])
    verdict = async () => {
      await make.collab(file, { user: viewer }, 'reset')
      return { pass: true }
    }
    const { content } = await postComment(own, at(viewer, '甲'))
    assert.equal(content, '@甲')
    assert.equal(await unread(views), 0)
  })

  const broken: [string, unknown][] = [
    ['no answer', 'cut'],
    ['no verdict', {}],
    ['an invalid verdict', { pass: 'yes' }],
    ['no object', []],
  ]
  for (const [what, answer] of broken)
    test(`the check fails safe: with ${what} nothing is published`, async () => {
      verdict = () => answer
      await edits.refused(CREATE, { content: '好', item_typed_id: idOf(file) }, 'content_unchecked')
      assert.deepEqual(await contents(edits), [])
    })

  test('pictures are checked, too: without approval or answer the previous picture stays', async () => {
    const admin = await make.user({ enterprise, isAdministrator: true })
    const they = await sign(admin)
    const [picture, other] = [(await photo()).toString('base64'), (await seeThrough()).toString('base64')]
    const sets = [
      ['POST /enterprise/set_logo', 'logo_url', { picture: other, is_dark: false }],
      ['POST /enterprise/set_logo', 'logo_url', { picture: other, is_dark: true }],
      ['POST /apps/users/set_picture', 'avatar', { picture: other }],
    ] as const
    for (const [call, field, wanted] of sets) {
      const asked: { kind: string; user_id: number }[] = []
      verdict = ({ kind, user_id }) => void asked.push({ kind, user_id })
      const address = ((await they.call(call, { ...wanted, picture })) as Record<string, unknown>)[field] as string
      assert.deepEqual(asked, [{ kind: 'picture', user_id: admin.id }])
      const before = await fetch(server.url + address)
      assert.equal(before.status, 200)
      for (const [answer, code] of [
        [{ pass: false }, 'content_refused'],
        ['cut', 'content_unchecked'],
        [{}, 'content_unchecked'],
      ] as const) {
        verdict = () => answer
        await they.refused(call, wanted, code)
        assert.equal((await fetch(server.url + address)).status, 200)
      }
      verdict = () => 'cut'
      await they.call(call, { ...wanted, picture: null })
      assert.notEqual((await fetch(server.url + address)).status, 200)
    }
    const asked: string[] = []
    verdict = ({ kind }) => void asked.push(kind)
    await edits.refused('POST /enterprise/set_logo', { picture: other }, 'permission_denied')
    assert.deepEqual(asked, [])
  })

  test('a recording that is refused or not checked does not exist, and nothing of it is stored', async () => {
    const bytes = await recording({ extension: 'mp3', audio: 'libmp3lame', seconds: 1 })
    const speak = async () => {
      const address = `${server.url}/api/apps/comments/create_voice?item_typed_id=${idOf(file)}`
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'content-type': 'audio/mpeg', ...edits.headers }
      const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(bytes) })
      return { status: answer.status, body: (await answer.json()) as unknown }
    }
    const storedFiles = () => readdir(join(server.folder, 'files'), { recursive: true })
    const before = (await storedFiles()).length
    for (const [answer, code] of [
      [{ pass: false }, 'content_refused'],
      ['cut', 'content_unchecked'],
    ] as const) {
      verdict = ({ kind }) => (kind === 'voice' ? answer : { pass: true })
      refusedWith(await speak(), code)
    }
    assert.deepEqual([await contents(edits), (await storedFiles()).length], [[], before])
    verdict = () => ({ pass: true })
    assert.equal((await speak()).status, 200)
    assert.equal((await contents(edits)).length, 1)
  })

  test('names are checked, too: an item whose name is refused or not checked does not exist', async () => {
    const asked: string[] = []
    verdict = ({ kind, text = '' }) => {
      asked.push(kind)
      return { pass: text.startsWith('好') }
    }
    const send = async (name: string) => {
      const { upload_url } = await own.call('POST /apps/files/presign_upload', { file_size: 1, folder_id: folder.id })
      return post(own, upload_url, [Buffer.from('x')], { 'x-file-name': encodeURIComponent(name) })
    }
    const names = async () => {
      const rows = await server.deps.db.selectFrom('items').select('name').where('parent_id', '=', folder.id).execute()
      return rows.map(({ name }) => name).sort()
    }
    const rename = { item_typed_id: idOf(file), name: '坏.pdf' }
    const made = { parent_folder_id: folder.id, name: '坏' }
    for (const code of ['content_refused', 'content_unchecked'] as const) {
      await own.refused('POST /apps/files/edit', rename, code)
      await own.refused('POST /apps/files/new_folder', made, code)
      refusedWith(await send('坏.txt'), code)
      assert.deepEqual(await names(), ['招生简章.pdf'])
      if (code === 'content_refused') assert.deepEqual(asked, ['name', 'name', 'name'])
      verdict = () => 'cut'
    }
    verdict = ({ kind, text = '' }) => {
      asked.push(kind)
      return { pass: text.startsWith('好') }
    }
    await outside.refused('POST /apps/files/edit', rename, 'item_not_found')
    await views.refused('POST /apps/files/new_folder', made, 'permission_denied')
    assert.equal(asked.length, 3)
    await own.call('POST /apps/files/edit', { ...rename, name: '好.pdf' })
    await own.call('POST /apps/files/new_folder', { ...made, name: '好' })
    assert.equal((await send('好.txt')).status, 200)
    assert.deepEqual(await names(), ['好', '好.pdf', '好.txt'])
  })

  test('an upload to a collecting link carries the contributor’s name, which is checked with the file name', async () => {
    const link = await makeCollect(own, folder)
    const somebody = new Contributing(server.url, link.unique_name)
    assert.equal(await somebody.join('坏人'), 'success')
    const asked: string[] = []
    verdict = ({ text = '' }) => {
      asked.push(text)
      return { pass: !text.includes('坏') }
    }
    assert.equal(await somebody.handIn('作业.pdf', 'one'), 'content_refused')
    assert.deepEqual([asked, await somebody.own()], [['坏人 - 作业.pdf'], []])
  })
})
