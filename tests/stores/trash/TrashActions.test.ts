import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import type { ItemChange } from '@/stores/items/lists/ChangesBus'
import type { ListSource } from '@/stores/items/lists/listSources'
import { TrashActions, type TrashRemoval } from '@/stores/trash/TrashActions'
import { makeFolder, makeFolderReply, makeItem, makeItems } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'
import { ListStore } from '@/stores/items/lists/ListStore'

const DELETE = 'POST /apps/files/delete'
const RESTORE = 'POST /apps/files/restore_from_trash'
const FAREWELL = 'POST /apps/files/delete_from_trash'
const TRASH = 'GET /apps/files/trash_list'

async function start() {
  const rig = await startApp()
  const changes: ItemChange[] = []
  rig.app.changes.subscribe((change) => changes.push(change))
  const answer = (agreed: boolean) => rig.app.feedback.answer(rig.app.feedback.dialog!.id, agreed)
  return { ...rig, changes, answer, trash: new TrashActions(rig.app) }
}

/** The default owner of the factories is not the user. */
const stranger = { id: 900, name: '陈希', login: 'chenxi@mingde.demo', enterprise_id: 1 }

describe('[ACT-07] [ERR-06] delete asks first', () => {
  test('the question names the item and its days, and only a yes sends it', async () => {
    const { app, server, changes } = await start()
    const item = makeItem({ name: '旧.pdf' })
    server.on(DELETE, {})
    const refused = new TrashActions(app).remove(item)
    const { kind, title, text, isDanger } = app.feedback.dialog ?? {}
    expect([kind, title, text, isDanger]).toStrictEqual([
      'confirm',
      { key: 'remove.title', params: { name: '旧.pdf' } },
      { key: 'remove.text', params: { n: 30 } },
      true,
    ])
    app.feedback.answer(app.feedback.dialog!.id, false)
    expect(await refused).toBe(false)
    expect(server.countOf(DELETE)).toBe(0)

    const removed = new TrashActions(app).remove(item)
    app.feedback.answer(app.feedback.dialog!.id, true)
    expect(await removed).toBe(true)
    expect(server.callsOf(DELETE)[0]?.request).toStrictEqual({ item_typed_ids: [item.typed_id] })
    expect(changes).toStrictEqual([{ type: 'removed', typedId: item.typed_id }])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'remove.done', params: { name: '旧.pdf' } })
  })

  test('the question says that others lose a folder that they have', async () => {
    const { app } = await start()
    const asked = (fields: Parameters<typeof makeFolder>[0]) => {
      void new TrashActions(app).remove(makeFolder(fields))
      const { text } = app.feedback.dialog!
      app.feedback.answer(app.feedback.dialog!.id, false)
      return (text as { key: string }).key
    }
    expect(asked({ is_collab_folder: false, space: 'personal_space' })).toBe('remove.text')
    expect(asked({ is_collab_folder: true, space: 'personal_space' })).toBe('remove.sharedText')
    expect(asked({ is_collab_folder: false, space: 'department_space' })).toBe('remove.sharedText')
  })

  test('an item that is gone already leaves the list, and a refused one stays', async () => {
    const { app, server, changes } = await start()
    server.on(DELETE, refusal('item_is_deleted'))
    const gone = new TrashActions(app).remove(makeItem())
    app.feedback.answer(app.feedback.dialog!.id, true)
    expect(await gone).toBe(true)
    server.on(DELETE, refusal('permission_denied'))
    const refused = new TrashActions(app).remove(makeItem())
    app.feedback.answer(app.feedback.dialog!.id, true)
    expect(await refused).toBe(false)
    expect([changes.length, app.feedback.dialog?.text]).toStrictEqual([1, { text: '说明：permission_denied' }])
  })
})

