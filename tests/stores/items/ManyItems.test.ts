import { describe, expect, test } from '@jest/globals'
import type { Item } from '@/contract/entities'
import { abilities } from '@/domain/items/abilities'
import { NoAnswer } from '@/platform/Platform'
import type { ItemChange } from '@/stores/items/lists/ChangesBus'
import { ItemMover } from '@/stores/moving/ItemMover'
import { ManyItems } from '@/stores/items/ManyItems'
import { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { rowOfFrequent } from '@/stores/items/lists/rows'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { makeFolderReply, makeFrequent, makeItem, makeItems } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled, until } from '../support/until'
import { ListStore } from '@/stores/items/lists/ListStore'

const DELETE = 'POST /apps/files/delete'
const RESTORE = 'POST /apps/files/restore_from_trash'
const FAREWELL = 'POST /apps/files/delete_from_trash'
const MOVE = 'POST /apps/files/move'
const ADD = 'POST /apps/frequently_used_items/add'
const PACK = 'POST /pack_download/download'
const FILES = 'GET /apps/files/file_list/{folderId}'

async function start() {
  const rig = await startApp()
  const { app, server } = rig
  const changes: ItemChange[] = []
  app.changes.subscribe((change) => changes.push(change))
  const answer = (agreed = true) => app.feedback.answer(app.feedback.dialog!.id, agreed)
  /** Answers each question with yes until the action is over. */
  async function agreeing(action: Promise<boolean>) {
    const asked: unknown[] = []
    const over = action.then((result) => ({ result }))
    for (;;) {
      const first = await Promise.race([over, settled()])
      if (first) return { ...first, asked }
      const { dialog } = app.feedback
      if (!dialog) continue
      asked.push(dialog.items ? [dialog.text, dialog.items] : dialog.title)
      answer()
    }
  }
  const sizes = (name: typeof DELETE | typeof RESTORE | typeof MOVE) =>
    server.callsOf(name).map(({ request }) => (request.item_typed_ids as string[]).length)
  return { ...rig, changes, answer, agreeing, sizes, many: new ManyItems(app) }
}

