import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { makeFolderReply, makeItems } from '../../support/factories'
import { refusal } from '../../support/fakeServer'
import { startApp } from '../../support/startApp'
import { settled, until } from '../../support/until'
import { ListStore } from '@/stores/items/lists/ListStore'
import { FILES, bottom, names, openOwn } from './ownList'

describe('a place that fails to load', () => {
  const table: [string, Parameters<typeof refusal>[0], string][] = [
    ['gone', 'item_not_found', 'removed'],
    ['deleted', 'item_is_deleted', 'removed'],
    ['no longer allowed', 'permission_denied', 'forbidden'],
    ['enterprise expired', 'enterprise_expired', 'expired'],
    ['personal space closed', 'personal_space_closed', 'closed'],
    ['any other refusal', 'server_error', 'failed'],
  ]
  test.each(table)('%s makes the screen say so, without an alert', async (_what, code, phase) => {
    const { app, server } = await startApp()
    server.on(FILES, refusal(code))
    const list = new ListStore(app, { space: 'folder', id: 12 })
    await list.open()
    expect([list.phase, list.pages.error, app.feedback.dialog]).toStrictEqual([phase, { text: `说明：${code}` }, null])
  })

  test('without a network the first page offers a retry', async () => {
    const { app, server } = await startApp()
    server.on(FILES, new NoAnswer('network'))
    const list = new ListStore(app, { space: 'own' })
    await list.open()
    expect([list.phase, list.pages.error]).toStrictEqual(['failed', { key: 'failure.network' }])
    server.on(FILES, makeFolderReply({ items: makeItems(1), total_count: 1 }))
    const done = list.pages.retry()
    expect(list.phase).toBe('loading')
    await done
    expect([list.phase, list.pages.error]).toStrictEqual(['ready', null])
  })

  test('a refresh that fails keeps the rows and a toast says why', async () => {
    const { app, list, server } = await openOwn(3)
    server.on(FILES, new NoAnswer('network'))
    const refreshed = list.pages.refresh()
    expect(list.pages.isRefreshing).toBe(true)
    await refreshed
    expect([list.pages.isRefreshing, list.phase, list.rows.length]).toStrictEqual([false, 'ready', 3])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'failure.network' })
  })

  test('a folder that was deleted meanwhile says so on refresh', async () => {
    const { list, server } = await openOwn(3, { space: 'folder', id: 12 })
    server.on(FILES, refusal('item_is_deleted'))
    await list.pages.refresh()
    expect(list.phase).toBe('removed')
  })

  test('an empty place shows that it is empty once everything is loaded', async () => {
    const { list } = await openOwn(0)
    expect([list.phase, list.pages.isEmpty]).toStrictEqual(['ready', true])
  })
})

describe('returning to a list', () => {
  test('where no row moved, the rows below the first page stay, and changes appear', async () => {
    const { list, all, server, page } = await openOwn(60)
    await list.pages.loadMore()
    all[0] = { ...all[0]!, size: 5000 }
    await list.open()
    expect([list.rows.length, list.rows[0]?.size, list.pages.isRefreshing]).toStrictEqual([50, 5000, false])
    server.on(FILES, page)
    await list.pages.loadMore()
    expect(names(list)).toStrictEqual(all.map(({ name }) => name))
  })

  test('where rows moved, the loaded rows take the new order, and the next page follows on', async () => {
    const { list, all, server } = await openOwn(60)
    await list.pages.loadMore()
    const moved = [all[59]!, ...all.slice(0, 59)]
    server.on(FILES, ({ offset = 0, limit = 25 }) =>
      makeFolderReply({ items: moved.slice(offset, offset + limit), total_count: 60 }),
    )
    await list.open()
    expect(names(list)).toStrictEqual(moved.slice(0, 51).map(({ name }) => name))
    await list.pages.loadMore()
    expect(names(list)).toStrictEqual(moved.map(({ name }) => name))
  })

  test('where the number changed, the list does the same', async () => {
    const { list, all, server } = await openOwn(60)
    await list.pages.loadMore()
    const left = all.slice(0, 58)
    server.on(FILES, ({ offset = 0, limit = 25 }) =>
      makeFolderReply({ items: left.slice(offset, offset + limit), total_count: 58 }),
    )
    await list.open()
    expect([list.rows.length, list.total]).toStrictEqual([50, 58])
    await list.pages.loadMore()
    expect(names(list)).toStrictEqual(left.map(({ name }) => name))
  })

  test('pulling replaces the rows in any case', async () => {
    const { list } = await openOwn(60)
    await list.pages.loadMore()
    await list.pages.refresh()
    expect(list.rows).toHaveLength(25)
  })
})

