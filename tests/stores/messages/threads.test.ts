import { describe, expect, test } from '@jest/globals'
import type { Message } from '@/contract/messages/messages'
import { EarlierMessages } from '@/stores/messages/EarlierMessages'
import { messagesOf } from '@/stores/messages/MessageStore'
import { makeMessage } from '../support/factories'
import { startApp } from '../support/startApp'

const LIST = 'GET /apps/messages/get_list'

const entry = (id: number, thread: number, fields: Partial<Message> = {}) =>
  makeMessage({ id, modified_at: 1000 - id, thread: { id: thread, count: 2, sender: null }, ...fields })

async function start(pageCount: number, ...held: Message[]) {
  const rig = await startApp()
  const list = [...held]
  rig.server
    .on(LIST, ({ page_number = 1 }) => ({
      messages: list,
      page_number,
      page_count: pageCount,
      total_unread_message_count: 3,
    }))
    .on('POST /apps/messages/mark_read', () => ({ total_unread_message_count: 0 }))
  return { ...rig, list, messages: messagesOf(rig.app) }
}

describe('[AH-56] an entry of several messages', () => {
  test('the list asks for entries, and a change is about all messages of the entry', async () => {
    const { messages, server } = await start(1, entry(9, 4, { unread_count: 3 }))
    await messages.open()
    expect(server.callsOf(LIST)[0]!.request).toMatchObject({ folded: true })
    await messages.markRead(messages.rows[0]!)
    expect(server.callsOf('POST /apps/messages/mark_read').map(({ request }) => request)).toStrictEqual([
      { message_ids: [9], folded: true },
    ])
    expect(messages.rows[0]!.unread_count).toBe(0)
  })

  test('a newer message about the same thing replaces the entry, also one far down', async () => {
    const { messages, list } = await start(2, entry(1, 11), entry(2, 12), entry(3, 13))
    await messages.open()
    list.splice(0, 3, entry(0, 13), entry(1, 11))
    await messages.renew()
    expect(messages.rows.map(({ id }) => id)).toStrictEqual([0, 1, 2])
  })

  test('the earlier messages exclude the newest', async () => {
    const { app, server } = await start(1, makeMessage({ id: 9 }), makeMessage({ id: 4 }))
    const earlier = new EarlierMessages(app, 9)
    await earlier.load()
    expect(server.callsOf(LIST).map(({ request }) => request)).toStrictEqual([{ page_number: 1, thread_of: 9 }])
    expect(earlier.rows.map(({ id }) => id)).toStrictEqual([4])
  })
})
