import { describe, expect, test } from '@jest/globals'
import type { FoundItem } from '@/contract/entities'
import { SEARCH_DEBOUNCE } from '@/domain/limits'
import type { ListLocation } from '@/domain/addresses'
import { noFilters } from '@/domain/search/filters'
import { ListStore } from '@/stores/items/lists/ListStore'
import { seekIn, takeSought } from '@/stores/previews/soughtWords'
import { PeopleFinder } from '@/stores/search/PeopleFinder'
import { RecentSearches } from '@/stores/search/RecentSearches'
import { SearchStore, type SearchQuery } from '@/stores/search/SearchStore'
import { makeItem } from '../support/factories'
import { startApp } from '../support/startApp'
import { settled, until } from '../support/until'

const SEARCH = 'GET /apps/files/search'

async function start(from: ListLocation = { space: 'folder', id: 12 }, first: Partial<SearchQuery> = {}) {
  const rig = await startApp()
  rig.server.on(SEARCH, { items: [], num_found: 0 })
  const told: SearchQuery[] = []
  const recent = new RecentSearches(rig.app)
  recent.open()
  const search = new SearchStore(
    {
      clock: rig.platform.clock,
      createList: (at) => new ListStore(rig.app, at),
      searched: (query) => void told.push(query),
      meant: (words) => recent.remember(words),
      offersSpace: true,
    },
    from,
    { text: '', searchIn: 'current', ...first },
  )
  const asked = () => rig.server.callsOf(SEARCH).map(({ request: { offset: _, limit: __, ...rest } }) => rest)
  return { ...rig, search, recent, told, asked }
}

describe('[AH-41] the filters of a search', () => {
  test('each change searches again with the filters, and the address learns them', async () => {
    const { search, asked, told, platform } = await start()
    search.setText('招生')
    search.submit()
    search.filter({ kind: 'image' })
    search.filter({ person: { id: 7, name: '王珂' } })
    search.choose('space')
    await settled()
    const all = { query_words: '招生', search_in_folder: 12, file_type_category: 'image', user_id: 7 }
    expect(asked().at(-1)).toStrictEqual({ ...all, whole_space: true })
    const filters = { kind: 'image', period: null, person: { id: 7, name: '王珂' } }
    expect(told.at(-1)).toStrictEqual({ text: '招生', searchIn: 'space', filters })
    search.filter({ ...noFilters, period: 'today' })
    await settled()
    const midnight = Math.floor((platform.clock.now() / 1000 + platform.clock.zone() * 60) / 86_400) * 86_400
    expect(asked().at(-1)).toMatchObject({ modified_from: midnight - platform.clock.zone() * 60 })
    search.filter(noFilters)
    await settled()
    expect(told.at(-1)).toStrictEqual({ text: '招生', searchIn: 'space' })
  })

  test('a filter without words searches, and removing the last one empties the results', async () => {
    const { search, asked, told } = await start({ space: 'own' })
    search.filter({ kind: 'video' })
    await settled()
    expect([asked(), search.words]).toStrictEqual([
      [{ query_words: '', department_id: 0, file_type_category: 'video' }],
      '',
    ])
    search.filter(noFilters)
    expect([search.list, told.at(-1)]).toStrictEqual([null, { text: '', searchIn: 'current' }])
  })

  test('an address with filters begins with them', async () => {
    const filters = { ...noFilters, kind: 'zip' as const }
    const { search, asked } = await start({ space: 'frequent' }, { filters, searchIn: 'space' })
    search.open()
    await settled()
    expect([asked(), search.searchIn]).toStrictEqual([[{ query_words: '', file_type_category: 'zip' }], 'all'])
  })

  test('only a folder may lie in a larger space', async () => {
    const places: ListLocation[] = [
      { space: 'folder', id: 3 },
      { space: 'own' },
      { space: 'dept', id: 1 },
      { space: 'frequent' },
    ]
    const offered = []
    for (const place of places) offered.push((await start(place)).search.scopes.join())
    expect(offered).toStrictEqual(['current,space,all', 'current,all', 'current,all', 'all'])
  })
})

