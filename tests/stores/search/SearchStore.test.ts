import { describe, expect, test } from '@jest/globals'
import type { FoundItem } from '@/contract/entities'
import { SEARCH_DEBOUNCE } from '@/domain/limits'
import { NoAnswer } from '@/platform/Platform'
import type { ListLocation } from '@/domain/addresses'
import { SearchStore, type SearchQuery } from '@/stores/search/SearchStore'
import { makeItem } from '../support/factories'
import { startApp } from '../support/startApp'
import { settled, until } from '../support/until'
import { ListStore } from '@/stores/items/lists/ListStore'

const SEARCH = 'GET /apps/files/search'

function makeFound(fields: Partial<FoundItem> = {}): FoundItem {
  return { ...makeItem(fields), creator: { id: 7, name: '王珂' }, content: '', hit_num: 1, ...fields }
}

async function start(
  from: ListLocation = { space: 'folder', id: 12 },
  first: SearchQuery = { text: '', searchIn: 'current' },
) {
  const rig = await startApp()
  const all = Array.from({ length: 60 }, (_, at) => makeFound({ name: `招生${at}.pdf` }))
  rig.server.on(SEARCH, ({ offset = 0, limit = 25 }) => ({
    items: all.slice(offset, offset + limit),
    num_found: all.length,
  }))
  const told: SearchQuery[] = []
  const search = new SearchStore(
    {
      clock: rig.platform.clock,
      createList: (at) => new ListStore(rig.app, at),
      searched: (query) => void told.push(query),
    },
    from,
    first,
  )
  const asked = () => rig.server.callsOf(SEARCH).map(({ request }) => request.query_words)
  const typed = async (text: string) => {
    search.setText(text)
    rig.platform.clock.pass(SEARCH_DEBOUNCE)
    await settled()
  }
  return { ...rig, search, told, asked, typed, all }
}

describe('[SRCH-01] the scope of a search', () => {
  const table: [string, ListLocation, string][] = [
    ['the own space: department_id 0', { space: 'own' }, 'department_id=0'],
    ['what colleagues share: department_id -1', { space: 'collab' }, 'department_id=-1'],
    ['a department', { space: 'dept', id: 3 }, 'department_id=3'],
    ['a folder: search_in_folder', { space: 'folder', id: 12 }, 'search_in_folder=12'],
    ['what outsiders share', { space: 'external', id: 'enterprise_7' }, 'external_typed_id=enterprise_7'],
  ]
  test.each(table)('%s; without one it covers all files', async (_sentence, from, parameter) => {
    const { search, server, typed } = await start(from)
    expect(search.canChoose).toBe(true)
    await typed('a b')
    expect(server.seen.at(-1)?.path).toBe(`/api/apps/files/search?query_words=a%20b&${parameter}&offset=0&limit=25`)
    search.choose('all')
    await settled()
    expect(server.seen.at(-1)?.path).toBe('/api/apps/files/search?query_words=a%20b&offset=0&limit=25')
    expect(search.list?.phase).toBe('ready')
  })

  test('the frequent space searches everywhere and offers no choice', async () => {
    const { search, server, typed } = await start({ space: 'frequent' })
    expect([search.canChoose, search.searchIn]).toStrictEqual([false, 'all'])
    await typed('招生')
    expect(server.seen.at(-1)!.path).toMatch(/query_words=[^&]+&offset=0&limit=25$/)
  })

  test('another scope without words requests nothing', async () => {
    const { search, asked } = await start()
    search.choose('all')
    await settled()
    expect([asked(), search.list]).toStrictEqual([[], null])
  })
})

describe('[SRCH-02] the time of a search', () => {
  test('a search runs 1000 ms after the last letter, not before', async () => {
    const { search, platform, asked } = await start()
    search.setText('招')
    platform.clock.pass(999)
    search.setText('招生')
    platform.clock.pass(999)
    await settled()
    expect(asked()).toStrictEqual([])
    platform.clock.pass(1)
    await until(() => search.list?.phase === 'ready')
    expect(asked()).toStrictEqual(['招生'])
  })

  test('the keyboard’s search key does not wait, and cancels the letters’ second', async () => {
    const { search, platform, asked } = await start()
    search.setText('招生')
    search.submit()
    platform.clock.pass(5000)
    await settled()
    expect(asked()).toStrictEqual(['招生'])
  })

  test('white space is trimmed, and more of it requests nothing', async () => {
    const { typed, asked, search } = await start()
    await typed(' 招 生\u3000')
    await typed('招生  ')
    expect([asked(), search.text]).toStrictEqual([['招生'], '招生  '])
  })

  for (const empty of ['', '  ', '\u3000\t']) {
    test(`an empty query does nothing: ${JSON.stringify(empty)}`, async () => {
      const { typed, search, asked, platform } = await start()
      await typed(empty)
      search.submit()
      await settled()
      expect([asked(), search.list, platform.clock.waits]).toStrictEqual([[], null, []])
    })
  }

  test('emptying the field clears the results and the pending request', async () => {
    const { typed, search, asked, platform, told } = await start()
    await typed('招生')
    search.setText('招生简')
    search.setText('')
    platform.clock.pass(5000)
    await settled()
    expect([asked(), search.list, told.at(-1)]).toStrictEqual([['招生'], null, { text: '', searchIn: 'current' }])
  })

  test('a query has 100 characters, counted as such', async () => {
    const { typed, search, asked } = await start()
    await typed('😀'.repeat(120))
    expect(search.text).toBe('😀'.repeat(100))
    expect(asked()).toStrictEqual(['😀'.repeat(100)])
  })

  test('returning to the shown words requests nothing', async () => {
    const { typed, search, asked, platform } = await start()
    await typed('招生')
    search.setText('招生简')
    search.setText('招生')
    platform.clock.pass(5000)
    await settled()
    expect(asked()).toStrictEqual(['招生'])
  })
})

