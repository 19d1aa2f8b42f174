import { describe, expect, test } from '@jest/globals'
import type { Message } from '@/contract/messages/messages'
import { MESSAGE_SCROLL_THROTTLE } from '@/domain/limits'
import type { MessageFilter } from '@/domain/messages/messages'
import { NoAnswer } from '@/platform/Platform'
import { messagesOf } from '@/stores/messages/MessageStore'
import { makeItem, makeMessage } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'
import { ListStore } from '@/stores/items/lists/ListStore'

const LIST = 'GET /apps/messages/get_list'
const READ = 'POST /apps/messages/mark_read'
const DELETE = 'POST /apps/messages/delete'
const RESTORE = 'POST /apps/messages/restore'
const SIZE = 25

/** An app before a server that holds these messages, the newest first, and its message centre. */
async function start(count = 3, unread = 1) {
  const rig = await startApp()
  const { app, server } = rig
  let held: Message[] = Array.from({ length: count }, (_, at) => makeMessage({ id: at + 1, unread_count: unread }))
  const binned: Message[] = []
  const total = () => ({ total_unread_message_count: held.reduce((sum, each) => sum + each.unread_count, 0) })
  server
    .on(LIST, ({ page_number = 1, types = '' }) => {
      const found = held.filter(({ type }) => types.split(',').some((kind) => type.startsWith(kind)))
      const messages = found.slice((page_number - 1) * SIZE, page_number * SIZE)
      return { messages, page_number, page_count: Math.ceil(found.length / SIZE), ...total() }
    })
    .on(READ, ({ message_ids: ids, types }) => {
      held = held.map((each) => (types || ids?.includes(each.id) ? { ...each, unread_count: 0 } : each))
      return total()
    })
    .on(DELETE, ({ message_ids: ids }) => {
      binned.push(...held.filter(({ id }) => ids.includes(id)))
      held = held.filter(({ id }) => !ids.includes(id))
      return total()
    })
    .on(RESTORE, ({ message_ids: ids }) => {
      held = [...held, ...binned.filter(({ id }) => ids.includes(id))].sort((a, b) => a.id - b.id)
      return total()
    })
  const messages = messagesOf(app)
  const pages = () => server.callsOf(LIST).map(({ request }) => request.page_number)
  const ids = () => messages.rows.map(({ id }) => id)
  const answer = (agreed: boolean) => app.feedback.answer(app.feedback.dialog!.id, agreed)
  const remove = async (id: number) => {
    const done = messages.remove(messages.rows.find((row) => row.id === id)!)
    answer(true)
    await done
    await settled()
  }
  const arrives = (message: Message) => {
    held = [message, ...held]
  }
  return { ...rig, messages, pages, ids, answer, remove, arrives }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('[MSG-02] the list', () => {
  test('pages have 25 messages; the next loads near the end, at once, then at most every 500 ms, until the last', async () => {
    const { messages, pages, ids, platform } = await start(60)
    await messages.open()
    expect([pages(), ids(), messages.pages.footer]).toStrictEqual([[1], range(1, 25), 'loading'])
    messages.nearEnd()
    messages.nearEnd()
    await settled()
    expect([pages(), ids()]).toStrictEqual([[1, 2], range(1, 50)])
    platform.clock.pass(MESSAGE_SCROLL_THROTTLE - 1)
    await settled()
    expect(pages()).toStrictEqual([1, 2])
    platform.clock.pass(1)
    await settled()
    expect([pages(), ids(), messages.pages.footer]).toStrictEqual([[1, 2, 3], range(1, 60), 'none'])
    messages.nearEnd()
    await settled()
    expect(pages()).toStrictEqual([1, 2, 3])
  })

  test('an unloaded list has no end to be near', async () => {
    const { messages, pages } = await start()
    messages.nearEnd()
    await messages.open()
    expect(pages()).toStrictEqual([1])
  })

  test('deletions skip no message, and an arrival doubles none', async () => {
    const { messages, ids, remove, arrives, platform } = await start(60)
    await messages.open()
    const next = async () => {
      messages.nearEnd()
      platform.clock.pass(MESSAGE_SCROLL_THROTTLE)
      await settled()
    }
    await next()
    for (const id of [3, 30, 31]) await remove(id)
    arrives(makeMessage({ id: 900 }))
    for (let turn = 0; turn < 4; turn += 1) await next()
    expect([ids(), messages.pages.footer]).toStrictEqual([
      range(1, 60).filter((id) => ![3, 30, 31].includes(id)),
      'none',
    ])
  })

  test('a failed first page says why and offers a retry; a failed later one keeps the rows and waits for a tap', async () => {
    const { messages, server, ids, platform } = await start(30)
    const works = await start(30)
    server.on(LIST, new NoAnswer('network'))
    await messages.open()
    expect([messages.phase, messages.pages.error]).toStrictEqual(['failed', { key: 'failure.network' }])
    works.server.on(LIST, () => new NoAnswer('network'))
    server.on(LIST, ({ page_number = 1 }) =>
      page_number === 2
        ? new NoAnswer('network')
        : {
            messages: range(1, SIZE).map((id) => makeMessage({ id })),
            page_number,
            page_count: 2,
            total_unread_message_count: 0,
          },
    )
    await messages.pages.retry()
    expect([messages.phase, ids().length]).toStrictEqual(['ready', 25])
    messages.nearEnd()
    await settled()
    expect([messages.pages.footer, ids().length]).toStrictEqual(['failed', 25])
    const asked = server.countOf(LIST)
    platform.clock.pass(MESSAGE_SCROLL_THROTTLE)
    messages.nearEnd()
    await settled()
    expect(server.countOf(LIST)).toBe(asked)
    void messages.pages.retry()
    await settled()
    expect(server.countOf(LIST)).toBe(asked + 1)
  })

  test('[AH-11] pulling keeps the rows until the first page arrives, and a failure is reported and keeps them', async () => {
    const { app, messages, ids, arrives, server } = await start(2)
    await messages.open()
    arrives(makeMessage({ id: 9 }))
    const pulled = messages.pages.refresh()
    expect([messages.pages.isRefreshing, messages.phase, ids()]).toStrictEqual([true, 'ready', [1, 2]])
    await pulled
    expect([messages.pages.isRefreshing, ids()]).toStrictEqual([false, [9, 1, 2]])
    server.on(LIST, new NoAnswer('network'))
    await messages.pages.refresh()
    expect([ids(), app.feedback.currentToast?.message]).toStrictEqual([[9, 1, 2], { key: 'failure.network' }])
  })

  test('a late answer for the filter before is dropped', async () => {
    const { messages, server, ids } = await start()
    let answerLate: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      answerLate = resolve
    })
    server.on(LIST, async ({ types = '' }) => {
      if (types !== 'comment') await late
      const messages = types === 'comment' ? [] : [makeMessage({ id: 1 })]
      return { messages, page_number: 1, page_count: 1, total_unread_message_count: 0 }
    })
    const first = messages.open()
    await messages.open('comment')
    answerLate()
    await first
    expect([ids(), messages.pages.isEmpty, messages.filter]).toStrictEqual([[], true, 'comment'])
  })
})

