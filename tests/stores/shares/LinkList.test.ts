import { describe, expect, test } from '@jest/globals'
import { SEARCH_DEBOUNCE } from '@/domain/limits'
import { NoAnswer } from '@/platform/Platform'
import { linkChangesOf } from '@/stores/shares/LinkChanges'
import { LinkList, type LinkFilter } from '@/stores/shares/LinkList'
import { holdLinks, makeLink } from '../support/links'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const LIST = 'GET /apps/share_links/get_list'
const ALL = 'GET /apps/share_links/enterprise_list'

const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const view = { scrollTop: 0, viewportHeight: 10_000, rowHeight: 64 }

async function start(links = range(3).map((id) => makeLink({ id })), mayListEnterprise = false, item?: string) {
  const rig = await startApp()
  const held = holdLinks(rig, { links, mayListEnterprise })
  const changes = linkChangesOf(rig.app)
  const list = new LinkList({ ...rig.app, linkChanges: changes }, item)
  const ids = () => list.rows.map(({ id }) => id)
  const asked = () => rig.server.callsOf(LIST).map(({ request }) => request)
  return { ...rig, held, changes, list, ids, asked }
}

describe('[AH-17] the links that a user made', () => {
  test('pages have 25 links, and the next loads near the end of the rows, until all are there', async () => {
    const { list, ids, asked, platform } = await start(range(60).map((id) => makeLink({ id })))
    await list.open()
    expect([ids(), list.total]).toStrictEqual([range(25), 60])
    for (let turn = 0; turn < 4; turn += 1) {
      list.onScroll(view)
      platform.clock.pass(500)
      await settled()
    }
    expect(ids()).toStrictEqual(range(60))
    expect(asked().map(({ offset }) => offset)).toStrictEqual([0, 25, 50])
  })

  const filters: [LinkFilter, number[]][] = [
    ['open', [1]],
    ['ended', [2]],
    ['all', [1, 2]],
  ]
  test.each(filters)('the filter %s requests those links from the server', async (filter, expected) => {
    const { list, ids, asked } = await start([makeLink({ id: 1 }), makeLink({ id: 2, state: 'closed' })])
    await list.choose(filter === 'all' ? 'open' : 'all')
    const chosen = list.choose(filter)
    expect([list.phase, ids()]).toStrictEqual(['loading', []])
    await chosen
    expect(ids()).toStrictEqual(expected)
    expect(asked().at(-1)?.state).toBe(filter === 'all' ? undefined : filter)
  })

  test('a list of one item has only its links', async () => {
    const { list, ids, asked } = await start(undefined, false, 'file_2')
    await list.open()
    expect(ids()).toStrictEqual([2])
    expect(asked()).toStrictEqual([{ offset: 0, item_typed_id: 'file_2' }])
  })

  test('a search runs 1 s after the last letter, at once by the key, and never twice', async () => {
    const { list, ids, asked, platform } = await start()
    await list.open()
    list.setText('文件')
    list.setText(' 文件2')
    platform.clock.pass(SEARCH_DEBOUNCE - 1)
    expect(asked()).toHaveLength(1)
    platform.clock.pass(1)
    await settled()
    expect([asked().at(-1)?.search_string, ids(), list.isSearched]).toStrictEqual(['文件2', [2], true])
    list.submit()
    list.setText('文件3')
    list.submit()
    await settled()
    expect(asked().map(({ search_string: words }) => words)).toStrictEqual([undefined, '文件2', '文件3'])
    platform.clock.pass(SEARCH_DEBOUNCE)
    await settled()
    expect(asked()).toHaveLength(3)
  })

  test('an emptied search shows all again at once, and a long one is cut at 100 characters', async () => {
    const { list, ids } = await start()
    await list.open()
    list.setText('一'.repeat(101))
    expect(list.text).toHaveLength(100)
    list.submit()
    await settled()
    expect([ids(), list.pages.isEmpty]).toStrictEqual([[], true])
    list.endSearch()
    await settled()
    expect([ids(), list.isSearched]).toStrictEqual([[1, 2, 3], false])
  })

  test('an answer to an earlier search is dropped', async () => {
    const { list, ids, server } = await start()
    let answerLate: () => void = () => undefined
    const late = new Promise<void>((resolve) => (answerLate = resolve))
    server.on(LIST, async ({ search_string: words }) => {
      if (words === '慢') await late
      return {
        share_links: [makeLink({ id: words === '慢' ? 8 : 9 })],
        total_count: 1,
        may_list_enterprise: false,
      }
    })
    list.setText('慢')
    list.submit()
    list.setText('快')
    list.submit()
    await settled()
    answerLate()
    await settled()
    expect(ids()).toStrictEqual([9])
  })

  test('a failure says why and can be retried', async () => {
    const { list, ids, server, held } = await start()
    server.on(LIST, new NoAnswer('network'))
    await list.open()
    expect([list.phase, list.pages.error]).toStrictEqual(['failed', { key: 'failure.network' }])
    holdLinks({ server }, held)
    await list.pages.retry()
    expect(ids()).toStrictEqual([1, 2, 3])
  })
})