describe('[SRCH-04] the address', () => {
  test('opening an address runs its search', async () => {
    const { search, asked } = await start({ space: 'own' }, { text: '招 生', searchIn: 'all' })
    search.open()
    await until(() => search.list?.phase === 'ready')
    expect([search.text, search.searchIn, asked()]).toStrictEqual(['招 生', 'all', ['招生']])
  })

  test('every search reports its words, as typed, and its scope', async () => {
    const { typed, search, told } = await start()
    await typed('招 生')
    search.choose('all')
    expect(told).toStrictEqual([
      { text: '招 生', searchIn: 'current' },
      { text: '招 生', searchIn: 'all' },
    ])
  })
})

describe('search results', () => {
  test('results are a list with pages of 25', async () => {
    const { typed, search } = await start()
    await typed('招生')
    const list = search.list!
    expect([list.rows.length, list.total, list.pages.footer]).toStrictEqual([25, 60, 'loading'])
    await list.pages.loadMore()
    await list.pages.loadMore()
    expect([list.rows.length, list.pages.footer]).toStrictEqual([60, 'none'])
  })

  test('a search without a match is an empty list', async () => {
    const { typed, search, server } = await start()
    server.on(SEARCH, { items: [], num_found: 0 })
    await typed('没有')
    expect([search.list?.pages.isEmpty, search.words]).toStrictEqual([true, '没有'])
  })

  test('a failure is reported and can be retried, by the button and by the same words', async () => {
    const { typed, search, server } = await start()
    server.on(SEARCH, new NoAnswer('network'))
    await typed('招生')
    expect([search.list?.phase, search.list?.pages.error]).toStrictEqual(['failed', { key: 'failure.network' }])
    server.on(SEARCH, { items: [makeFound()], num_found: 1 })
    search.submit()
    await until(() => search.list?.phase === 'ready')
  })

  test('the answer to earlier words is dropped', async () => {
    const { search, server, platform } = await start()
    let answer = (_: { items: FoundItem[]; num_found: number }) => {}
    server.on(SEARCH, ({ query_words: words }) =>
      words === '慢'
        ? new Promise((resolve) => {
            answer = resolve
          })
        : { items: [makeFound({ name: '快' })], num_found: 1 },
    )
    search.setText('慢')
    platform.clock.pass(SEARCH_DEBOUNCE)
    await settled()
    search.setText('快')
    search.submit()
    await until(() => search.list?.phase === 'ready')
    answer({ items: [makeFound({ name: '慢' })], num_found: 1 })
    await settled()
    expect(search.list?.rows.map(({ name }) => name)).toStrictEqual(['快'])
  })

  test('a renamed row changes in place and keeps its matches, a deleted one disappears, and a moved one stays', async () => {
    const { typed, search, app, all } = await start()
    await typed('招生')
    const [first, second, third] = all as [FoundItem, FoundItem, FoundItem]
    const { creator: _, content: __, hit_num: ___, ...plain } = first
    app.changes.announceReplaced({ ...plain, name: '改名.pdf' })
    app.changes.announceRemoved(second.typed_id)
    app.changes.announceMoved({ ...third, parent_folder_id: 99 })
    const rows = search.list!.rows as FoundItem[]
    expect([rows[0]?.name, rows[0]?.hit_num, rows[0]?.creator]).toStrictEqual(['改名.pdf', 1, first.creator])
    expect([rows[1]?.typed_id, rows[1]?.parent_folder_id, search.list?.total]).toStrictEqual([third.typed_id, 99, 59])
  })

  test('results are not what the next visit of a place begins with', async () => {
    const { typed, platform } = await start()
    await typed('招生')
    expect(platform.kept.has('lastList')).toBe(false)
  })

  test('a closed page ignores changes and requests nothing', async () => {
    const { search, platform, asked } = await start()
    search.setText('招生')
    search.dispose()
    platform.clock.pass(5000)
    await settled()
    expect(asked()).toStrictEqual([])
  })
})