describe('the stored list', () => {
  test('the stored list is shown at once on the next visit, then refreshed', async () => {
    const first = await openOwn(60)
    const { platform } = first
    const { app, server } = await startApp(platform)
    let answer = () => {}
    const fresh = makeItems(30)
    server.on(
      FILES,
      () =>
        new Promise((resolve) => {
          answer = () => resolve(makeFolderReply({ items: fresh.slice(0, 25), total_count: 30 }))
        }),
    )
    const list = new ListStore(app, { space: 'own' })
    const opened = list.open()
    expect([list.phase, list.rows.length, names(list)[0]]).toStrictEqual(['ready', 25, first.all[0]!.name])
    await until(() => server.countOf(FILES) > 1)
    answer()
    await opened
    expect(names(list)[0]).toBe(fresh[0]!.name)
  })

  test('[LIST-03] no later page is requested before the first has arrived', async () => {
    const { platform, page } = await openOwn(60)
    const { app, server } = await startApp(platform)
    server.on(FILES, page)
    const before = server.countOf(FILES)
    const asked = () => server.countOf(FILES) - before
    const list = new ListStore(app, { space: 'own' }).recall()
    list.onScroll(bottom)
    await settled()
    expect([list.rows.length, asked()]).toStrictEqual([25, 0])
    await list.open()
    list.onScroll(bottom)
    platform.clock.pass(500)
    await until(() => list.rows.length === 50)
    expect(asked()).toBe(2)
  })

  test('only one page of rows is stored', async () => {
    const { list, platform } = await openOwn(60)
    await list.pages.loadMore()
    const kept = platform.storage.read<{ answer: { rows: unknown[]; total: number }; at: object; userId: number }>(
      'lastList',
    )!
    expect([kept.answer.rows.length, kept.answer.total, kept.at, kept.userId]).toStrictEqual([
      25,
      60,
      { space: 'own' },
      7,
    ])
  })

  test('the stored list is shown neither in another place nor to another user', async () => {
    const { platform } = await openOwn(3)
    const { app, server } = await startApp(platform)
    server.on(FILES, () => new Promise(() => {}))
    const other = new ListStore(app, { space: 'folder', id: 12 })
    void other.open()
    expect(other.phase).toBe('loading')
    const keptOf = platform.storage.read<object>('lastList')
    platform.storage.write('lastList', { ...keptOf, at: { space: 'folder', id: 13 } })
    const next = new ListStore(app, { space: 'folder', id: 12 })
    void next.open()
    expect(next.phase).toBe('loading')
    platform.storage.write('lastList', { ...keptOf, userId: 8 })
    const own = new ListStore(app, { space: 'own' })
    void own.open()
    expect(own.phase).toBe('loading')
  })
})

describe('rows that came with the page', () => {
  const items = makeItems(3)
  const answer = makeFolderReply({ items, total_count: 3, sort_by: 'name', sort_direction: 'asc' })

  async function brought() {
    const rig = await startApp()
    rig.platform.preloaded = (path) =>
      path === '/api/apps/files/file_list/0?folder_type=own&offset=0&limit=25' ? answer : undefined
    rig.server.on(FILES, answer)
    return rig
  }

  test('the rows are there before any request, and stay the same when the answer arrives', async () => {
    const { app, server } = await brought()
    const list = new ListStore(app, { space: 'own' }).recall()
    expect([list.phase, names(list), list.total, list.sort]).toStrictEqual([
      'ready',
      items.map(({ name }) => name),
      3,
      { by: 'name', direction: 'asc' },
    ])
    expect(server.countOf(FILES)).toBe(0)
    const before = list.rows
    await list.open()
    expect(server.countOf(FILES)).toBe(1)
    expect(list.rows.every((row, at) => row === before[at])).toBe(true)
  })

  test('the rows belong only to their own place and order', async () => {
    const { app } = await brought()
    expect(new ListStore(app, { space: 'folder', id: 12 }).recall().phase).toBe('loading')
    expect(new ListStore(app, { space: 'own' }, '', { by: 'size', direction: 'asc' }).recall().phase).toBe('loading')
  })
})
