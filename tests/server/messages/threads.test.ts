import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const LIST = 'GET /apps/messages/get_list'
const READ = 'POST /apps/messages/mark_read'
const DELETE = 'POST /apps/messages/delete'
const RESTORE = 'POST /apps/messages/restore'
const HOUR = 3_600_000

let now = Date.UTC(2026, 8, 1)
let server: TestServer
let make: ReturnType<typeof factories>
let user: UserRow
let other: UserRow
let me: Client
let they: Client

before(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  make = factories(server.deps)
})
after(() => server.close())

beforeEach(async () => {
  now += HOUR
  const enterprise = await make.enterprise()
  ;[user, other] = [await make.user({ enterprise }), await make.user({ enterprise })]
  ;[me, they] = [await client(server).as(user.login), await client(server).as(other.login)]
})

const at = (minutes: number) => new Date(now - minutes * 60_000)
/** A message about the rights to an item. */
const about = (item: number, minutes: number, to = user) =>
  make.message(to, { sender_id: other.id, about_item_id: item, modified_at: at(minutes) })

async function entries(who: Client = me, input: object = {}) {
  const { messages, total_unread_message_count: total, ...rest } = await who.call(LIST, { folded: true, ...input })
  return {
    ids: messages.map(({ id }) => id),
    counts: messages.map(({ thread }) => thread!.count),
    unread: messages.map(({ unread_count: count }) => count),
    pages: rest.page_count,
    total,
    messages,
  }
}

describe('[AH-56] messages about the same thing are one entry', () => {
  test('the newest is shown with the number and the unread of all, and the badge counts every message', async () => {
    const old = await about(5, 30)
    const alone = await make.message(user, { modified_at: at(20) })
    const newest = await about(5, 10)
    await about(6, 5)
    const { ids, counts, unread, total, messages } = await entries()
    assert.deepEqual([ids.slice(1), counts, unread, total], [[newest.id, alone.id], [1, 2, 1], [1, 2, 1], 4])
    assert.deepEqual(
      [messages[1]!.thread, messages[2]!.thread!.sender],
      [{ id: old.id, count: 2, sender: { id: other.id, name: other.name } }, null],
    )
    // Without the parameter, the list is as specified.
    const plain = await me.call(LIST, {})
    assert.deepEqual([plain.messages.length, plain.messages.some((each) => 'thread' in each)], [4, false])
  })

  test('changes of a role in one folder are one entry; comments of an item and a link’s notices are counted', async () => {
    const folder = await make.folder({ owner: user }, { name: '资料' })
    const { id } = await make.collab(folder, { user: other }, 'viewer')
    for (const role of ['editor', 'viewer', 'previewer'] as const) {
      now += HOUR
      const change = { collab_id: id, user_id: other.id, role }
      await me.call('POST /apps/collabs/edit', { item_id: folder.id, edit_collabs_roles: [change] })
    }
    for (let count = 0; count < 2; count += 1) await make.comment(folder, user, { told: other })
    const link = await make.shareLink(other, [await make.file({ owner: other })])
    for (const minutes of [3, 2])
      await make.message(other, { type: 'share_link_notice', share_link_id: link.id, modified_at: at(minutes) })
    const { counts } = await entries(they)
    assert.deepEqual([...counts].sort(), [2, 2, 3])
  })

  test('reading one reads them all; a message that arrives later is unread again', async () => {
    const [old, newest] = [await about(5, 30), await about(5, 10)]
    const foreign = await about(5, 10, other)
    assert.equal((await me.call(READ, { message_ids: [old.id], folded: true })).total_unread_message_count, 0)
    assert.deepEqual((await entries()).unread, [0])
    assert.deepEqual((await entries(they)).unread, [1])
    await about(5, 1)
    assert.deepEqual((await entries()).unread, [1])
    // Without the parameter, only the named message changes.
    await me.call(READ, { message_ids: [newest.id, foreign.id] })
    assert.deepEqual([(await entries()).total, (await entries(they)).unread], [1, [1]])
  })

  test('deleting an entry deletes what it held, keeps what arrived since, and can be undone', async () => {
    const [first, newest] = [await about(5, 30), await about(5, 10)]
    await me.call(DELETE, { message_ids: [first.id] })
    const late = await about(5, 1)
    now += 1000
    await me.call(DELETE, { message_ids: [newest.id], folded: true })
    assert.deepEqual((await entries()).ids, [late.id])
    await me.call(RESTORE, { message_ids: [newest.id], folded: true })
    // The first one was deleted before, by itself.
    assert.deepEqual([(await entries()).counts, (await entries()).total], [[2], 2])
    await they.call(DELETE, { message_ids: [newest.id], folded: true })
    assert.deepEqual((await entries()).counts, [2])
  })

  test('the earlier messages of an entry are listed newest first; a foreign or single message has none', async () => {
    const [old, newest] = [await about(5, 30), await about(5, 10)]
    const alone = await make.message(user, { modified_at: at(5) })
    const ids = async (who: Client, id: number) =>
      (await who.call(LIST, { thread_of: id })).messages.map((each) => each.id)
    assert.deepEqual(await ids(me, newest.id), [newest.id, old.id])
    assert.deepEqual([await ids(they, newest.id), await ids(me, alone.id), await ids(me, 999_999)], [[], [], []])
  })

  test('with 10,000 messages the pages hold entries only, and each thing once', async () => {
    await sql`
      insert into messages (user_id, type, item_name, unread_count, most_recent, about_item_id, created_at, modified_at)
      select ${user.id}, 'collab_notice', 'n', 1, '{"notice": {"action": "collab_role", "state": "finished", "count": 1}}',
        1 + at % 60, ${at(0)}::timestamptz - at * interval '1 second', ${at(0)}::timestamptz - at * interval '1 second'
      from generate_series(1, 10000) at`.execute(server.deps.db)
    const pages = [await entries(), await entries(me, { page_number: 2 }), await entries(me, { page_number: 3 })]
    assert.deepEqual(
      [
        pages.map(({ ids }) => ids.length),
        pages[0]!.pages,
        new Set(pages.flatMap(({ messages }) => messages.map(({ thread }) => thread!.id))).size,
      ],
      [[25, 25, 10], 3, 60],
    )
    assert.deepEqual(
      [pages.flatMap(({ unread }) => unread).reduce((sum, each) => sum + each), pages[0]!.total],
      [10_000, 10_000],
    )
    const { total_unread_message_count: left } = await me.call(READ, { message_ids: [pages[0]!.ids[0]!], folded: true })
    assert.equal(left, 10_000 - pages[0]!.unread[0]!)
  })
})
