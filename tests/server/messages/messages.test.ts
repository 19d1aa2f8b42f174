import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Language, Wording } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import type { Message } from '@/contract/messages/messages'
import { errorWords } from '@/i18n/errors'
import type { UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

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

/** Every test starts with an empty message centre. */
beforeEach(async () => {
  now += HOUR
  ;[user, other] = [await make.user(), await make.user()]
  ;[me, they] = [await client(server).as(user.login), await client(server).as(other.login)]
})

const list = (who: Client, input: { page_number?: number; types?: string } = {}) => who.call(LIST, input)
const idsOf = async (who: Client, types?: string) =>
  (await list(who, { ...(types && { types }) })).messages.map(({ id }) => id)
const baseCount = async (who: Client) => (await who.call('GET /apps/users/get_base_info', {})).unread_messages_count
const frequentCount = async (who: Client) =>
  (await who.call('GET /apps/frequently_used_items/get_list', {})).unread_messages_count
const at = (minutes: number) => new Date(now - minutes * 60_000)

describe('listing messages', () => {
  test('a message has the fields of 2§3; a system message is collab_notice without sender and target (decisions 3.15)', async () => {
    const { id } = await make.message(user, {
      modified_at: at(5),
      notice: { action: 'move', name: '资料', folder: '归档', count: 3 },
    })
    const seconds = at(5).getTime() / 1000
    assert.deepEqual(await list(me), {
      success: true,
      messages: [
        {
          id,
          type: 'collab_notice',
          unread_count: 1,
          item_name: '资料',
          item_time: seconds,
          modified_at: seconds,
          sender_name: '',
          include_current_user: false,
          object_typed_id: null,
          most_recent_message: {
            notice: { action: 'move', state: 'finished', count: 3, folder_name: '归档', reason: '' },
          },
        },
      ],
      page_number: 1,
      page_count: 1,
      total_unread_message_count: 1,
    } satisfies Awaited<ReturnType<typeof list>>)
  })

  test('messages are sorted newest first, in pages of 25 by number; a page behind the last is empty', async () => {
    const made: Message['id'][] = []
    for (let minutes = 0; minutes < 51; minutes += 1)
      made.push((await make.message(user, { modified_at: at(minutes) })).id)
    for (const [page, expected] of [
      [1, made.slice(0, 25)],
      [2, made.slice(25, 50)],
      [3, made.slice(50)],
      [4, []],
    ] as const) {
      const answer = await list(me, { page_number: page })
      assert.deepEqual(
        [answer.messages.map(({ id }) => id), answer.page_number, answer.page_count],
        [expected, page, 3],
      )
    }
    assert.deepEqual(await list(they), {
      success: true,
      messages: [],
      page_number: 1,
      page_count: 0,
      total_unread_message_count: 0,
    })
  })

  const filters: [types: string | undefined, expected: Message['type'][]][] = [
    [undefined, ['comment', 'share_link', 'collab', 'collab_notice']],
    ['comment,share_link,collab', ['comment', 'share_link', 'collab', 'collab_notice']],
    ['comment', ['comment']],
    ['share_link', ['share_link']],
    /* decisions 3.15: "under All and Collaboration" */
    ['collab', ['collab', 'collab_notice']],
    ['share_link,comment', ['comment', 'share_link']],
  ]
  for (const [types, expected] of filters) {
    test(`types ${types ?? 'absent'} list ${expected}, and the total counts all types`, async () => {
      for (const [index, type] of (['comment', 'share_link', 'collab', 'collab_notice'] as const).entries()) {
        await make.message(user, { type, unread_count: index + 1, modified_at: at(index) })
      }
      const answer = await list(me, { ...(types && { types }) })
      assert.deepEqual(
        [answer.messages.map(({ type }) => type), answer.page_count, answer.total_unread_message_count],
        [expected, 1, 10],
      )
    })
  }

  test('a message names its sender', async () => {
    await make.message(user, { type: 'share_link', sender_id: other.id })
    const {
      messages: [message],
    } = await list(me)
    assert.equal(message!.sender_name, other.name)
  })

  const refused: [string, object][] = [
    ['another kind', { types: 'invoice' }],
    ['an empty filter', { types: '' }],
    ['page 0', { page_number: 0 }],
    ['a page number that is no number', { page_number: 'x' }],
  ]
  for (const [what, input] of refused)
    test(`${what} is refused`, async () => void (await me.refused(LIST, input, 'invalid_request')))

  const reasons: [language: Language, wording: Wording, code: ErrorCode][] = [
    ['zh-CN', 'default', 'quota_exceeded'],
    ['en', 'default', 'target_folder_not_deleted'],
    ['zh-TW', 'default', 'permission_denied'],
  ]
  for (const [language, wording, code] of reasons) {
    test(`a failure is explained in the reader’s language: ${language}`, async () => {
      await make.message(user, { notice: { state: 'failed', code } })
      me.headers.cookie += `; lang=${language}; lang_type=${wording}`
      const {
        messages: [message],
      } = await list(me)
      assert.equal(message!.most_recent_message.notice!.reason, errorWords[language][code])
    })
  }

  test('the explanation contains stored names; an older failure without names is explained without them', async () => {
    await make.message(user, {
      notice: { state: 'failed', code: 'item_locked', params: { name: '陈希' } },
      modified_at: at(0),
    })
    const { id } = await make.message(user, { item_name: '', modified_at: at(1) })
    await server.deps.db
      .updateTable('messages')
      .set({ most_recent: JSON.stringify({ notice: { action: 'copy', state: 'failed', code: 'server_error' } }) })
      .where('id', '=', id)
      .execute()
    const [named, bare] = (await list(me)).messages.map(({ most_recent_message: { notice } }) => notice!)
    assert.match(named!.reason, /陈希/)
    assert.deepEqual([bare!.count, bare!.folder_name, bare!.reason], [0, '', errorWords['zh-CN'].server_error])
  })
})

describe('[MSG-10] the unread count', () => {
  test('base info, frequent list, message list and changing answers agree on the count after every read and deletion', async () => {
    const made: Message['id'][] = []
    for (const unread_count of [1, 3, 1, 0]) made.push((await make.message(user, { unread_count })).id)
    await make.message(other)
    const [first, second, third, read] = made as [number, number, number, number]
    const agree = async (expected: number) => {
      const total = (await list(me)).total_unread_message_count
      assert.deepEqual([total, await baseCount(me), await frequentCount(me)], [expected, expected, expected])
    }
    await agree(5)
    const steps: [typeof READ | typeof DELETE | typeof RESTORE, number[], number][] = [
      [READ, [first], 4],
      [READ, [first], 4],
      [DELETE, [second], 1],
      [DELETE, [read], 1],
      [RESTORE, [second], 4],
      [READ, [second, third], 0],
      [DELETE, [first], 0],
      [RESTORE, [first], 0],
    ]
    for (const [name, message_ids, expected] of steps) {
      assert.equal(
        (await me.call(name, { message_ids })).total_unread_message_count,
        expected,
        `${name} ${message_ids}`,
      )
      await agree(expected)
    }
    assert.equal(await baseCount(they), 1)
    assert.equal((await client(server).visitor.call('GET /apps/users/get_base_info', {})).unread_messages_count, 0)
  })
})

describe('marking messages read', () => {
  test('decisions 45: with types only the messages of these types are marked read', async () => {
    for (const type of ['comment', 'share_link', 'collab', 'collab_notice'] as const) await make.message(user, { type })
    await make.message(other)
    const steps: [string, number][] = [
      ['comment', 3],
      ['collab', 1],
      ['comment,share_link,collab', 0],
    ]
    for (const [types, left] of steps)
      assert.equal((await me.call(READ, { types })).total_unread_message_count, left, types)
    assert.equal(await baseCount(they), 1)
  })

  test('a deleted message stays unread', async () => {
    const { id } = await make.message(user)
    await me.call(DELETE, { message_ids: [id] })
    await me.call(READ, { message_ids: [id] })
    await me.call(READ, { types: 'collab' })
    assert.equal((await me.call(RESTORE, { message_ids: [id] })).total_unread_message_count, 1)
  })
})

describe('deleting and restoring messages', () => {
  test('[AH-09] a restored message returns to its place with its unread state', async () => {
    const made: Message['id'][] = []
    for (const minutes of [1, 2, 3])
      made.push((await make.message(user, { modified_at: at(minutes), unread_count: minutes })).id)
    const before = await list(me)
    await me.call(DELETE, { message_ids: [made[1]!] })
    assert.deepEqual(await idsOf(me), [made[0], made[2]])
    await me.call(RESTORE, { message_ids: [made[1]!] })
    assert.deepEqual(await list(me), before)
  })

  test('a deleted message can be restored for a day, then it is purged; others are not affected', async () => {
    const [gone, recent, standing] = [await make.message(user), await make.message(user), await make.message(user)]
    await me.call(DELETE, { message_ids: [gone.id] })
    now += 23 * HOUR
    await me.call(DELETE, { message_ids: [recent.id] })
    now += HOUR
    await until(
      'the purge',
      async () =>
        (await server.deps.db.selectFrom('messages').select('id').where('user_id', '=', user.id).execute()).length ===
        2,
    )
    await me.call(RESTORE, { message_ids: [gone.id, recent.id] })
    assert.deepEqual((await idsOf(me)).sort(), [recent.id, standing.id])
  })
})

describe('rights on messages', () => {
  const changes = [READ, DELETE, RESTORE] as const

  for (const name of changes) {
    test(`${name} skips another’s message like a missing one (decisions 54)`, async () => {
      const theirs = await make.message(other, { unread_count: 2 })
      const deleted = await make.message(other)
      await they.call(DELETE, { message_ids: [deleted.id] })
      const mine = await make.message(user)
      for (const id of [theirs.id, deleted.id, 999_999_999]) {
        assert.deepEqual(await me.call(name, { message_ids: [id] }), { success: true, total_unread_message_count: 1 })
      }
      assert.deepEqual(
        [(await list(they)).total_unread_message_count, await idsOf(they), await idsOf(me)],
        [2, [theirs.id], [mine.id]],
      )
    })

    const wrong: [string, object][] = [
      ['no ids', {}],
      ['an empty list', { message_ids: [] }],
      ['more than 1,000', { message_ids: Array.from({ length: 1001 }, (_, id) => id) }],
      ['an invalid id', { message_ids: ['a'] }],
    ]
    for (const [what, input] of wrong)
      test(`${name} refuses ${what}`, async () => void (await me.refused(name, input, 'invalid_request')))
  }

  for (const name of [LIST, ...changes] as const) {
    test(`${name} needs a session`, async () => {
      await client(server).visitor.refused(name, name === LIST ? {} : { message_ids: [1] }, 'login_expired')
    })
  }
})

test('counting and listing read only the user’s messages, however many there are', async () => {
  await sql`insert into messages (user_id, type, unread_count) select ${other.id}, 'collab_notice', n % 2 from generate_series(1, 20000) n`.execute(
    server.deps.db,
  )
  await make.message(user)
  await sql`analyze messages`.execute(server.deps.db)
  const plan = async (query: string) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(query)}`.execute(server.deps.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const counted = await plan(
    `select sum(unread_count) from messages where user_id = ${user.id} and unread_count > 0 and deleted_at is null`,
  )
  assert.match(counted, /messages_unread/)
  const listed = await plan(
    `select * from messages where user_id = ${user.id} and deleted_at is null order by modified_at desc, id desc limit 25`,
  )
  assert.match(listed, /messages_order/)
})
