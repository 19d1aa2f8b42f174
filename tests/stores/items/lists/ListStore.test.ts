import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import type { ListSource } from '@/stores/items/lists/listSources'
import { makeFolder, makeFolderReply, makeFrequent, makeItem, makeItems } from '../../support/factories'
import { status } from '../../support/fakeServer'
import { startApp } from '../../support/startApp'
import { settled, until } from '../../support/until'
import { ListStore } from '@/stores/items/lists/ListStore'
import { FILES, FREQUENT, bottom, names, openOwn } from './ownList'

const COLLABS = 'GET /apps/files/file_list_for_collabs'
const EXTERNAL = 'GET /apps/files/file_list_for_external_enterprise'

describe('[API-03] one fixed request form per space', () => {
  const forms: [ListSource, string][] = [
    [{ space: 'own' }, '/api/apps/files/file_list/0?folder_type=own&offset=0&limit=25'],
    [{ space: 'folder', id: 12 }, '/api/apps/files/file_list/12?folder_type=folder&offset=0&limit=25'],
    [{ space: 'dept', id: 3 }, '/api/apps/files/file_list/0?department_id=3&offset=0&limit=25'],
    [{ space: 'collab' }, '/api/apps/files/file_list_for_collabs?offset=0&limit=25'],
    [
      { space: 'external', id: 'enterprise_7' },
      '/api/apps/files/file_list_for_external_enterprise?enterprise_id=7&offset=0&limit=25',
    ],
    [
      { space: 'external', id: 'user_9' },
      '/api/apps/files/file_list_for_external_enterprise?user_id=9&offset=0&limit=25',
    ],
    [{ space: 'frequent' }, '/api/apps/frequently_used_items/get_list?page_size=100'],
  ]
  for (const [at, path] of forms) {
    test(`${at.space}: ${path}`, async () => {
      const { app, server } = await startApp()
      const items = makeItems(1)
      const [item] = items
      server
        .on(
          FILES,
          makeFolderReply(
            at.space === 'own' ? { items, total_count: 1 } : { children: items, total_children_count: 1 },
          ),
        )
        .on(COLLABS, { items, total_count: 1, sort_by: 'name', sort_direction: 'asc' })
        .on(EXTERNAL, {
          items,
          total_count: 1,
          sort_by: 'name',
          sort_direction: 'asc',
          current_path: [],
          is_frequently_used: false,
        })
        .on(FREQUENT, { frequent_used_items: [makeFrequent(item!)] })
      const list = new ListStore(app, at)
      await list.open()
      expect(server.seen.at(-1)?.path).toBe(path)
      expect([list.phase, names(list), list.total]).toStrictEqual(['ready', [item!.name], 1])
    })
  }

  test('the title of a folder comes from current_path, that of a space from its phrase', async () => {
    const { app, server } = await startApp()
    const path = [
      { typed_id: 'folder_0', name: '个人文件' },
      { typed_id: 'folder_12', name: '招生' },
    ]
    server.on(FILES, makeFolderReply({ children: [], total_children_count: 0, current_path: path }))
    const list = new ListStore(app, { space: 'folder', id: 12 }, '招…')
    expect(list.header.title).toStrictEqual({ text: '招…' })
    await list.open()
    expect(list.header.title).toStrictEqual({ text: '招生' })
    expect(new ListStore(app, { space: 'own' }).header.title).toStrictEqual({ key: 'space.own' })
    const outside = { items: [], total_count: 0, sort_by: 'date' as const, sort_direction: 'desc' as const }
    server.on(EXTERNAL, {
      ...outside,
      current_path: [{ typed_id: 'enterprise_7', name: '云舟科技' }],
      is_frequently_used: false,
    })
    const external = new ListStore(app, { space: 'external', id: 'enterprise_7' })
    await external.open()
    expect([external.header.title, external.typedId]).toStrictEqual([{ text: '云舟科技' }, null])
    expect([external.header.asRow?.typed_id, external.header.asRow?.name, external.header.isFavourite]).toStrictEqual([
      'external_enterprise_7',
      '云舟科技',
      false,
    ])
    app.changes.announceReplaced({ ...external.header.asRow!, is_frequently_used: true })
    expect(external.header.isFavourite).toBe(true)
    expect(new ListStore(app, { space: 'external', id: 'user_9' }).header.asRow).toBeNull()
  })
})

