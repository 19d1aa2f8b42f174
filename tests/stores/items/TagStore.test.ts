import { describe, expect, test } from '@jest/globals'
import { TagStore } from '@/stores/items/TagStore'
import { makeItem } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const SUGGEST = 'GET /apps/tags/suggest'
const ADD = 'POST /apps/tags/add'
const REMOVE = 'POST /apps/tags/remove'

async function start() {
  const rig = await startApp()
  rig.server.on(SUGGEST, ({ words }) => ({ tags: [{ id: 1, name: `${words}的标签` }] }))
  const item = makeItem()
  return { ...rig, item, store: new TagStore(rig.app, item.typed_id) }
}

describe('[AH-51] the tags of an item', () => {
  test('tags are offered at once, and 250 ms after the last letter', async () => {
    const { store, server, platform } = await start()
    store.open()
    await settled()
    store.setText('招')
    store.setText('招生')
    platform.clock.pass(249)
    await settled()
    expect(server.countOf(SUGGEST)).toBe(1)
    platform.clock.pass(1)
    await settled()
    expect(server.callsOf(SUGGEST).map(({ request }) => request.words)).toStrictEqual(['', '招生'])
    expect(store.offers).toStrictEqual([{ id: 1, name: '招生的标签' }])
  })

  test('a fault is shown at the field, which keeps the text; other failures are shown by the app', async () => {
    const { app, store, server } = await start()
    server.on(ADD, refusal('tag_too_long'))
    store.setText('长')
    await store.submit()
    expect([store.text, store.error, app.feedback.dialog]).toStrictEqual(['长', { text: '说明：tag_too_long' }, null])
    server.on(ADD, refusal('item_locked'))
    await store.submit()
    expect([store.text, store.error, app.feedback.dialog?.text]).toStrictEqual([
      '长',
      null,
      { text: '说明：item_locked' },
    ])
  })

  test('an added tag empties the field and renews the lists; a removed one can be added again', async () => {
    const { app, item, store, server } = await start()
    const names: string[][] = []
    app.changes.subscribe((change) => {
      if (change.type === 'replaced' && 'tags' in change.row) names.push(change.row.tags.map(({ name }) => name))
    })
    server.on(ADD, ({ name }) => ({ item: { ...item, tags: [{ id: 1, name }] } }))
    server.on(REMOVE, { item })
    store.setText('重要')
    await store.submit()
    expect([store.text, store.isBusy, names]).toStrictEqual(['', false, [['重要']]])
    await store.remove({ id: 1, name: '重要' })
    app.feedback.currentToast!.action!.run()
    await settled()
    expect(names).toStrictEqual([['重要'], [], ['重要']])
    await store.submit()
    expect(server.countOf(ADD)).toBe(2)
  })

  test('an undo that the server refuses is explained by the app, also after the sheet was closed', async () => {
    const { app, item, store, server } = await start()
    server.on(REMOVE, { item }).on(ADD, refusal('tags_too_many'))
    await store.remove({ id: 1, name: '重要' })
    store.dispose()
    app.feedback.currentToast!.action!.run()
    await settled()
    expect([store.error, app.feedback.dialog?.text]).toStrictEqual([null, { text: '说明：tags_too_many' }])
  })
})