describe('[AH-41] the last searches of this phone', () => {
  test('a search is remembered when it is submitted or a result opens, not while it is typed', async () => {
    const { search, recent, platform } = await start()
    search.setText('招')
    platform.clock.pass(SEARCH_DEBOUNCE)
    await settled()
    expect(recent.words).toStrictEqual([])
    search.setText('招生')
    search.submit()
    search.setText('简章')
    search.remember()
    expect(recent.words).toStrictEqual(['简章', '招生'])
    search.repeat('招生')
    expect([search.text, recent.words]).toStrictEqual(['招生', ['招生', '简章']])
  })

  test('they are removed one by one or all, and belong to one account', async () => {
    const { app, recent, platform } = await start()
    for (const words of ['一', '二', '三']) recent.remember(words)
    recent.remove('二')
    const again = new RecentSearches(app)
    again.open()
    expect(again.words).toStrictEqual(['三', '一'])
    again.clear()
    expect(platform.storage.read('searches')).toBeUndefined()
    recent.remember('四')
    const { user } = app.sessionContext
    app.sessionContext.user = { ...user!, id: user!.id + 1 }
    again.open()
    expect(again.words).toStrictEqual([])
    app.sessionContext.user = null
    again.remember('五')
    expect(again.words).toStrictEqual([])
  })

  test('other stored data is ignored', async () => {
    const { app, platform } = await start()
    for (const kept of ['x', null, 5, [], { userId: app.sessionContext.user!.id, words: 'x' }]) {
      platform.storage.write('searches', kept)
      const recent = new RecentSearches(app)
      recent.open()
      expect(recent.words).toStrictEqual([])
    }
  })
})

describe('[AH-41] the person of a search', () => {
  test('people are found a second after the last letter, or at once by the search key', async () => {
    const { app, server, platform } = await start()
    const contact = { id: 7, item_typed_id: 'contact_7' as const, name: '王珂', place: '教务处' }
    const asked: (string | undefined)[] = []
    server.on('GET /apps/contacts/get', ({ search_string: words }) => {
      asked.push(words)
      return {
        contacts: words === '王珂' ? [contact as never] : [],
        departments: [],
        groups: [],
        page_number: 1,
        page_count: 1,
        total_count: 1,
      }
    })
    const finder = new PeopleFinder(app)
    finder.setText('王')
    finder.setText('王珂')
    expect(finder.phase).toBe('loading')
    platform.clock.pass(SEARCH_DEBOUNCE)
    await until(() => finder.phase === 'ready')
    expect([asked, finder.found.map(({ name }) => name)]).toStrictEqual([['王珂'], ['王珂']])
    finder.setText(' ')
    expect([finder.phase, finder.found]).toStrictEqual(['idle', []])
    finder.setText('某')
    finder.submit()
    await until(() => finder.phase === 'ready')
    expect([asked, finder.found]).toStrictEqual([['王珂', '某'], []])
  })
})

test('[AH-41] a text that a search found opens at the found words, once', async () => {
  const { app } = await startApp()
  const item: FoundItem = {
    ...makeItem({ id: 5 }),
    creator: { id: 7, name: '' },
    content: '…本次会议决定采购显微镜',
    hit_num: 1,
    hit_words: ['显微镜'],
  }
  seekIn(app, item, '显微镜')
  expect([takeSought(app, 6), takeSought(app, 5), takeSought(app, 5)]).toStrictEqual([undefined, '显微镜', undefined])
  seekIn(app, item, '显微镜')
  seekIn(app, { ...item, id: 6, content: '' }, '显微镜')
  expect([takeSought(app, 5), takeSought(app, 6)]).toStrictEqual([undefined, undefined])
})
