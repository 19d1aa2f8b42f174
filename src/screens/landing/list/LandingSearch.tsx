import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { WordsContext, useWords } from '@/components/ui/context'
import { loadSearchWords } from '@/i18n/search/load'
import { SearchDialog } from '@/screens/search/SearchDialog'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { useDropped } from '@/screens/app/useDropped'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { ListStore } from '@/stores/items/lists/ListStore'
import { itemOf, type Row } from '@/stores/items/lists/rows'
import { SearchStore } from '@/stores/search/SearchStore'
import '@/theme/lazyIcons.scss'
import { openRow } from '../page/navigate'
import type { SearchProps } from '../page/SheetProps'

/** Finds a link's items by name: in the open folder, or in all of the link. */
export default observer(function VisitSearch({ store, overlays, folderId, menuOf }: SearchProps) {
  const app = useApp()
  const visitWords = useWords<'visit'>()
  const t = usePackageWords(loadSearchWords)
  const search = useDisposable(() => {
    const { search_in: searchIn, search_text: text = '' } = overlays.companionsOf('search')
    return new SearchStore(
      {
        clock: app.platform.clock,
        createList: (at) => new ListStore(app, at),
        searched: ({ text: words, searchIn: where }) =>
          overlays.replace('search', '1', { search_in: where, ...(words && { search_text: words }) }),
      },
      folderId === 0 ? { space: 'frequent' } : { space: 'folder', id: folderId },
      { text, searchIn: searchIn === 'all' ? 'all' : 'current' },
    )
  })
  useEffect(() => search.open(), [search])

  const typedId = overlays.valueFor('actionsheet')
  const row = search.list?.rows.find((each) => each.typed_id === typedId)
  const item = row ? itemOf(row) : null
  useDropped(typedId !== undefined && !item && search.list?.phase !== 'loading', 'actionsheet', overlays)

  const close = () => void overlays.close('search')
  const [open] = useState(() => (each: Row) => {
    const found = itemOf(each)
    if (found) openRow(app, store, found)
  })
  const [showMenu] = useState(() => (each: Row) => overlays.show('actionsheet', each.typed_id))
  return (
    <>
      <WordsContext.Provider value={t}>
        <SearchDialog
          search={search}
          placeholder={visitWords('visit.search.placeholder')}
          hint={visitWords('visit.search.hint')}
          onOpen={open}
          onMore={showMenu}
          onClose={close}
        />
      </WordsContext.Provider>
      {item ? menuOf(item) : null}
    </>
  )
})
