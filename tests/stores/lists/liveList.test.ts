import { describe, expect, test } from '@jest/globals'
import { observable, runInAction } from 'mobx'
import type { Item } from '@/contract/entities'
import { NoAnswer, type LiveEvent, type NetworkState } from '@/platform/Platform'
import { keepLive } from '@/stores/lists/liveList'
import { NetworkStore } from '@/stores/shell/NetworkStore'
import { UpdateStore } from '@/stores/shell/UpdateStore'
import type { ListSource } from '@/stores/lists/listSources'
import { pollList } from '@/stores/lists/pollList'
import { makeFolderReply, makeItem, makeItems } from '../support/factories'
import { refusal, type Handler } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'
import { makeLazy } from '@/stores/shell/LazyStores'
import { ListStore } from '@/stores/lists/ListStore'

const FILES = 'GET /apps/files/file_list/{folderId}'
const names = (list: { rows: readonly { name: string }[] }) => list.rows.map(({ name }) => name)

/** An open list of the own space, whose server holds `all`. */
async function openOwn(count: number) {
  const rig = await startApp()
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

/** The same, kept up to date by a stream that the test speaks for. */
async function keptLive(count = 3, at?: ListSource) {
  const rig = await openOwn(count)
  const list = at ? new ListStore(rig.app, at) : rig.list
  const lines: { path: string; isOpen: boolean; say(event: LiveEvent, data?: string): void }[] = []
  const covers = observable.box(0)
  const stop = keepLive({
    list,
    clock: rig.platform.clock,
    isFree: () => covers.get() === 0,
    unreadCounted: (unread) => rig.app.sessionContext.unreadCounted(unread),
    client: rig.app.api.client,
    lazy: rig.app.lazy,
    live(path, hear) {
      const line = { path, isOpen: true, say: (event: LiveEvent, data = '') => hear(event, data) }
      lines.push(line)
      return () => {
        line.isOpen = false
      }
    },
  })
  const line = () => lines[lines.length - 1]!
  async function pass(milliseconds: number) {
    rig.platform.clock.pass(milliseconds)
    await settled()
  }
  const cover = (n: number) => runInAction(() => covers.set(n))
  return { ...rig, list, lines, line, stop, pass, cover }
}

describe('[AH-20] a list that the server tells of', () => {
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
      const { line, stop, app } = await keptLive(1, at)
      expect(app.api.client).toMatch(/^[a-z0-9]{6,}$/)
      expect(line().path).toBe(`/api/events?watch=${name}&client=${app.api.client}`)
      stop()
      expect(line().isOpen).toBe(false)
    })
  }

  test('when the stream begins the list is asked for once, as something may have happened before', async () => {
    const { line, asked, pass } = await keptLive()
    const before = asked()
    line().say('ready')
    await pass(500)
    expect(asked()).toBe(before + 1)
  })

  test('a burst of changes is one ask; one that comes while the answer is on its way is another', async () => {
    const { line, asked, pass, held, list } = await keptLive()
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

  test('while something lies over the list it stays as it is, and is asked for when that is gone', async () => {
    const { line, asked, pass, cover } = await keptLive()
    const before = asked()
    cover(1)
    line().say('changed', 'own')
    await pass(30_000)
    expect(asked()).toBe(before)
    cover(0)
    await settled()
    expect(asked()).toBe(before + 1)
  })

  test('the count of unread messages is taken over', async () => {
    const { line, app } = await keptLive()
    line().say('unread', '4')
    expect(app.sessionContext.unreadMessages).toBe(4)
  })

  test('a stream that breaks is begun again after 2, 4, 8 s, and the list is asked for meanwhile', async () => {
    const { line, lines, asked, pass } = await keptLive()
    for (const [seconds, count] of [
      [2, 2],
      [4, 3],
      [8, 4],
    ] as const) {
      line().say('error')
      expect(line().isOpen).toBe(false)
      await pass(seconds * 1000 - 1)
      expect(lines).toHaveLength(count - 1)
      await pass(1)
      expect(lines).toHaveLength(count)
    }
    const before = asked()
    line().say('error')
    await pass(500)
    expect(asked()).toBe(before + 1)
    await pass(16_000)
    line().say('ready')
    line().say('error')
    await pass(2000)
    expect(lines).toHaveLength(6)
  })

  test('a stream that is refused is begun again after five minutes, no sooner', async () => {
    const { line, lines, asked, pass } = await keptLive()
    for (const count of [2, 3]) {
      line().say('refused', 'too_many_streams')
      expect(line().isOpen).toBe(false)
      await pass(500)
      const before = asked()
      await pass(299_499)
      expect([lines.length, asked()]).toStrictEqual([count - 1, before])
      await pass(1)
      expect(lines).toHaveLength(count)
    }
    line().say('ready')
    line().say('error')
    await pass(2000)
    expect(lines).toHaveLength(4)
  })

  test('a stream that says nothing for a minute is dead', async () => {
    const { line, lines, pass } = await keptLive()
    line().say('ready')
    await pass(59_000)
    line().say('beat')
    await pass(59_000)
    expect(lines).toHaveLength(1)
    await pass(1000)
    expect(lines[0]!.isOpen).toBe(false)
    await pass(2000)
    expect(lines).toHaveLength(2)
  })

  test('after its end nothing runs any more', async () => {
    const { line, stop, platform, asked, pass } = await keptLive()
    line().say('changed')
    stop()
    const before = asked()
    expect(platform.clock.waits.filter((wait) => wait > 500)).toStrictEqual([])
    line().say('changed')
    await pass(600_000)
    expect(asked()).toBe(before)
  })

  test('a place that was taken away is gone; one that comes back is there again', async () => {
    const { line, server, pass, list, page } = await keptLive()
    server.on(FILES, refusal('item_not_found'))
    line().say('changed')
    await pass(500)
    expect(list.phase).toBe('removed')
    server.on(FILES, page)
    line().say('changed')
    await pass(500)
    expect(list.phase).toBe('ready')
  })
})

