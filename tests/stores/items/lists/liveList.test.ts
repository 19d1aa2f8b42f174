import { describe, expect, test } from '@jest/globals'
import { autorun, observable, runInAction } from 'mobx'
import type { Item } from '@/contract/entities'
import { NoAnswer } from '@/platform/Platform'
import type { ListSource } from '@/stores/items/lists/listSources'
import { makeFolderReply, makeItem, makeItems } from '../../support/factories'
import { refusal, type Handler } from '../../support/fakeServer'
import { FIRST, liveRig } from '../../support/liveRig'
import { startApp } from '../../support/startApp'
import { settled } from '../../support/until'
import { ListStore } from '@/stores/items/lists/ListStore'

const FILES = 'GET /apps/files/file_list/{folderId}'
const names = (list: { rows: readonly { name: string }[] }) => list.rows.map(({ name }) => name)

/** An open list of the own space, whose server holds `all`. */
async function openOwn(count: number, options?: Parameters<typeof liveRig>[0]) {
  const rig = await liveRig(options)
  const held = { all: makeItems(count) }
  const page: Handler<typeof FILES> = ({ offset = 0, limit = 25 }) =>
    makeFolderReply({ items: held.all.slice(offset, offset + limit), total_count: held.all.length })
  rig.server.on(FILES, page)
  const list = new ListStore(rig.app, { space: 'own' })
  await list.open()
  while (!list.pages.held.isComplete) await list.pages.loadMany(200)
  const asked = () => rig.server.countOf(FILES)
  return { ...rig, held, list, asked, page }
}

/** The list with a connected stream. */
async function startLive(count = 3, at?: ListSource) {
  const rig = await openOwn(count)
  const list = at ? new ListStore(rig.app, at) : rig.list
  const covers = observable.box(0)
  const stop = rig.live.keep(list, () => covers.get() === 0)
  await rig.pass(FIRST)
  rig.line().say('ready')
  await rig.pass(500)
  const cover = (n: number) => runInAction(() => covers.set(n))
  return { ...rig, list, stop, cover }
}

describe('[AH-20] a list with a stream', () => {
  const names: [ListSource, string][] = [
    [{ space: 'own' }, 'own'],
    [{ space: 'folder', id: 12 }, 'folder_12'],
    [{ space: 'dept', id: 3 }, 'department_3'],
    [{ space: 'external', id: 'enterprise_7' }, 'enterprise_7'],
    [{ space: 'frequent' }, 'frequent'],
    [{ space: 'trash' }, 'trash'],
  ]
  for (const [at, name] of names) {
    test(`${at.space} is watched as ${name}`, async () => {
      const { line, stop, app } = await startLive(1, at)
      expect(app.api.client).toMatch(/^[a-z0-9]{6,}$/)
      expect(line().path).toBe(`/api/events?watch=${name}&client=${app.api.client}`)
      stop()
      expect(line().isOpen).toBe(false)
    })
  }

  test('the list refreshes once when the stream begins, as something may have changed before', async () => {
    const { list, live, line, asked, pass } = await openOwn(3)
    const before = asked()
    live.keep(list)
    await pass(FIRST)
    line().say('ready')
    await pass(500)
    expect(asked()).toBe(before + 1)
  })

  test('a burst of changes causes one request, and one during a pending answer causes another', async () => {
    const { line, asked, pass, held, list } = await startLive()
    const before = asked()
    held.all = [makeItem({ name: '别人的.pdf' }), ...held.all]
    for (let n = 0; n < 50; n += 1) line().say('changed', 'own')
    await pass(499)
    expect(asked()).toBe(before)
    await pass(1)
    expect([asked(), list.rows[0]?.name]).toStrictEqual([before + 1, '别人的.pdf'])
    await pass(10_000)
    expect(asked()).toBe(before + 1)
    line().say('changed', 'own')
    await pass(500)
    expect(asked()).toBe(before + 2)
  })

  test('while something covers the list it stays as it is, and refreshes afterwards', async () => {
    const { line, asked, pass, cover } = await startLive()
    const before = asked()
    cover(1)
    line().say('changed', 'own')
    await pass(30_000)
    expect(asked()).toBe(before)
    cover(0)
    await settled()
    expect(asked()).toBe(before + 1)
  })

  test('after its end no timer runs', async () => {
    const { line, stop, platform, asked, pass } = await startLive()
    line().say('changed', 'own')
    stop()
    const before = asked()
    expect(platform.clock.waits).toStrictEqual([])
    line().say('changed', 'own')
    await pass(600_000)
    expect(asked()).toBe(before)
  })

  test('a place that was taken away is gone, and one that returns is there again', async () => {
    const { line, server, pass, list, page, asked } = await startLive()
    server.on(FILES, refusal('item_not_found'))
    line().say('changed', 'own')
    await pass(500)
    expect(list.phase).toBe('removed')
    // What is typed on the page of a refusal stays while the list is asked for again.
    const phases: string[] = []
    const forget = autorun(() => phases.push(list.phase))
    const before = asked()
    line().say('changed', 'own')
    await pass(500)
    forget()
    expect([asked() - before, phases]).toStrictEqual([1, ['removed']])
    server.on(FILES, page)
    line().say('changed', 'own')
    await pass(500)
    expect(list.phase).toBe('ready')
  })
})