describe('[MSG-01] the filter', () => {
  const table: [MessageFilter, string, number][] = [
    ['all', 'comment,share_link,collab', 3],
    ['comment', 'comment', 0],
    ['share_link', 'share_link', 0],
    ['collab', 'collab', 3],
  ]
  test.each(table)('%s clears the list and loads page 1 of %s', async (filter, types, expected) => {
    const { messages, server, ids } = await start()
    await messages.open(filter === 'all' ? 'comment' : 'all')
    const opened = messages.open(filter)
    expect([messages.phase, ids(), messages.filter]).toStrictEqual(['loading', [], filter])
    await opened
    expect(server.callsOf(LIST).at(-1)?.request).toStrictEqual({ page_number: 1, types, folded: true })
    expect([ids().length, messages.pages.isEmpty]).toStrictEqual([expected, expected === 0])
  })
})

describe('[MSG-10] the badge agrees with total_unread_message_count after each read and delete', () => {
  test('the badge agrees after opening, reading one, deleting, undoing and reading all', async () => {
    const { app, messages, remove } = await start(4, 2)
    const unread = () => app.sessionContext.unreadMessages
    await messages.open()
    expect(unread()).toBe(8)
    await messages.markRead(messages.rows[0]!)
    expect([unread(), messages.rows[0]!.unread_count]).toStrictEqual([6, 0])
    await remove(2)
    expect(unread()).toBe(4)
    app.feedback.currentToast!.action!.run()
    await settled()
    expect(unread()).toBe(6)
    expect(messages.hasUnread).toBe(true)
    await messages.markAllRead()
    expect([unread(), messages.rows.map((row) => row.unread_count), messages.hasUnread]).toStrictEqual([
      0,
      [0, 0, 0, 0],
      false,
    ])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'message.allRead' })
  })

  test('a read message is not sent again, and a refusal changes nothing', async () => {
    const { app, messages, server } = await start()
    await messages.open()
    server.on(READ, refusal('permission_denied'))
    await messages.markRead(messages.rows[0]!)
    expect([messages.rows[0]!.unread_count, app.sessionContext.unreadMessages]).toStrictEqual([1, 3])
    await messages.markRead({ ...messages.rows[0]!, unread_count: 0 })
    expect(server.countOf(READ)).toBe(1)
  })

  test('decisions 45: “all read” covers all of the filter, on every page', async () => {
    const { messages, server } = await start()
    await messages.open('collab')
    await messages.markAllRead()
    expect(server.callsOf(READ)[0]?.request).toStrictEqual({ types: 'collab' })
  })

  test('[LIST-01] the list of the frequent space brings the count, and other lists do not', async () => {
    const { app, server } = await start()
    server.on('GET /apps/frequently_used_items/get_list', { frequent_used_items: [], unread_messages_count: 7 })
    const list = new ListStore(app, { space: 'frequent' })
    await list.open()
    expect(app.sessionContext.unreadMessages).toBe(7)
    server.on('GET /apps/frequently_used_items/get_list', { frequent_used_items: [] })
    await list.pages.refresh()
    expect(app.sessionContext.unreadMessages).toBe(7)
  })
})