describe('[AH-20] rows that did not move stay', () => {
  test('what is unchanged is the same row; what changed is new; what went is gone', async () => {
    const { line, pass, held, list } = await keptLive(60)
    const before = list.rows
    held.all = held.all
      .map((item, index) => (index === 1 ? { ...item, name: '改了.pdf' } : item))
      .filter((_, index) => index !== 2)
    line().say('changed')
    await pass(500)
    expect([list.rows.length, list.total, list.pages.held.isComplete]).toStrictEqual([59, 59, true])
    expect(list.rows[0]).toBe(before[0])
    expect(list.rows[1]!.name).toBe('改了.pdf')
    expect(list.rows[2]).toBe(before[3])
  })

  test('far down in a long list nothing below the rows that came is lost or told twice', async () => {
    const { line, pass, held, list } = await keptLive(450)
    held.all = [makeItem({ name: '新.pdf' }), ...held.all]
    line().say('changed')
    await pass(500)
    expect(names(list)).toStrictEqual(names({ rows: held.all }))
    held.all = held.all.slice(3)
    line().say('changed')
    await pass(500)
    expect(names(list)).toStrictEqual(names({ rows: held.all }))
  })

  test('of a list that is not whole the next page follows on', async () => {
    const { app, held, server, platform } = await openOwn(90)
    const list = new ListStore(app, { space: 'own' })
    await list.open()
    await list.pages.loadMore()
    held.all = [makeItem({ name: '新.pdf' }), ...held.all]
    const stop = pollList(list, () => true, platform.clock, app.lazy)
    await settled()
    stop()
    while (!list.pages.held.isComplete) await list.pages.loadMore()
    expect(names(list)).toStrictEqual(names({ rows: held.all }))
    expect(server.countOf(FILES)).toBeGreaterThan(0)
  })
})