describe('[AH-17] a list of links follows changes elsewhere', () => {
  test('a changed link changes in place', async () => {
    const { list, changes, ids } = await start()
    await list.open()
    changes.announceReplaced(makeLink({ id: 2, state: 'closed' }))
    expect([ids(), list.rows[1]!.state, list.total]).toStrictEqual([[1, 2, 3], 'closed', 3])
  })

  test('a link that the filter no longer shows disappears, and returns to its place after undo', async () => {
    const { list, changes, ids } = await start()
    await list.choose('open')
    changes.announceReplaced(makeLink({ id: 2, state: 'closed' }))
    expect([ids(), list.total]).toStrictEqual([[1, 3], 2])
    changes.announceReplaced(makeLink({ id: 2 }))
    expect([ids(), list.total]).toStrictEqual([[1, 2, 3], 3])
  })

  test('a new link comes on top; in a list of one item, or a search, the server is asked where it belongs', async () => {
    const { list, changes, ids, asked, held } = await start()
    await list.open()
    changes.announceMade(makeLink({ id: 9 }))
    expect([ids(), asked().length]).toStrictEqual([[9, 1, 2, 3], 1])
    held.links = [makeLink({ id: 8 }), ...held.links]
    list.setText('文件')
    list.submit()
    await settled()
    held.links = [makeLink({ id: 7 }), ...held.links]
    changes.announceMade(makeLink({ id: 7 }))
    await settled()
    expect(ids()).toStrictEqual([7, 8, 1, 2, 3])
  })

  test('a closed page ignores changes', async () => {
    const { list, changes, ids } = await start()
    await list.open()
    list.dispose()
    changes.announceMade(makeLink({ id: 9 }))
    expect(ids()).toStrictEqual([1, 2, 3])
  })
})

describe('[AH-17] the links of the enterprise', () => {
  test('users whom the server allows get the enterprise’s links by their own call, filtered and searched', async () => {
    const others = makeLink({ id: 5, owner: { id: 8, name: '陈希' } })
    const { list, ids, server } = await start([makeLink({ id: 1 }), others], true)
    expect(list.mayListEnterprise).toBe(false)
    await list.open()
    expect([list.mayListEnterprise, ids()]).toStrictEqual([true, [1]])
    await list.chooseEnterprise(true)
    expect([ids(), list.isOfEnterprise, list.mayListEnterprise]).toStrictEqual([[1, 5], true, true])
    list.setText('文件5')
    list.submit()
    await settled()
    await list.choose('open')
    expect(server.callsOf(ALL).map(({ request }) => request)).toStrictEqual([
      { offset: 0 },
      { offset: 0, search_string: '文件5' },
      { offset: 0, search_string: '文件5', state: 'open' },
    ])
    expect(ids()).toStrictEqual([5])
  })

  test('other users are not offered them', async () => {
    const { list } = await start()
    await list.open()
    expect(list.mayListEnterprise).toBe(false)
  })
})
