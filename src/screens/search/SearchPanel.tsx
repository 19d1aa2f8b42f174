import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { WordsContext } from '@/components/ui/context'
import { loadSearchWords } from '@/i18n/search/load'
import type { MenuEntry } from '@/components/sheets/MenuList'
import type { FoundItem, Item } from '@/contract/entities'
import { noFilters, writeFilters } from '@/domain/search/filters'
import type { Words } from '@/i18n/words'
import { ItemOverlays } from '@/screens/items/ItemOverlays'
import { itemOfSheet } from '@/screens/items/itemSheets'
import { useApp } from '@/screens/app/AppContext'
import { openPlace } from '@/screens/items/places/openPlace'
import { placeOfEntry } from '@/screens/items/places/placeOfEntry'
import { useOpenRow } from '@/screens/items/useOpenRow'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { ListLocation } from '@/domain/addresses'
import { ListStore } from '@/stores/items/lists/ListStore'
import type { AppServices } from '@/stores/app/AppServices'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { itemOf, type Row } from '@/stores/items/lists/rows'
import { seekIn } from '@/stores/previews/soughtWords'
import { RecentSearches } from '@/stores/search/RecentSearches'
import { SearchStore, type SearchQuery } from '@/stores/search/SearchStore'
import { FilterChips } from './FilterChips'
import { FilterSheets } from './FilterSheets'
import { SearchDialog } from './SearchDialog'
import './filters.scss'
import '@/theme/lazyIcons.scss'

/** The entry that opens the folder of a result; none where the user may not see the folder. */
function placeEntries(app: AppServices, { path, space }: Item, t: Words<'search'>): MenuEntry[] {
  const last = path[path.length - 1]
  if (!last && space !== 'collab_space') return []
  const place = last ? placeOfEntry(last) : ({ page: 'files', space: 'collab' } as const)
  const name = last?.name || t(last ? 'space.own' : 'space.collab')
  const onSelect = () => openPlace(app, place, name)
  return [{ key: 'place', icon: 'folder-input', label: t('search.openPlace'), onSelect }]
}

interface Props {
  /** The place that opened it. */
  from: ListLocation
  /** The query in the address. */
  first: SearchQuery
  overlays: OverlayStore
  onClose(): void
}

/** The search field, the filters and the results (SRCH-01 to SRCH-04, AH-41). */
export const SearchPanel = observer(function SearchPanel({ from, first, overlays, onClose }: Props) {
  const app = useApp()
  const t = usePackageWords(loadSearchWords)
  const [recent] = useState(() => new RecentSearches(app))
  const search = useDisposable(
    () =>
      new SearchStore(
        {
          clock: app.platform.clock,
          createList: (at) => new ListStore(app, at),
          offersSpace: true,
          meant: (words) => recent.remember(words),
          searched: ({ text, searchIn, filters = noFilters }) => {
            if (!overlays.valueFor('search')) return
            const filter = writeFilters(filters)
            overlays.replace('search', '1', {
              search_in: searchIn,
              ...(text && { search_text: text }),
              ...(filter && { search_filter: filter }),
            })
          },
        },
        from,
        first,
      ),
  )
  const isIn = app.session.phase === 'signedIn'
  useEffect(() => {
    if (!isIn) return
    recent.open()
    search.open()
  }, [isIn, recent, search])

  // A preview above has its own sheet.
  const isCovered = overlays.valueFor('preview') !== undefined
  const typedId = isCovered ? undefined : itemOfSheet(overlays)
  const row = search.list?.rows.find((each) => each.typed_id === typedId)
  const item = row ? itemOf(row) : null
  // The address may contain a flag about an item that this search does not find.
  const isLost = typedId !== undefined && item === null && search.list?.phase !== 'loading'
  useEffect(() => {
    if (isLost) void overlays.closeTop()
  }, [isLost, overlays])

  const openRow = useOpenRow()
  const [open] = useState(() => (each: Row) => {
    search.remember()
    seekIn(app, each as FoundItem, search.words)
    openRow(each)
  })
  const [showMenu] = useState(() => (each: Row) => overlays.show('actionsheet', each.typed_id))
  return (
    <WordsContext.Provider value={t}>
      <SearchDialog
        search={search}
        placeholder={t('search.placeholder')}
        hint={t('search.hint.text')}
        filters={<FilterChips search={search} overlays={overlays} />}
        recent={recent}
        onOpen={open}
        onMore={showMenu}
        onClose={onClose}
      />
      <FilterSheets search={search} overlays={overlays} />
      {item && <ItemOverlays item={item} context="search" overlays={overlays} extra={placeEntries(app, item, t)} />}
    </WordsContext.Provider>
  )
})
