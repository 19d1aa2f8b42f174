import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { DetailsStore } from '@/stores/items/DetailsStore'
import { makeItem } from '../support/factories'
import { startApp } from '../support/startApp'

const DETAILS = 'GET /apps/files/details'
const details = {
  creator: { id: 7, name: '王珂' },
  created_at: 1_790_000_000,
  item_count: null,
  folder_count: null,
  link_count: 0,
}

describe('[ROW-05] details that a row lacks', () => {
  test('opening the properties requests the details', async () => {
    const { app, server } = await startApp()
    const item = makeItem()
    server.on(DETAILS, { details })
    const store = new DetailsStore(app, item)
    const loaded = store.load()
    expect(store.phase).toBe('loading')
    await loaded
    expect([store.phase, store.details]).toStrictEqual(['ready', details])
    expect(server.callsOf(DETAILS).map(({ request }) => request)).toStrictEqual([{ item_typed_id: item.typed_id }])
  })

  test('without an answer the rest is shown, and nobody is disturbed', async () => {
    const { app, server } = await startApp()
    server.on(DETAILS, new NoAnswer('network'))
    const store = new DetailsStore(app, makeItem())
    await store.load()
    expect([store.phase, store.details, app.feedback.dialog, app.feedback.currentToast]).toStrictEqual([
      'failed',
      null,
      null,
      null,
    ])
  })

  test('an item in a trash has no further details, and nothing is requested', async () => {
    const { app, server } = await startApp()
    const store = new DetailsStore(app, makeItem({ is_deleted: true }))
    await store.load()
    expect([store.phase, server.countOf(DETAILS)]).toStrictEqual(['failed', 0])
  })

  test('an answer after the sheet is closed is dropped', async () => {
    const { app, server } = await startApp()
    server.on(DETAILS, { details })
    const store = new DetailsStore(app, makeItem())
    const loaded = store.load()
    store.dispose()
    await loaded
    expect(store.details).toBeNull()
  })
})
