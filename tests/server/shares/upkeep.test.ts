import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { UserRow } from '../../../server/database/tables'
import { deleteOldVisits, notifyOfExpiry } from '../../../server/services/shares/upkeep'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { Visitor } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'

const HOUR = 3_600_000
const begin = new Date('2026-11-25T09:00:00Z')
let now = begin
let server: TestServer
let make: ReturnType<typeof factories>
let owner: UserRow
let me: Client

before(async () => {
  server = await startTestServer({ clock: () => now })
  make = factories(server.deps)
  owner = await make.user()
  me = await client(server).as(owner.login)
})
after(() => server.close())

const inHours = (hours: number) => new Date(begin.getTime() + hours * HOUR)

describe('[AH-17] the maker of a link is notified that it expires', () => {
  test('once, within the last day, and only if somebody can still open the link', async () => {
    const linkUntil = async (name: string, due_at: Date | null, more: object = {}) =>
      make.shareLink(owner, [await make.file({ owner }, { name })], { due_at, ...more })
    await linkUntil('soon.txt', inHours(23))
    await linkUntil('later.txt', inHours(30))
    await linkUntil('never.txt', null)
    await linkUntil('over.txt', inHours(-1))
    await linkUntil('closed.txt', inHours(5), { closed_at: begin })
    await linkUntil('stopped.txt', inHours(5), { closed_by_administrator_at: begin })
    await linkUntil('waiting.txt', inHours(5), { approval_state: 1 })
    const gone = await make.file({ owner }, { name: 'gone.txt' })
    await make.shareLink(owner, [gone], { due_at: inHours(5) })
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${gone.id}`] })
    const noticeNames = async () =>
      (await me.call('GET /apps/messages/get_list', { types: 'share_link' })).messages.map(
        ({ item_name, most_recent_message: { notice } }) => [item_name, notice?.action],
      )
    await notifyOfExpiry(server.deps)
    assert.deepEqual(await noticeNames(), [['soon.txt', 'share_expiring']])
    await notifyOfExpiry(server.deps)
    assert.deepEqual(await noticeNames(), [['soon.txt', 'share_expiring']])
    now = inHours(7)
    await notifyOfExpiry(server.deps)
    assert.deepEqual(await noticeNames(), [
      ['later.txt', 'share_expiring'],
      ['soon.txt', 'share_expiring'],
    ])
    now = begin
  })
})

describe('visits', () => {
  test('the visitor’s address is stored for 30 days, the visit forever', async () => {
    const link = await make.shareLink(owner, [await make.file({ owner })])
    await new Visitor(server.url, link.unique_name).open()
    const addresses = async () =>
      (await server.deps.db.selectFrom('share_visits').select('address').where('link_id', '=', link.id).execute()).map(
        ({ address }) => address,
      )
    now = inHours(29 * 24)
    await deleteOldVisits(server.deps)
    assert.deepEqual(await addresses(), ['127.0.0.1'])
    now = inHours(31 * 24)
    await deleteOldVisits(server.deps)
    assert.deepEqual(await addresses(), [null])
    now = begin
  })
})