describe('[AH-10] deleting many items', () => {
  test('one question names their number and days, one request deletes them and clears the lists, and a no sends nothing', async () => {
    const { app, server, changes, agreeing, answer, sizes, many } = await start()
    server.on(DELETE, {})
    const items = makeItems(3)
    const refused = many.remove(items)
    const { title, text, isDanger } = app.feedback.dialog!
    expect([title, text, isDanger]).toStrictEqual([
      { key: 'many.removeTitle', params: { n: 3 } },
      { key: 'many.removeText', params: { n: 30 } },
      true,
    ])
    answer(false)
    const shared = many.remove([...items, makeItem({ type: 'folder', is_collab_folder: true })])
    expect(app.feedback.dialog!.text).toStrictEqual({ key: 'many.removeSharedText', params: { n: 30 } })
    answer(false)
    await shared
    expect([await refused, server.countOf(DELETE)]).toStrictEqual([false, 0])
    expect((await agreeing(many.remove(items))).result).toBe(true)
    expect(sizes(DELETE)).toStrictEqual([3])
    expect(changes).toStrictEqual(items.map(({ typed_id: typedId }) => ({ type: 'removed', typedId })))
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'many.removed', params: { n: 3 } })
  })

  test('10,000 items need one request per 1,000 with progress, lists refresh, and undo restores all', async () => {
    const { app, server, changes, agreeing, sizes, many } = await start()
    const told: unknown[] = []
    server.on(DELETE, () => {
      told.push(app.feedback.currentToast?.message)
      return {}
    })
    server.on(RESTORE, ({ item_typed_ids }) => ({ items: item_typed_ids.map((typed_id) => makeItem({ typed_id })) }))
    await agreeing(many.remove(makeItems(10_000)))
    expect([sizes(DELETE), changes]).toStrictEqual([Array(10).fill(1000), [{ type: 'stale' }]])
    expect(told.at(-1)).toStrictEqual({ key: 'many.removing', params: { done: 9000, total: 10_000 } })
    app.feedback.currentToast!.action!.run()
    await until(() => changes.length === 2)
    expect([sizes(RESTORE), changes[1]]).toStrictEqual([Array(10).fill(1000), { type: 'stale' }])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'many.restored', params: { n: 10_000 } })
  })

  test('items that cannot be deleted are reported one by one with reasons, and the others are deleted', async () => {
    const { server, changes, agreeing, many } = await start()
    const items = makeItems(8)
    const locked = makeItem({
      name: '锁.txt',
      locked: true,
      lock_kind: 1,
      lock_user: { id: 9, name: '陈希', login: 'x' },
    })
    const foreign = makeItem({ name: '只读.txt', permissions: ['item_view'] })
    const bad = [items[2]!.typed_id, items[7]!.typed_id]
    server.on(DELETE, ({ item_typed_ids }) =>
      item_typed_ids.some((typedId) => bad.includes(typedId)) ? refusal('item_locked') : {},
    )
    const { result, asked } = await agreeing(many.remove([...items, locked, foreign]))
    expect(result).toBe(true)
    expect(asked).toStrictEqual([
      { key: 'many.removeTitle', params: { n: 8 } },
      [
        { key: 'many.notDone', params: { n: 4 } },
        [
          { name: '锁.txt', why: { key: 'refusal.lockedBy', params: { name: '陈希' } } },
          { name: '只读.txt', why: { key: 'base.noPermission' } },
          { name: items[2]!.name, why: { text: '说明：item_locked' } },
          { name: items[7]!.name, why: { text: '说明：item_locked' } },
        ],
      ],
    ])
    expect(changes.map((change) => change.type === 'removed' && change.typedId)).toStrictEqual(
      items.filter(({ typed_id }) => !bad.includes(typed_id)).map(({ typed_id }) => typed_id),
    )
  })

  test('undo says how many items of all requests are at the top now, because their folder no longer exists', async () => {
    const { app, server, agreeing, many, changes } = await start()
    server.on(DELETE, {}).on(RESTORE, ({ item_typed_ids }) => ({
      items: item_typed_ids.map((typed_id) => makeItem({ typed_id })),
      moved_to_root: [item_typed_ids[0]!],
    }))
    await agreeing(many.remove(makeItems(1001)))
    app.feedback.currentToast!.action!.run()
    await until(() => changes.length === 2)
    const params = { n: 1001, m: 2 }
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'trash.restoredToTopMany', params })
  })

  test('[AH-09] undo restores what was deleted and requests nothing for refused items', async () => {
    const { app, server, agreeing, many } = await start()
    const [one, held, other] = makeItems(3)
    server.on(DELETE, ({ item_typed_ids }) => (item_typed_ids.includes(held!.typed_id) ? refusal('item_locked') : {}))
    server.on(RESTORE, { items: [one!, other!] })
    await agreeing(many.remove([one!, held!, other!]))
    app.feedback.currentToast!.action!.run()
    await settled()
    expect(server.callsOf(RESTORE).map(({ request }) => request)).toStrictEqual([
      { item_typed_ids: [one!.typed_id, other!.typed_id] },
    ])
  })

  test('a network failure stops the deletion and is reported once, and the part done can be undone', async () => {
    const { app, server, agreeing, sizes, many } = await start()
    server.on(DELETE, () => (server.countOf(DELETE) > 1 ? new NoAnswer('network') : {}))
    const { result } = await agreeing(many.remove(makeItems(3000)))
    expect([result, sizes(DELETE)]).toStrictEqual([true, [1000, 1000]])
    expect([app.feedback.dialogs.length, app.feedback.dialog?.text]).toStrictEqual([1, { key: 'failure.network' }])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'many.removed', params: { n: 1000 } })
  })
})