describe('[AH-09] a deletion can be undone for 6 s (the delete part)', () => {
  async function deleted() {
    const rig = await start()
    const items = makeItems(3).map((item) => ({ ...item, parent_folder_id: 12 }))
    rig.server
      .on('GET /apps/files/file_list/{folderId}', makeFolderReply({ children: items, total_children_count: 3 }))
      .on(DELETE, {})
    const list = new ListStore(rig.app, { space: 'folder', id: 12 })
    await list.open()
    const removed = rig.trash.remove(items[1]!)
    rig.answer(true)
    await removed
    expect(list.rows.map((row) => row.typed_id)).toStrictEqual([items[0]!.typed_id, items[2]!.typed_id])
    return { ...rig, items, list }
  }

  test('the toast offers undo, and the row returns to its place, under its new name', async () => {
    const { app, server, items, list } = await deleted()
    const [, item] = items
    const renamed = { ...item!, name: '文件 (1).pdf' }
    server.on(RESTORE, { items: [renamed] })
    const { message, action } = app.feedback.currentToast!
    expect([message, action?.label]).toStrictEqual([
      { key: 'remove.done', params: { name: item!.name } },
      { key: 'action.undo' },
    ])
    action!.run()
    await settled()
    expect(server.callsOf(RESTORE).map(({ request }) => request)).toStrictEqual([{ item_typed_ids: [item!.typed_id] }])
    expect([list.rows.map(({ name }) => name), list.total]).toStrictEqual([
      [items[0]!.name, '文件 (1).pdf', items[2]!.name],
      3,
    ])
    expect(app.feedback.currentToast?.message).toStrictEqual({
      key: 'trash.restored',
      params: { name: '文件 (1).pdf' },
    })
  })

  test('an item whose folder is gone says that it is at the top now', async () => {
    const { app, items, server } = await deleted()
    const [, item] = items
    server.on(RESTORE, { items: [item!], moved_to_root: [item!.typed_id] })
    app.feedback.currentToast!.action!.run()
    await settled()
    expect(app.feedback.currentToast?.message).toStrictEqual({
      key: 'trash.restoredToTop',
      params: { name: item!.name },
    })
  })

  test('after 6 s undo is no longer offered', async () => {
    const { app, platform } = await deleted()
    platform.clock.pass(5999)
    expect(app.feedback.currentToast?.action).toBeTruthy()
    platform.clock.pass(1)
    expect(app.feedback.currentToast).toBeNull()
  })

  test('an undo that fails says why, and the row stays away', async () => {
    const { app, server, list } = await deleted()
    server.on(RESTORE, refusal('target_folder_not_deleted'))
    app.feedback.currentToast!.action!.run()
    await settled()
    expect([app.feedback.dialog?.text, list.rows.length]).toStrictEqual([
      { text: '说明：target_folder_not_deleted' },
      2,
    ])
  })

  test('a folder deleted from its own page says that it is gone, and shows its rows again after undo', async () => {
    const rig = await start()
    const folder = makeFolder({ id: 12 })
    const items = makeItems(2)
    rig.server
      .on('GET /apps/files/file_list/{folderId}', makeFolderReply({ children: items, total_children_count: 2, folder }))
      .on(DELETE, {})
    rig.server.on(RESTORE, { items: [folder] })
    const list = new ListStore(rig.app, { space: 'folder', id: 12 })
    await list.open()
    const removed = rig.trash.remove(folder)
    rig.answer(true)
    await removed
    expect(list.phase).toBe('removed')
    rig.app.feedback.currentToast!.action!.run()
    await settled()
    expect([list.phase, list.rows.length]).toStrictEqual(['ready', 2])
  })
})