describe('[AH-20] rows that did not move', () => {
  test('an unchanged row keeps its object, a changed one is new, and a removed one is gone', async () => {
    const { line, pass, held, list } = await startLive(60)
    const before = list.rows
    held.all = held.all
      .map((item, index) => (index === 1 ? { ...item, name: '改了.pdf' } : item))
      .filter((_, index) => index !== 2)
    line().say('changed', 'own')
    await pass(500)
    expect([list.rows.length, list.total, list.pages.held.isComplete]).toStrictEqual([59, 59, true])
    expect(list.rows[0]).toBe(before[0])
    expect(list.rows[1]!.name).toBe('改了.pdf')
    expect(list.rows[2]).toBe(before[3])
  })

  test('in a long list no row below the loaded ones is lost or doubled', async () => {
    const { line, pass, held, list } = await startLive(450)
    held.all = [makeItem({ name: '新.pdf' }), ...held.all]
    line().say('changed', 'own')
    await pass(500)
    expect(names(list)).toStrictEqual(names({ rows: held.all }))
    held.all = held.all.slice(3)
    line().say('changed', 'own')
    await pass(500)
    expect(names(list)).toStrictEqual(names({ rows: held.all }))
  })

  test('the next page follows on in a list that is not complete', async () => {
    const { app, held, server } = await openOwn(90)
    const list = new ListStore(app, { space: 'own' })
    await list.open()
    await list.pages.loadMore()
    held.all = [makeItem({ name: '新.pdf' }), ...held.all]
    await list.again()
    while (!list.pages.held.isComplete) await list.pages.loadMore()
    expect(names(list)).toStrictEqual(names({ rows: held.all }))
    expect(server.countOf(FILES)).toBeGreaterThan(0)
  })
})

describe('[AH-20] the user’s own changes stay where they appeared', () => {
  /** A list sorted by name of which the user sees the first `seen` rows; the server holds `all` in its order. */
  async function sorted(count: number, seen = count) {
    const rig = await startApp()
    const named = (n: number) => makeItem({ name: `第${String(n).padStart(3, '0')}份.pdf` })
    const held = {
      all: Array.from({ length: count }, (_, n) => named(n)),
      sort: { sort_by: 'name', sort_direction: 'asc' } as const,
    }
    rig.server.on(FILES, ({ offset = 0, limit = 25 }) =>
      makeFolderReply({
        ...held.sort,
        items: held.all.slice(offset, offset + limit),
        total_count: held.all.length,
      }),
    )
    const list = new ListStore(rig.app, { space: 'own' })
    await list.open()
    while (list.rows.length < seen) await list.pages.loadMore()
    const put = (item: Item) => {
      held.all = [...held.all, item].sort((a, b) => (a.name < b.name ? -1 : 1))
      rig.app.changes.announceAdded(item)
    }
    return { ...rig, held, list, put, again: () => list.again() }
  }
  const first = (list: { rows: readonly { name: string }[] }, count = 3) => names(list).slice(0, count)

  for (const [what, count, seen, name] of [
    ['sorts last in a list that is whole', 3, 3, '终.pdf'],
    ['sorts last in a long list', 90, 50, '终.pdf'],
    ['sorts among the rows seen', 90, 50, '第010份之二.pdf'],
    ['sorts last in a list of more than the least page', 60, 60, '终.pdf'],
  ] as const) {
    test(`[LIST-06] a new item that ${what} stays on top when the list refreshes`, async () => {
      const { list, put, again } = await sorted(count, seen)
      put(makeItem({ name }))
      const before = list.rows
      await again()
      await again()
      expect(names(list)).toStrictEqual(names({ rows: before }))
      expect([list.total, list.rows.every((row, index) => row === before[index])]).toStrictEqual([count + 1, true])
      while (!list.pages.held.isComplete) await list.pages.loadMore()
      expect([names(list)[0], new Set(names(list)).size, list.rows.length]).toStrictEqual([name, count + 1, count + 1])
    })
  }

  test('[LIST-06] a renamed item keeps its row, also after returning to the page', async () => {
    const { list, held, app, again } = await sorted(60, 50)
    const item = { ...held.all[4]!, name: '终.pdf' }
    held.all = [...held.all.filter(({ id }) => id !== item.id), item]
    app.changes.announceReplaced(item)
    await again()
    expect(names(list)[4]).toBe('终.pdf')
    await list.open()
    expect(names(list)[4]).toBe('终.pdf')
    expect(list.rows.length >= 49).toBe(true)
  })

  test('new values of a row appear with its order unchanged', async () => {
    const { list, held, put, again } = await sorted(3)
    put(makeItem({ name: '终.pdf' }))
    held.all = held.all.map((item, index) => (index === 1 ? { ...item, locked: true } : item))
    await again()
    expect(first(list)).toStrictEqual(['终.pdf', '第000份.pdf', '第001份.pdf'])
    expect((list.rows[2] as Item).locked).toBe(true)
  })

  test('pulling or another order puts the item where it belongs', async () => {
    for (const act of ['refresh', 'sortBy'] as const) {
      const { list, held, put } = await sorted(3)
      put(makeItem({ name: '终.pdf' }))
      await (act === 'refresh' ? list.pages.refresh() : list.sortBy({ by: 'size', direction: 'asc' }))
      expect(names(list)).toStrictEqual(names({ rows: held.all }))
    }
  })

  for (const [what, count] of [
    ['all of it', 20],
    ['some of it', 50],
  ] as const) {
    test(`an order chosen in another tab applies here: the user sees ${what}`, async () => {
      const { list, held, again } = await sorted(count === 20 ? 20 : 60, count)
      Object.assign(held, { all: [...held.all].reverse(), sort: { sort_by: 'name', sort_direction: 'desc' } })
      await again()
      expect([names(list), list.sort]).toStrictEqual([
        names({ rows: held.all.slice(0, count) }),
        { by: 'name', direction: 'desc' },
      ])
    })
  }

  const others: [string, (all: readonly Item[]) => Item[]][] = [
    ['a new item', (all) => [makeItem({ name: '别人的.pdf' }), ...all]],
    ['a deletion', (all) => all.slice(1)],
    ['another name', (all) => all.map((item, index) => (index === 1 ? { ...item, name: '第001份之二.pdf' } : item))],
    ['a deletion and a new item', (all) => [makeItem({ name: '别人的.pdf' }), ...all.slice(1)]],
    [
      'the deletion of what the user put there, and a new item',
      (all) => [makeItem({ name: '别人的.pdf' }), ...all.slice(0, -1)],
    ],
  ]
  for (const [what, act] of others) {
    test(`${what} by somebody else appears, in the server's order`, async () => {
      const { list, held, put, again } = await sorted(30, 25)
      put(makeItem({ name: '终.pdf' }))
      held.all = act(held.all)
      await again()
      const given = names({ rows: held.all }).slice(0, 24)
      expect(first(list, 24)).toStrictEqual(given)
      while (!list.pages.held.isComplete) await list.pages.loadMore()
      expect(names(list)).toStrictEqual(names({ rows: held.all }))
    })
  }
})