describe('[AH-10] other actions on many items', () => {
  test('items move by 1,000, and a refused target is reported once and not retried', async () => {
    const { app, server, agreeing, sizes } = await start()
    server.on(MOVE, () => {
      const { status, body } = refusal('permission_denied')
      const { errors, ...rest } = body as { errors: { permission_denied: object } }
      return {
        status,
        body: { ...rest, errors: { permission_denied: { ...errors.permission_denied, error_type: 'target' } } },
      }
    })
    const { result, asked } = await agreeing(new ItemMover(app).move(makeItems(1500), { folderId: 5, name: '资料' }))
    expect([result, asked.length, sizes(MOVE)]).toStrictEqual([false, 1, [1000]])
    server.on(MOVE, ({ item_typed_ids }) => ({
      error_type: null,
      current_path: [],
      new_parent: null,
      async_copying_items: [],
      async_moving_items: [],
      files_and_folders: item_typed_ids.map((typed_id) => makeItem({ typed_id })),
    }))
    expect((await agreeing(new ItemMover(app).move(makeItems(1500), { folderId: 5, name: '资料' }))).result).toBe(true)
    expect(sizes(MOVE)).toStrictEqual([1000, 1000, 500])
  })

  test('[AH-09] undoing a move requests nothing for refused items', async () => {
    const { app, server, agreeing } = await start()
    const [one, held] = makeItems(2).map((item) => ({ ...item, parent_folder_id: 12 }))
    server.on(MOVE, ({ item_typed_ids }) =>
      item_typed_ids.includes(held!.typed_id)
        ? refusal('item_locked')
        : {
            error_type: null,
            current_path: [],
            new_parent: null,
            async_copying_items: [],
            async_moving_items: [],
            files_and_folders: [one!],
          },
    )
    await agreeing(new ItemMover(app).move([one!, held!], { folderId: 5, name: '资料' }))
    const before = server.countOf(MOVE)
    app.feedback.currentToast!.action!.run()
    await settled()
    const asked = server
      .callsOf(MOVE)
      .slice(before)
      .map(({ request }) => [request.item_typed_ids, request.target_folder_id])
    expect(asked).toStrictEqual([[[one!.typed_id], 12]])
  })

  test('items that cannot be moved are reported before the picker opens for the others', async () => {
    const { app, platform, agreeing, many } = await start()
    const [one, sealed] = [makeItem(), makeItem({ name: '密.docx', is_encrypted: true })]
    const { asked } = await agreeing(many.pickDestination([one, sealed], 'move'))
    expect(asked).toStrictEqual([
      [{ key: 'many.notDone', params: { n: 1 } }, [{ name: '密.docx', why: { key: 'refusal.encrypted' } }]],
    ])
    expect(app.lazy.chosenItems?.items).toStrictEqual([one])
    expect(platform.navigate.visits.at(-1)).toBe('push /pick')
  })

  test('favouriting accepts existing favourites, and refuses more items than the list shows', async () => {
    const { app, server, many } = await start()
    const items = makeItems(3)
    server.on(ADD, ({ typed_id }) =>
      typed_id === items[1]!.typed_id ? refusal('duplicate_frequently_used_item_id') : {},
    )
    expect(await many.addFavourites(items)).toBe(true)
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'many.favoured', params: { n: 3 } })
    expect(await many.addFavourites(makeItems(101))).toBe(false)
    expect([app.feedback.currentToast?.message, server.countOf(ADD)]).toStrictEqual([
      { key: 'many.tooMany', params: { n: 100 } },
      3,
    ])
  })

  test('items download as one archive, and more than a call accepts are refused', async () => {
    const { platform, server, many } = await start()
    server.on(PACK, { download_url: '/api/pack?e=1', left_out: 0 })
    const items = makeItems(2)
    expect(await many.download(items)).toBe(true)
    expect(server.callsOf(PACK)[0]?.request.item_typed_ids).toStrictEqual(items.map((item) => item.typed_id))
    expect(platform.saved).toStrictEqual(['/api/apps/files/save?to=%2Fapi%2Fpack%3Fe%3D1'])
    expect(await many.download(makeItems(1001))).toBe(false)
    expect(server.countOf(PACK)).toBe(1)
  })

  test('deleting from the trash for good asks first', async () => {
    const { server, changes, agreeing, many } = await start()
    server.on(FAREWELL, {})
    const items = makeItems(2)
    expect((await agreeing(many.deletePermanently(items))).asked).toStrictEqual([
      { key: 'many.deletePermanentlyTitle', params: { n: 2 } },
    ])
    expect([server.countOf(FAREWELL), changes.length]).toStrictEqual([1, 2])
  })
})

