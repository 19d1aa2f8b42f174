import { describe, expect, test } from '@jest/globals'
import type { ActivityEntry } from '@/contract/items/activity'
import { NoAnswer } from '@/platform/Platform'
import { ActivityStore } from '@/stores/items/ActivityStore'
import { makeItem } from '../support/factories'
import { startApp } from '../support/startApp'

const ACTIVITY = 'GET /apps/files/activity'
const entry = (n: number): ActivityEntry => ({
  id: `${n}_3_${n}`,
  time: 1_790_000_000 + n,
  deed: 'renamed',
  person: { id: 7, name: '王珂' },
})

describe('[AH-40] the activity of an item', () => {
  test('[AH-40] five entries come first, then twenty per call from where the page before ended', async () => {
    const { app, server } = await startApp()
    const item = makeItem()
    server.on(ACTIVITY, ({ before }) =>
      before === undefined ? { entries: [entry(9), entry(8)], next: '8_3_8' } : { entries: [entry(7)], next: null },
    )
    const store = new ActivityStore(app, item)
    await store.more()
    expect([store.phase, store.entries.length, store.hasMore]).toStrictEqual(['ready', 2, true])
    await store.more()
    expect(store.entries.map(({ id }) => id)).toStrictEqual(['9_3_9', '8_3_8', '7_3_7'])
    expect(store.hasMore).toBe(false)
    expect(server.callsOf(ACTIVITY).map(({ request }) => request)).toStrictEqual([
      { item_typed_id: item.typed_id, limit: 5 },
      { item_typed_id: item.typed_id, limit: 20, before: '8_3_8' },
    ])
  })

  test('[AH-40] a failed page says why without a dialog, keeps what is shown, and is loaded again', async () => {
    const { app, server } = await startApp()
    server.on(ACTIVITY, { entries: [entry(9)], next: '9_3_9' })
    const store = new ActivityStore(app, makeItem())
    await store.more()
    server.on(ACTIVITY, new NoAnswer('network'))
    await store.more()
    expect([store.phase, store.entries.length, store.error === null]).toStrictEqual(['failed', 1, false])
    expect([app.feedback.dialog, app.feedback.currentToast]).toStrictEqual([null, null])
    server.on(ACTIVITY, { entries: [entry(8)], next: null })
    await store.more()
    expect([store.phase, store.entries.length, store.error]).toStrictEqual(['ready', 2, null])
    expect(server.callsOf(ACTIVITY).at(-1)!.request).toMatchObject({ before: '9_3_9' })
  })

  test('[AH-40] an answer after the sheet is closed changes nothing', async () => {
    const { app, server } = await startApp()
    server.on(ACTIVITY, { entries: [entry(9)], next: null })
    const store = new ActivityStore(app, makeItem())
    const loaded = store.more()
    store.dispose()
    await loaded
    expect([store.entries.length, store.phase]).toStrictEqual([0, 'loading'])
  })
})