describe('deleting', () => {
  test('[ERR-06] deleting asks first, and No sends nothing', async () => {
    const { app, messages, server, ids, answer } = await start()
    await messages.open()
    const removed = messages.remove(messages.rows[1]!)
    expect([app.feedback.dialog?.kind, app.feedback.dialog?.title, app.feedback.dialog?.isDanger]).toStrictEqual([
      'confirm',
      { key: 'message.removeTitle' },
      true,
    ])
    answer(false)
    await removed
    expect([server.countOf(DELETE), ids()]).toStrictEqual([0, [1, 2, 3]])
  })

  test('[AH-09] [ERR-05] deleting takes effect at once, and for 6 s the server can restore the message to its place', async () => {
    const { app, messages, server, ids, remove, platform } = await start()
    await messages.open()
    await remove(2)
    expect([server.callsOf(DELETE)[0]?.request, ids()]).toStrictEqual([{ message_ids: [2], folded: true }, [1, 3]])
    const { action, message } = app.feedback.currentToast!
    expect(message).toStrictEqual({ key: 'message.removed' })
    platform.clock.pass(5999)
    expect(app.feedback.currentToast?.action).toBe(action)
    action!.run()
    await settled()
    expect([server.callsOf(RESTORE)[0]?.request, ids()]).toStrictEqual([{ message_ids: [2], folded: true }, [1, 2, 3]])
    await remove(2)
    platform.clock.pass(6000)
    expect(app.feedback.currentToast).toBeNull()
  })

  test('undoing after leaving the centre and returning shows the message once', async () => {
    const { app, messages, ids, remove } = await start()
    await messages.open()
    await remove(2)
    const { action } = app.feedback.currentToast!
    await messagesOf(app).open('comment')
    await messagesOf(app).open('all')
    action!.run()
    await settled()
    expect(ids()).toStrictEqual([1, 2, 3])
    await messages.open('comment')
    expect(ids()).toStrictEqual([])
  })

  test('undoing under another filter keeps the message out of sight there', async () => {
    const { app, messages, ids, remove } = await start()
    await messages.open()
    await remove(2)
    const { action } = app.feedback.currentToast!
    await messages.open('comment')
    action!.run()
    await settled()
    expect(ids()).toStrictEqual([])
  })

  test('a deletion that the server refuses leaves the message', async () => {
    const { messages, server, ids, remove } = await start()
    await messages.open()
    server.on(DELETE, refusal('permission_denied'))
    await remove(2)
    expect(ids()).toStrictEqual([1, 2, 3])
  })
})

test('nothing of one user is left for the next', async () => {
  const { app, messages, ids, server } = await start()
  await messages.open('collab')
  server.on('POST /apps/users/logout', {})
  await app.session.signOut()
  expect([ids(), messages.filter, messages.phase, app.sessionContext.unreadMessages]).toStrictEqual([
    [],
    'all',
    'loading',
    0,
  ])
})

test('[MSG-07] a renamed item has its new name in its message', async () => {
  const { app, messages, arrives } = await start(1)
  arrives(makeMessage({ id: 9, type: 'comment', object_typed_id: 'file_12', item_name: '旧.pdf' }))
  await messages.open()
  app.changes.announceReplaced(makeItem({ id: 12, typed_id: 'file_12', name: '新.pdf' }))
  expect(messages.rows.map(({ item_name: name }) => name)).toStrictEqual(['新.pdf', '资料'])
})

test('[AH-20] a new message comes on top, and loaded older ones stay', async () => {
  const { messages, ids, arrives, platform } = await start(60)
  await messages.open()
  messages.nearEnd()
  await settled()
  expect(ids()).toStrictEqual(range(1, 50))
  arrives(makeMessage({ id: 99 }))
  await messages.renew()
  expect(ids()).toStrictEqual([99, ...range(1, 50)])
  platform.clock.pass(MESSAGE_SCROLL_THROTTLE)
  messages.nearEnd()
  await settled()
  expect(ids()).toStrictEqual([99, ...range(1, 60)])
})