describe('the choice', () => {
  test('[PICK-02] choosing stops at the maximum until an item is deselected', () => {
    const [a, b, c] = makeItems(3)
    const selection = new SelectionStore({ max: 2 })
    for (const item of [a!, b!, c!]) selection.toggle(item)
    expect([selection.count, selection.max, selection.isFull, selection.has(c!.typed_id)]).toStrictEqual([
      2,
      2,
      true,
      false,
    ])
    expect([selection.isOpenTo(a!), selection.isOpenTo(c!)]).toStrictEqual([true, false])
    selection.toggle(a!)
    selection.toggle(c!)
    expect(selection.items).toStrictEqual([b, c])
  })

  test('[PICK-02] choosing a file needs perm_download, and folders cannot be chosen', async () => {
    const { app } = await startApp()
    const canChoose = (item: Item) => abilities.select(abilitySubject(app, item)) === 'yes'
    const selection = new SelectionStore({ canChoose })
    const may = makeItem()
    const barred = makeItem({ action_permissions: { ...may.action_permissions, perm_download: false } })
    for (const item of [may, barred, makeItem({ type: 'folder' })]) selection.toggle(item)
    expect(selection.items).toStrictEqual([may])
  })

  test('[PICK-02] choosing all stops at the maximum and fetches no further', async () => {
    const { app, server } = await start()
    const all = makeItems(1000)
    server.on(FILES, ({ offset = 0, limit = 25 }) =>
      makeFolderReply({ items: all.slice(offset, offset + limit), total_count: all.length }),
    )
    const list = new ListStore(app, { space: 'own' })
    await list.open()
    const selection = new SelectionStore({ max: 30 })
    await selection.chooseAll(list)
    expect([selection.count, server.callsOf(FILES).map(({ request }) => request.limit)]).toStrictEqual([30, [25, 200]])
  })

  test('a row that is lost cannot be chosen', () => {
    const selection = new SelectionStore()
    selection.toggle(rowOfFrequent(makeFrequent(null)))
    expect(selection.count).toBe(0)
  })

  test('[AH-10] select all fetches the rest of a list 200 at a time, counting, and leaving the mode stops it', async () => {
    const { app, server } = await start()
    const all = makeItems(1000)
    server.on(FILES, ({ offset = 0, limit = 25 }) =>
      makeFolderReply({ items: all.slice(offset, offset + limit), total_count: all.length }),
    )
    const list = new ListStore(app, { space: 'own' })
    await list.open()
    const selection = new SelectionStore()
    await selection.chooseAll(list)
    expect([selection.count, list.rows.length, selection.isGathering]).toStrictEqual([1000, 1000, false])
    expect(server.callsOf(FILES).map(({ request }) => request.limit)).toStrictEqual([25, 200, 200, 200, 200, 200])

    await list.pages.refresh()
    selection.clear()
    const choosing = selection.chooseAll(list)
    await until(() => selection.count > 25)
    selection.clear()
    await choosing
    expect(selection.count).toBe(0)
  })
})