describe('[AH-19] when the network is back', () => {
  test('a list that had nothing to show opens', async () => {
    const rig = await startLive(3, { space: 'folder', id: 5 })
    const { list, page, pass, server, stop, tellNetwork: tell } = rig
    await pass(0)
    server.on(FILES, new NoAnswer('network'))
    tell('offline')
    await list.open()
    expect(list.phase).toBe('failed')
    server.on(FILES, page)
    tell('online')
    await settled()
    expect([list.phase, list.rows.length]).toStrictEqual(['ready', 3])
    stop()
  })
})

describe('[AH-20] a list without a stream polls', () => {
  test('the list polls every 20 s, more slowly and silently after failures, then as before', async () => {
    const { list, asked, live, pass: passed, server, page, app } = await openOwn(3, { isTold: false })
    const stop = live.keep(list)
    await passed(500)
    const before = asked()
    const pass = (seconds: number) => passed(seconds * 1000)
    await pass(19)
    expect(asked()).toBe(before)
    await pass(1.5)
    expect(asked()).toBe(before + 1)
    server.on(FILES, () => Promise.reject(new NoAnswer('network')))
    await pass(20.5)
    expect(asked()).toBe(before + 2)
    expect([list.phase, list.rows.length, list.pages.footer, app.feedback.currentToast]).toStrictEqual([
      'ready',
      3,
      'none',
      null,
    ])
    // Twice as long, and up to half of that more.
    await pass(39)
    expect(asked()).toBe(before + 2)
    await pass(21.5)
    expect(asked()).toBe(before + 3)
    server.on(FILES, page)
    await pass(120.5)
    const last = asked()
    expect(last).toBeGreaterThan(before + 3)
    await pass(20.5)
    expect(asked()).toBe(last + 1)
    stop()
    await pass(1000)
    expect(asked()).toBe(last + 1)
  })

  test('the list does not poll while something covers it', async () => {
    const { live, list, asked, pass } = await openOwn(3, { isTold: false })
    const before = asked()
    live.keep(list, () => false)
    await pass(100_000)
    expect(asked()).toBe(before)
  })
})

test('[AH-20] a change while a page is loading is requested after it', async () => {
  const { list, live, line, pass, held, server, page, asked } = await openOwn(3)
  live.keep(list)
  await pass(FIRST)
  line().say('ready')
  await pass(500)
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  const old = page({ folderId: 0 }, undefined as never)
  server.on(FILES, async () => {
    await late
    return old
  })
  const opening = list.open()
  held.all = [makeItem({ name: '别人的.pdf' }), ...held.all]
  line().say('changed', 'own')
  await pass(500)
  const before = asked()
  server.on(FILES, page)
  answer()
  await opening
  await pass(0)
  expect([asked(), list.rows[0]?.name]).toStrictEqual([before + 1, '别人的.pdf'])
})
