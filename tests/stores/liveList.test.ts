import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { observable, runInAction } from 'mobx'
import { NoAnswer, type LiveEvent } from '@/platform/Platform'
import { keepLive } from '@/stores/liveList'
import type { ListAt } from '@/stores/listSources'
import { pollList } from '@/stores/pollList'
import { makeFolderReply, makeItem, makeItems } from './support/factories'
import { refusal, type Handler } from './support/fakeServer'
import { startApp } from './support/startApp'
import { settled } from './support/until'

const FILES = 'GET /apps/files/file_list/{folderId}'
const names = (list: { rows: readonly { name: string }[] }) => list.rows.map(({ name }) => name)

/** An open list of the own space, whose server holds `all`. */
async function openOwn(count: number) {
  const rig = await startApp()
  const held = { all: makeItems(count) }
  const page: Handler<typeof FILES> = ({ offset = 0, limit = 25 }) => (
    makeFolderReply({ items: held.all.slice(offset, offset + limit), total_count: held.all.length })
  )
  rig.server.on(FILES, page)
  const list = rig.app.createList({ space: 'own' })
  await list.open()
  while (!list.isWhole) await list.loadMany()
  const asked = () => rig.server.countOf(FILES)
  return { ...rig, held, list, asked, page }
}

/** The same, kept up to date by a stream that the test speaks for. */
async function keptLive(count = 3, at?: ListAt) {
  const rig = await openOwn(count)
  const list = at ? rig.app.createList(at) : rig.list
  const lines: { path: string, isOpen: boolean, say(event: LiveEvent, data?: string): void }[] = []
  const covers = observable.box(0)
  const stop = keepLive({
    list,
    clock: rig.platform.clock,
    isFree: () => covers.get() === 0,
    counted: (unread) => rig.app.configuration.counted(unread),
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
  const names: [ListAt, string][] = [
    [{ space: 'own' }, 'own'], [{ space: 'folder', id: 12 }, 'folder_12'], [{ space: 'dept', id: 3 }, 'department_3'],
    [{ space: 'external', id: 'enterprise_7' }, 'enterprise_7'], [{ space: 'frequent' }, 'frequent'], [{ space: 'trash' }, 'trash'],
  ]
  for (const [at, name] of names) {
    test(`${at.space} is watched as ${name}`, async () => {
      const { line, stop } = await keptLive(1, at)
      assert.equal(line().path, `/api/events?watch=${name}`)
      stop()
      assert.equal(line().isOpen, false)
    })
  }

  test('when the stream begins the list is asked for once, as something may have happened before', async () => {
    const { line, asked, pass } = await keptLive()
    const before = asked()
    line().say('ready')
    await pass(500)
    assert.equal(asked(), before + 1)
  })

  test('a burst of changes is one ask; one that comes while the answer is on its way is another', async () => {
    const { line, asked, pass, held, list } = await keptLive()
    const before = asked()
    held.all = [makeItem({ name: '别人的.pdf' }), ...held.all]
    for (let n = 0; n < 50; n += 1) line().say('changed', 'own')
    await pass(499)
    assert.equal(asked(), before)
    await pass(1)
    assert.deepEqual([asked(), list.rows[0]?.name], [before + 1, '别人的.pdf'])
    await pass(10_000)
    assert.equal(asked(), before + 1)
    line().say('changed', 'own')
    await pass(500)
    assert.equal(asked(), before + 2)
  })

  test('while something lies over the list it stays as it is, and is asked for when that is gone', async () => {
    const { line, asked, pass, cover } = await keptLive()
    const before = asked()
    cover(1)
    line().say('changed', 'own')
    await pass(30_000)
    assert.equal(asked(), before)
    cover(0)
    await settled()
    assert.equal(asked(), before + 1)
  })

  test('the count of unread messages is taken over', async () => {
    const { line, app } = await keptLive()
    line().say('unread', '4')
    assert.equal(app.configuration.unreadMessages, 4)
  })

  test('a stream that breaks is begun again after 2, 4, 8 s, and the list is asked for meanwhile', async () => {
    const { line, lines, asked, pass } = await keptLive()
    for (const [seconds, count] of [[2, 2], [4, 3], [8, 4]] as const) {
      line().say('error')
      assert.equal(line().isOpen, false)
      await pass(seconds * 1000 - 1)
      assert.equal(lines.length, count - 1)
      await pass(1)
      assert.equal(lines.length, count)
    }
    const before = asked()
    line().say('error')
    await pass(500)
    assert.equal(asked(), before + 1)
    await pass(16_000)
    line().say('ready')
    line().say('error')
    await pass(2000)
    assert.equal(lines.length, 6)
  })

  test('a stream that says nothing for a minute is dead', async () => {
    const { line, lines, pass } = await keptLive()
    line().say('ready')
    await pass(59_000)
    line().say('beat')
    await pass(59_000)
    assert.equal(lines.length, 1)
    await pass(1000)
    assert.equal(lines[0]!.isOpen, false)
    await pass(2000)
    assert.equal(lines.length, 2)
  })

  test('after its end nothing runs any more', async () => {
    const { line, stop, platform, asked, pass } = await keptLive()
    line().say('changed')
    stop()
    const before = asked()
    assert.deepEqual(platform.clock.waits.filter((wait) => wait > 500), [])
    line().say('changed')
    await pass(600_000)
    assert.equal(asked(), before)
  })

  test('a place that was taken away is gone; one that comes back is there again', async () => {
    const { line, server, pass, list, page } = await keptLive()
    server.on(FILES, refusal('item_not_found'))
    line().say('changed')
    await pass(500)
    assert.equal(list.phase, 'removed')
    server.on(FILES, page)
    line().say('changed')
    await pass(500)
    assert.equal(list.phase, 'ready')
  })
})

describe('[AH-20] rows that did not move stay', () => {
  test('what is unchanged is the same row; what changed is new; what went is gone', async () => {
    const { line, pass, held, list } = await keptLive(60)
    const before = list.rows
    held.all = held.all.map((item, index) => (index === 1 ? { ...item, name: '改了.pdf' } : item)).filter((_, index) => index !== 2)
    line().say('changed')
    await pass(500)
    assert.deepEqual([list.rows.length, list.total, list.isWhole], [59, 59, true])
    assert.equal(list.rows[0], before[0])
    assert.equal(list.rows[1]!.name, '改了.pdf')
    assert.equal(list.rows[2], before[3])
  })

  test('far down in a long list nothing below the rows that came is lost or told twice', async () => {
    const { line, pass, held, list } = await keptLive(450)
    held.all = [makeItem({ name: '新.pdf' }), ...held.all]
    line().say('changed')
    await pass(500)
    assert.deepEqual(names(list), names({ rows: held.all }))
    held.all = held.all.slice(3)
    line().say('changed')
    await pass(500)
    assert.deepEqual(names(list), names({ rows: held.all }))
  })

  test('of a list that is not whole the next page follows on', async () => {
    const { app, held, server, platform } = await openOwn(90)
    const list = app.createList({ space: 'own' })
    await list.open()
    await list.loadMore()
    held.all = [makeItem({ name: '新.pdf' }), ...held.all]
    const stop = pollList(list, () => true, platform.clock)
    await settled()
    stop()
    while (!list.isWhole) await list.loadMore()
    assert.deepEqual(names(list), names({ rows: held.all }))
    assert.ok(server.countOf(FILES) > 0)
  })
})

describe('[AH-20] where nothing is told, the list is asked for', () => {
  test('every 20 s; after failures more seldom, without a word; then as before', async () => {
    const { list, asked, platform, server, page, app } = await openOwn(3)
    const stop = pollList(list, () => true, platform.clock)
    await settled()
    const before = asked()
    const pass = async (seconds: number) => {
      platform.clock.pass(seconds * 1000)
      await settled()
    }
    await pass(19)
    assert.equal(asked(), before)
    await pass(1)
    assert.equal(asked(), before + 1)
    server.on(FILES, () => Promise.reject(new NoAnswer('network')))
    await pass(20)
    assert.equal(asked(), before + 2)
    assert.deepEqual([list.phase, list.rows.length, list.footer, app.feedback.toastShown], ['ready', 3, 'none', null])
    await pass(39)
    assert.equal(asked(), before + 2)
    await pass(1)
    assert.equal(asked(), before + 3)
    server.on(FILES, page)
    await pass(80)
    assert.equal(asked(), before + 4)
    await pass(20)
    assert.equal(asked(), before + 5)
    stop()
    await pass(1000)
    assert.equal(asked(), before + 5)
  })

  test('not while something lies over it', async () => {
    const { list, asked, platform } = await openOwn(3)
    const before = asked()
    const stop = pollList(list, () => false, platform.clock)
    platform.clock.pass(100_000)
    await settled()
    assert.equal(asked(), before)
    stop()
  })
})
