import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { openEvents } from '../../support/eventStream'
import { naughty } from '../../support/naughtyNames'
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
  unread,
  viewer,
  views,
} from './commentServer'

let now = Date.UTC(2026, 8, 1)

beforeEach(() => {
  now += 2 * MINUTE
})
startCommentServer(() => new Date(now))

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
      answer_to: null,
      is_resolved: false,
      passage: null,
      may_resolve: true,
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

  deepTest('comments store, list and quote the big list of naughty strings unchanged', async () => {
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
