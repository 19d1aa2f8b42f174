import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { WordsContext } from '@/components/ui/context'
import { loadSearchWords } from '@/i18n/search/load'
import { ItemOverlays } from '@/screens/items/ItemOverlays'
import { itemOfSheet } from '@/screens/items/itemSheets'
import { useApp } from '@/screens/app/AppContext'
import { useOpenRow } from '@/screens/items/useOpenRow'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { ListLocation } from '@/domain/addresses'
import { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { itemOf, type Row } from '@/stores/items/lists/rows'
import { SearchStore, type SearchQuery } from '@/stores/search/SearchStore'
import { SearchDialog } from './SearchDialog'
import '@/theme/lazyIcons.scss'

interface Props {
  /** The place that opened it. */
  from: ListLocation
  /** The query in the address. */
  first: SearchQuery
  overlays: OverlayStore
  onClose(): void
}

/** The search field and its results (SRCH-01 to SRCH-04). */
export const SearchPanel = observer(function SearchPanel({ from, first, overlays, onClose }: Props) {
  const app = useApp()
  const t = usePackageWords(loadSearchWords)
  const search = useDisposable(
    () =>
      new SearchStore(
        {
          clock: app.platform.clock,
          createList: (at) => new ListStore(app, at),
          searched: ({ text, searchIn }) => {
            if (overlays.valueFor('search'))
              overlays.replace('search', '1', { search_in: searchIn, ...(text && { search_text: text }) })
          },
        },
        from,
        first,
      ),
  )
  const isIn = app.session.phase === 'signedIn'
  useEffect(() => {
    if (isIn) search.open()
  }, [isIn, search])

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
  const [showMenu] = useState(() => (each: Row) => overlays.show('actionsheet', each.typed_id))
  return (
    <WordsContext.Provider value={t}>
      <SearchDialog
        search={search}
        placeholder={t('search.placeholder')}
        hint={t('search.hint.text')}
        onOpen={openRow}
        onMore={showMenu}
        onClose={onClose}
      />
      {item && <ItemOverlays item={item} context="search" overlays={overlays} />}
    </WordsContext.Provider>
  )
})