describe('[ACT-10] restore', () => {
  test('restoring asks nothing, removes the row from the trash and notifies the lists', async () => {
    const { app, server, changes, trash } = await start()
    const item = makeItem({ is_deleted: true })
    const restored = { ...item, is_deleted: false }
    server
      .on(TRASH, {
        items: [item],
        total_count: 1,
        sort_by: 'date',
        sort_direction: 'desc',
        external: null,
        external_list: [],
      })
      .on(RESTORE, { items: [restored] })
    const list = new ListStore(app, { space: 'trash' })
    await list.open()
    expect(await trash.restore(item)).toBe(true)
    expect([changes, list.rows, list.total]).toStrictEqual([[{ type: 'restored', row: restored }], [], 0])
    expect(app.feedback.dialog).toBeNull()
  })

  const codes = ['target_folder_not_deleted', 'restore_folder_without_permission', 'permission_denied'] as const
  for (const code of codes) {
    test(`[ERR-04] ${code} shows the server’s words in an alert, and the row stays`, async () => {
      const { app, server, changes, trash } = await start()
      server.on(RESTORE, refusal(code))
      expect(await trash.restore(makeItem())).toBe(false)
      expect([app.feedback.dialog?.text, app.feedback.dialog?.detail, changes]).toStrictEqual([
        { text: `说明：${code}` },
        undefined,
        [],
      ])
    })
  }

  test('[ERR-04] item_is_deleted is reported, and the row disappears', async () => {
    const { app, server, changes, trash, answer } = await start()
    const item = makeItem()
    server.on(RESTORE, refusal('item_is_deleted'))
    const restored = trash.restore(item)
    await settled()
    expect([app.feedback.dialog?.text, changes]).toStrictEqual([
      { text: '说明：item_is_deleted' },
      [{ type: 'removed', typedId: item.typed_id }],
    ])
    answer(true)
    expect(await restored).toBe(false)
  })

  test('[ERR-04] external_item_parent_missing adds a contact-the-owner hint for non-owners', async () => {
    const { app, server, trash, answer } = await start()
    server.on(RESTORE, refusal('external_item_parent_missing'))
    const hint = { key: 'trash.contactOwner', params: { name: '陈希', login: 'chenxi@mingde.demo' } }
    for (const [owner, detail] of [
      [stranger, hint],
      [{ ...stranger, id: app.sessionContext.user!.id }, undefined],
    ] as const) {
      const restored = trash.restore(makeItem({ owned_by: owner }))
      await settled()
      expect([app.feedback.dialog?.text, app.feedback.dialog?.detail]).toStrictEqual([
        { text: '说明：external_item_parent_missing' },
        detail,
      ])
      answer(true)
      await restored
    }
  })

  test('without a network the app says so, once', async () => {
    const { app, server, trash } = await start()
    server.on(RESTORE, new NoAnswer('network'))
    expect(await trash.restore(makeItem())).toBe(false)
    expect(app.feedback.dialogs.map(({ text }) => text)).toStrictEqual([{ key: 'failure.network' }])
  })
})

describe('[ERR-06] record delete and permanent delete ask first', () => {
  for (const farewell of ['permanentDelete', 'deleteRecord'] as const satisfies readonly TrashRemoval[]) {
    test(`${farewell}: only a yes sends it`, async () => {
      const { app, server, changes, trash, answer } = await start()
      const item = makeItem()
      server.on(FAREWELL, {})
      const refused = trash.deletePermanently(item, farewell)
      const { title, text, isDanger } = app.feedback.dialog!
      expect([title, text, isDanger]).toStrictEqual([
        { key: `trash.${farewell}.title`, params: { name: item.name } },
        { key: `trash.${farewell}.text` },
        true,
      ])
      answer(false)
      expect([await refused, server.countOf(FAREWELL)]).toStrictEqual([false, 0])

      const done = trash.deletePermanently(item, farewell)
      answer(true)
      expect(await done).toBe(true)
      expect(server.callsOf(FAREWELL)[0]?.request).toStrictEqual({ item_typed_ids: [item.typed_id] })
      expect(changes).toStrictEqual([{ type: 'removed', typedId: item.typed_id }])
      expect(app.feedback.currentToast?.message).toStrictEqual({
        key: `trash.${farewell}.done`,
        params: { name: item.name },
      })
    })
  }

  test('an item that is gone already leaves the list without a message, and a refused one stays', async () => {
    const { app, server, changes, trash, answer } = await start()
    server.on(FAREWELL, refusal('item_not_in_trash'))
    const gone = trash.deletePermanently(makeItem(), 'permanentDelete')
    answer(true)
    expect(await gone).toBe(true)
    expect([app.feedback.currentToast?.message, changes.length]).toStrictEqual([{ text: '说明：item_not_in_trash' }, 1])
    server.on(FAREWELL, refusal('permission_denied'))
    const refused = trash.deletePermanently(makeItem(), 'permanentDelete')
    answer(true)
    expect(await refused).toBe(false)
    expect([app.feedback.dialog?.text, changes.length]).toStrictEqual([{ text: '说明：permission_denied' }, 1])
  })
})

