import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { WordsContext, useWords } from '@/components/ui/context'
import { mayEnter, type Carried } from '@/domain/moving/destinations'
import { loadSearchWords } from '@/i18n/search/load'
import { SearchDialog } from '@/screens/search/SearchDialog'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { ListLocation } from '@/domain/addresses'
import { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { itemOf, type Row } from '@/stores/items/lists/rows'
import { SearchStore } from '@/stores/search/SearchStore'
import { placeBehind } from './levels'

interface Props {
  from: ListLocation
  carried: readonly Carried[]
  overlays: OverlayStore
}

/** Finds a folder by name; choosing a folder enters it (1§7, SRCH-01). */
export const PickSearch = observer(function PickSearch({ from, carried, overlays }: Props) {
  const app = useApp()
  const pick = useWords<'pick'>()
  const t = usePackageWords(loadSearchWords)
  const search = useDisposable(
    () =>
      new SearchStore(
        {
          clock: app.platform.clock,
          createList: (at) => new ListStore(app, at),
          searched: () => undefined,
          foldersOnly: true,
        },
        from,
        { text: '', searchIn: 'all' },
      ),
  )
  useEffect(() => () => search.dispose(), [search])

  const close = () => overlays.close('foldersearch')
  const canOpen = (row: Row) => {
    const item = itemOf(row)
    return item !== null && mayEnter(item, carried)
  }
  const open = async (row: Row) => {
    await close()
    const place = placeBehind(row)
    if (place) overlays.enter(place, row.name)
  }
  return (
    <WordsContext.Provider value={t}>
      <SearchDialog
        search={search}
        label={pick('pick.search')}
        placeholder={pick('pick.search')}
        hint={pick('pick.searchHint')}
        canOpen={canOpen}
        onOpen={(row) => void open(row)}
        onClose={() => void close()}
      />
    </WordsContext.Provider>
  )
})