describe('[AH-20] what the user did stays where he saw it', () => {
  /** A list of a name's order, of which the user sees the first `seen` rows; the server holds `all` in its order. */
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
      rig.app.changes.added(item)
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
    test(`[LIST-06] a new item that ${what} stays on top when the list is asked for again`, async () => {
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

  test('[LIST-06] another name that sorts elsewhere stays in its row, also for who comes back to the page', async () => {
    const { list, held, app, again } = await sorted(60, 50)
    const item = { ...held.all[4]!, name: '终.pdf' }
    held.all = [...held.all.filter(({ id }) => id !== item.id), item]
    app.changes.replaced(item)
    await again()
    expect(names(list)[4]).toBe('终.pdf')
    await list.open()
    expect(names(list)[4]).toBe('终.pdf')
    expect(list.rows.length >= 49).toBe(true)
  })

  test('what is new in a row comes with its order unchanged', async () => {
    const { list, held, put, again } = await sorted(3)
    put(makeItem({ name: '终.pdf' }))
    held.all = held.all.map((item, index) => (index === 1 ? { ...item, locked: true } : item))
    await again()
    expect(first(list)).toStrictEqual(['终.pdf', '第000份.pdf', '第001份.pdf'])
    expect((list.rows[2] as Item).locked).toBe(true)
  })

  test('a pull and another order put it where it belongs', async () => {
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
    test(`another order, chosen in another tab, is taken over: the user sees ${what}`, async () => {
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
    test(`${what} of somebody else shows, in the server's order`, async () => {
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

/** @returns what says how the network is */
function tellNetwork({ app, platform }: Awaited<ReturnType<typeof openOwn>>): (state: NetworkState) => void {
  let tell: (state: NetworkState) => void = () => {}
  makeLazy(
    app,
    'network',
    () =>
      new NetworkStore({
        api: app.api,
        clock: platform.clock,
        feedback: app.feedback,
        onNetwork: (listener) => {
          tell = listener
          return () => {}
        },
      }),
  )
  return (state) => tell(state)
}

describe('[AH-19] when the network is back', () => {
  test('the stream begins at once and the list asks anew once', async () => {
    const rig = await keptLive()
    const { asked, line, lines, pass, stop } = rig
    const tell = tellNetwork(rig)
    await pass(0)
    line().say('ready')
    await pass(500)
    tell('offline')
    line().say('error')
    const [before, dialled] = [asked(), lines.length]
    tell('online')
    expect(lines).toHaveLength(dialled + 1)
    line().say('ready')
    await pass(500)
    expect(asked()).toBe(before + 1)
    await pass(20_000)
    expect([asked(), lines.length]).toStrictEqual([before + 1, dialled + 1])

    stop()
    tell('offline')
    tell('online')
    expect(line().isOpen).toBe(false)
  })

  test('a list that had nothing to show opens', async () => {
    const rig = await keptLive(3, { space: 'folder', id: 5 })
    const { list, page, pass, server, stop } = rig
    const tell = tellNetwork(rig)
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

describe('[AH-32] what the stream says of the build', () => {
  for (const event of ['ready', 'beat'] as const) {
    test(`at every ${event} is passed on`, async () => {
      const { app, line, platform, stop } = await keptLive()
      const update = new UpdateStore({
        feedback: app.feedback,
        lazy: app.lazy,
        build: 'b1',
        restart: () => platform.navigate.restart(),
      })
      makeLazy(app, 'update', () => update)
      line().say(event, 'b1')
      expect(update.isOffered).toBe(false)
      line().say(event, 'b2')
      expect(update.isOffered).toBe(true)
      stop()
    })
  }
})

describe('[AH-20] where nothing is told, the list is asked for', () => {
  test('every 20 s; after failures more seldom, without a word; then as before', async () => {
    const { list, asked, platform, server, page, app } = await openOwn(3)
    const stop = pollList(list, () => true, platform.clock, app.lazy)
    await settled()
    const before = asked()
    const pass = async (seconds: number) => {
      platform.clock.pass(seconds * 1000)
      await settled()
    }
    await pass(19)
    expect(asked()).toBe(before)
    await pass(1)
    expect(asked()).toBe(before + 1)
    server.on(FILES, () => Promise.reject(new NoAnswer('network')))
    await pass(20)
    expect(asked()).toBe(before + 2)
    expect([list.phase, list.rows.length, list.pages.footer, app.feedback.toastShown]).toStrictEqual([
      'ready',
      3,
      'none',
      null,
    ])
    // Twice as long, and up to half of that more.
    await pass(39)
    expect(asked()).toBe(before + 2)
    await pass(21)
    expect(asked()).toBe(before + 3)
    server.on(FILES, page)
    await pass(120)
    expect(asked()).toBe(before + 4)
    await pass(20)
    expect(asked()).toBe(before + 5)
    stop()
    await pass(1000)
    expect(asked()).toBe(before + 5)
  })

  test('not while something lies over it', async () => {
    const { app, list, asked, platform } = await openOwn(3)
    const before = asked()
    const stop = pollList(list, () => false, platform.clock, app.lazy)
    platform.clock.pass(100_000)
    await settled()
    expect(asked()).toBe(before)
    stop()
  })
})