describe('the list of a trash', () => {
  const company = { id: 7, type: 'enterprise' as const, name: '云舟科技', trash_period: 7 }
  const page = {
    items: makeItems(1),
    total_count: 1,
    sort_by: 'date' as const,
    sort_direction: 'desc' as const,
    external: null,
    external_list: [company],
  }

  test('[LIST-12] the own trash and an external one have their calls, titles and links to the others', async () => {
    const { app, server } = await startApp()
    server.on(TRASH, ({ external_typed_id: id }) => (id ? { ...page, external: company, external_list: [] } : page))
    const forms: [ListSource, string, object, number][] = [
      [{ space: 'trash' }, '/api/apps/files/trash_list?offset=0&limit=25', { key: 'space.trash' }, 1],
      [
        { space: 'trash', id: 'enterprise_7' },
        '/api/apps/files/trash_list?external_typed_id=enterprise_7&offset=0&limit=25',
        { key: 'space.trashOf', params: { name: '云舟科技' } },
        0,
      ],
    ]
    for (const [at, path, title, others] of forms) {
      const list = new ListStore(app, at)
      await list.open()
      expect(server.seen.at(-1)?.path).toBe(path)
      expect([list.header.title, list.header.trash.others.length, list.rows.length]).toStrictEqual([title, others, 1])
      expect([list.typedId, list.uploadTarget, list.newFolderParent, list.canSort]).toStrictEqual([
        null,
        null,
        null,
        true,
      ])
    }
  })

  test('sorting by date says that it is the date of deletion', async () => {
    const { app, server } = await startApp()
    server.on(TRASH, page)
    const list = new ListStore(app, { space: 'trash' })
    await list.open()
    await list.sortBy({ by: 'date', direction: 'asc' })
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'sort.toast.deleted.asc' })
    expect(server.callsOf(TRASH).at(-1)?.request.sort_direction).toStrictEqual('asc')
  })

  test('a list stored by an earlier release, which had no trash, is shown', async () => {
    const { app, platform, server } = await startApp()
    const { trash: _, ...head } = {
      sort: null,
      path: [],
      permissions: [],
      folder: null,
      isFavourite: false,
      frequent: [],
      trash: null,
    }
    const answer = { rows: makeItems(2), total: 2, head }
    platform.storage.write('lastList', { userId: app.sessionContext.user!.id, at: { space: 'own' }, answer })
    server.on('GET /apps/files/file_list/{folderId}', () => new Promise(() => {}))
    const list = new ListStore(app, { space: 'own' })
    void list.open()
    expect([list.header.title, list.rows.length]).toStrictEqual([{ key: 'space.own' }, 2])
    list.dispose()
  })
})

describe('[ACT-10] emptying', () => {
  const EMPTY = 'POST /apps/files/empty_trash'
  const next = { after: 200, until: 1_790_000_000 }

  test('emptying asks with the number, and a No sends nothing', async () => {
    const { app, server, changes, trash, answer } = await start()
    server.on(EMPTY, { removed: 3, kept: 0, next: null })
    const emptied = trash.empty(3, null)
    const { title, text, isDanger } = app.feedback.dialog ?? {}
    expect([title, text, isDanger]).toStrictEqual([
      { key: 'trash.emptyTitle', params: { n: 3 } },
      { key: 'many.deletePermanentlyText' },
      true,
    ])
    answer(false)
    await emptied
    expect([server.countOf(EMPTY), changes]).toStrictEqual([0, []])
  })

  test('emptying goes on until the server has nothing left and reports the sum, and the lists refresh once', async () => {
    const { app, server, changes, trash, answer } = await start()
    let asked = 0
    server.on(EMPTY, () => ({ removed: 200, kept: 1, next: (asked += 1) < 3 ? next : null }))
    const emptied = trash.empty(603, { id: 7, type: 'enterprise', name: '云舟', trash_period: 7 })
    answer(true)
    await emptied
    const place = { external_typed_id: 'enterprise_7' }
    expect(server.callsOf(EMPTY).map(({ request }) => request)).toStrictEqual([
      place,
      { ...place, from: next },
      { ...place, from: next },
    ])
    expect(app.feedback.currentToast?.message).toStrictEqual({
      key: 'trash.partlyEmptied',
      params: { n: 600, kept: 3 },
    })
    expect(changes).toStrictEqual([{ type: 'stale' }])
  })

  test('after a cut in the middle the list shows what is left', async () => {
    const { app, server, changes, trash, answer } = await start()
    let asked = 0
    server.on(EMPTY, () => {
      if ((asked += 1) === 2) throw new NoAnswer('network')
      return { removed: 200, kept: 0, next }
    })
    const emptied = trash.empty(500, null)
    answer(true)
    await emptied
    expect([server.countOf(EMPTY), changes]).toStrictEqual([2, [{ type: 'stale' }]])
    expect(app.feedback.currentToast?.message).not.toStrictEqual({ key: 'trash.emptied', params: { n: 200, kept: 0 } })
  })
})