describe('[LIST-03] paging', () => {
  test('pages have 25 rows; the first replaces and later ones are appended until all are there', async () => {
    const { list, all, server } = await openOwn(60)
    expect([list.rows.length, list.pages.footer]).toStrictEqual([25, 'loading'])
    await list.pages.loadMore()
    await list.pages.loadMore()
    expect(names(list)).toStrictEqual(all.map(({ name }) => name))
    expect([list.pages.footer, list.total]).toStrictEqual(['none', 60])
    await list.pages.loadMore()
    expect(server.callsOf(FILES).map(({ request }) => request.offset)).toStrictEqual([0, 25, 50])
    await list.pages.refresh()
    expect([list.rows.length, server.callsOf(FILES).at(-1)?.request.offset]).toStrictEqual([25, 0])
  })

  test('one page is requested at a time', async () => {
    const { list, server } = await openOwn(60)
    await Promise.all([list.pages.loadMore(), list.pages.loadMore(), list.pages.loadMore()])
    expect(server.countOf(FILES)).toBe(2)
    expect(list.rows).toHaveLength(50)
  })

  test('scrolling within a viewport of the bottom requests the next page, once', async () => {
    const { list, server, platform } = await openOwn(200)
    list.onScroll({ ...bottom, scrollTop: 300 })
    await settled()
    expect(server.countOf(FILES)).toBe(1)
    platform.clock.pass(500)
    list.onScroll({ ...bottom, scrollTop: 400 })
    list.onScroll(bottom)
    await until(() => list.rows.length === 50)
    await settled()
    expect(server.countOf(FILES)).toBe(2)
  })

  test('further scrolling is checked 500 ms later (1§9)', async () => {
    const { list, server, platform } = await openOwn(200)
    list.onScroll({ ...bottom, scrollTop: 0 })
    list.onScroll(bottom)
    await settled()
    expect(server.countOf(FILES)).toBe(1)
    platform.clock.pass(499)
    await settled()
    expect(server.countOf(FILES)).toBe(1)
    platform.clock.pass(1)
    await until(() => list.rows.length === 50)
  })

  test('a screen that one page does not fill requests the next by itself', async () => {
    const { list, server } = await openOwn(60)
    list.onScroll({ scrollTop: 0, viewportHeight: 2000, rowHeight: 64 })
    await until(() => list.rows.length === 60)
    expect(server.countOf(FILES)).toBe(3)
  })

  test('the frequent space requests once for 100', async () => {
    const { app, server } = await startApp()
    server.on(FREQUENT, { frequent_used_items: makeItems(100).map((item) => makeFrequent(item)) })
    const list = new ListStore(app, { space: 'frequent' })
    await list.open()
    list.onScroll(bottom)
    await list.pages.loadMore()
    expect([list.rows.length, list.pages.footer, server.countOf(FREQUENT)]).toStrictEqual([100, 'none', 1])
  })

  test('a later page that fails keeps the rows and offers a retry', async () => {
    const { app, list, page, server } = await openOwn(60)
    server.on(FILES, status(500))
    list.onScroll(bottom)
    await until(() => list.pages.footer === 'failed')
    expect([list.phase, list.rows.length, app.feedback.dialog]).toStrictEqual(['ready', 25, null])
    list.onScroll(bottom)
    await settled()
    expect(server.countOf(FILES)).toBe(2)
    server.on(FILES, page)
    await list.pages.retry()
    expect(list.rows.length).toBeGreaterThanOrEqual(50)
  })

  test('a slow answer for a place already left is dropped, even where the phone cannot cancel the request', async () => {
    const { app, platform, server } = await startApp()
    platform.request = (request) => server.answer({ ...request, canceler: undefined })
    let answer = (_: ReturnType<typeof makeFolderReply>) => {}
    server.on(
      FILES,
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const list = new ListStore(app, { space: 'own' })
    void list.open()
    await until(() => server.countOf(FILES) === 1)
    list.dispose()
    answer(makeFolderReply({ items: makeItems(3), total_count: 3 }))
    await settled()
    expect([list.phase, list.rows.length]).toStrictEqual(['loading', 0])
  })
})

describe('[LIST-04] sorting', () => {
  for (const by of ['date', 'name', 'size'] as const) {
    for (const direction of ['asc', 'desc'] as const) {
      test(`${by} ${direction} is requested and reported, and the list shows the server’s order`, async () => {
        const { app, list, server } = await openOwn(60)
        await list.sortBy({ by, direction })
        expect(app.feedback.currentToast?.message).toStrictEqual({ key: `sort.toast.${by}.${direction}` })
        expect(list.sort).toStrictEqual({ by, direction })
        if (by === 'date' && direction === 'desc') return
        await list.pages.loadMore()
        const sent = server
          .callsOf(FILES)
          .slice(1)
          .map(({ request }) => [request.offset, request.sort_by, request.sort_direction])
        expect(sent).toStrictEqual([
          [0, by, direction],
          [25, by, direction],
        ])
      })
    }
  }

  test('the first request names no order, and the server’s answer says which is in force', async () => {
    const { app, server } = await startApp()
    server.on(FILES, makeFolderReply({ items: [], total_count: 0, sort_by: 'size', sort_direction: 'asc' }))
    const list = new ListStore(app, { space: 'own' })
    await list.open()
    expect([list.sort, server.callsOf(FILES)[0]?.request.sort_by]).toStrictEqual([
      { by: 'size', direction: 'asc' },
      undefined,
    ])
    await list.sortBy({ by: 'name', direction: 'asc' })
    expect(list.sort).toStrictEqual({ by: 'size', direction: 'asc' })
  })

  test('the answer to the order before is dropped', async () => {
    const { list, page, platform, server } = await openOwn(60)
    platform.request = (request) => server.answer({ ...request, canceler: undefined })
    const answers: (() => void)[] = []
    server.on(FILES, (request, call) => new Promise((resolve) => answers.push(() => resolve(page(request, call)))))
    const slow = list.sortBy({ by: 'name', direction: 'asc' })
    const quick = list.sortBy({ by: 'size', direction: 'desc' })
    await until(() => answers.length === 2)
    answers[1]?.()
    answers[0]?.()
    await Promise.all([slow, quick])
    expect(list.sort).toStrictEqual({ by: 'size', direction: 'desc' })
  })

  test('pulling does not repeat a choice that failed', async () => {
    const { app, list, page, server } = await openOwn(60)
    server.on(FILES, new NoAnswer('network'))
    await list.sortBy({ by: 'name', direction: 'asc' })
    expect([list.sort, app.feedback.currentToast?.message]).toStrictEqual([
      { by: 'date', direction: 'desc' },
      { key: 'failure.network' },
    ])
    server.on(FILES, page)
    await list.pages.refresh()
    expect(server.callsOf(FILES).at(-1)?.request.sort_by).toBe('date')
  })

  test('the frequent space has no sort button', async () => {
    const { app } = await startApp()
    expect([
      new ListStore(app, { space: 'frequent' }).canSort,
      new ListStore(app, { space: 'collab' }).canSort,
    ]).toStrictEqual([false, true])
  })
})

describe('[LIST-06] changes in place', () => {
  test('a rename changes the row, a deletion removes it, and a favourite shows', async () => {
    const { app, list, all, server } = await openOwn(3)
    const [first, second, third] = all
    app.changes.announceReplaced({ ...first!, name: '新名.pdf' })
    app.changes.announceRemoved(second!.typed_id)
    app.changes.announceReplaced({ ...third!, is_frequently_used: true })
    expect(names(list)).toStrictEqual(['新名.pdf', third!.name])
    expect([list.total, list.rows[1]?.is_frequently_used]).toStrictEqual([2, true])
    expect(server.countOf(FILES)).toBe(1)
  })

  test('un-favouriting in the frequent space removes the row', async () => {
    const { app, server } = await startApp()
    const [kept, gone] = makeItems(2)
    server.on(FREQUENT, { frequent_used_items: [makeFrequent(kept!), makeFrequent(gone!)] })
    const list = new ListStore(app, { space: 'frequent' })
    await list.open()
    app.changes.announceReplaced({ ...gone!, is_frequently_used: false })
    expect(names(list)).toStrictEqual([kept!.name])
  })

  test('a new folder comes on top of its own list and of no other', async () => {
    const { app, list } = await openOwn(3)
    app.changes.announceAdded(makeFolder({ name: '新', parent_folder_id: 0 }))
    app.changes.announceAdded(makeFolder({ name: '别处', parent_folder_id: 77 }))
    expect([names(list)[0], list.rows.length, list.total]).toStrictEqual(['新', 4, 4])
  })

  test('a department’s list receives what is added to its root folder', async () => {
    const { app, server } = await startApp()
    server.on(FILES, makeFolderReply({ children: [], total_children_count: 0, folder: makeFolder({ id: 55 }) }))
    const list = new ListStore(app, { space: 'dept', id: 3 })
    await list.open()
    app.changes.announceAdded(makeItem({ name: '通知.docx', parent_folder_id: 55 }))
    expect(names(list)).toStrictEqual(['通知.docx'])
  })

  test('a removal before later pages are loaded skips no row', async () => {
    const { app, list, all, server } = await openOwn(60)
    app.changes.announceRemoved(all[3]!.typed_id)
    const left = all.filter((_, index) => index !== 3)
    server.on(FILES, ({ offset = 0, limit = 25 }) =>
      makeFolderReply({ items: left.slice(offset, offset + limit), total_count: 59 }),
    )
    await list.pages.loadMore()
    await list.pages.loadMore()
    expect(names(list)).toStrictEqual(left.map(({ name }) => name))
  })

  test('a new favourite refreshes the frequent space', async () => {
    const { app, server } = await startApp()
    server.on(FREQUENT, { frequent_used_items: [] })
    const list = new ListStore(app, { space: 'frequent' })
    await list.open()
    const item = makeItem()
    server.on(FREQUENT, { frequent_used_items: [makeFrequent(item)] })
    app.changes.announceReplaced({ ...item, is_frequently_used: true })
    await until(() => list.rows.length === 1)
  })

  test('a disposed list ignores changes', async () => {
    const { app, list } = await openOwn(3)
    list.dispose()
    app.changes.announceAdded(makeItem({ parent_folder_id: 0 }))
    expect(list.rows).toHaveLength(3)
  })
})

describe('abilities of a place', () => {
  test('a place offers uploads and folders where its permissions allow it', async () => {
    const table: [ListSource, string[], boolean, boolean, string | null][] = [
      [{ space: 'own' }, ['item_upload', 'create_folder'], true, true, 'folder_0'],
      [{ space: 'folder', id: 12 }, ['item_upload'], true, true, 'folder_12'],
      [{ space: 'dept', id: 3 }, ['create_folder'], false, true, null],
      [{ space: 'dept', id: 3 }, ['item_upload'], true, true, 'department_3'],
      [{ space: 'folder', id: 12 }, ['item_view'], false, false, null],
    ]
    for (const [at, permissions, canUpload, canCreateFolder, target] of table) {
      const { app, server } = await startApp()
      server.on(FILES, makeFolderReply({ items: [], total_count: 0, permissions: permissions as never }))
      const list = new ListStore(app, at)
      expect(list.canUpload).toBe(false)
      await list.open()
      expect([list.canUpload, list.canCreateFolder, list.uploadTarget]).toStrictEqual([
        canUpload,
        canCreateFolder,
        target,
      ])
    }
  })

  test('[ACT-06] a folder that is deleted while open accepts no new folder', async () => {
    const { app, server } = await startApp()
    const folder = makeFolder({ id: 12 })
    server.on(FILES, makeFolderReply({ children: [], total_children_count: 0, folder }))
    const list = new ListStore(app, { space: 'folder', id: 12 })
    await list.open()
    expect([list.canCreateFolder, list.newFolderParent]).toStrictEqual([true, { parentFolderId: 12 }])
    app.changes.announceRemoved(folder.typed_id)
    expect([list.phase, list.canCreateFolder, list.newFolderParent]).toStrictEqual(['removed', false, null])
  })

  test('the star of a folder follows the folder', async () => {
    const { app, server } = await startApp()
    const folder = makeFolder({ id: 12 })
    server.on(FILES, makeFolderReply({ children: [], total_children_count: 0, folder, is_frequently_used: false }))
    const list = new ListStore(app, { space: 'folder', id: 12 })
    await list.open()
    expect(list.header.isFavourite).toBe(false)
    app.changes.announceReplaced({ ...folder, is_frequently_used: true })
    expect(list.header.isFavourite).toBe(true)
  })
})
