import { observer } from 'mobx-react'
import type { Item } from '@/contract/entities'
import { useDropped } from '@/screens/app/useDropped'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { LandingList } from '@/stores/landing/LandingList'
import type { LandingStore } from '@/stores/landing/LandingStore'
import { BarSheets } from '../bar/LandingBar'
import { LazyItemSheet, LazyListOrder, LazyReport, LazySavePanel, LazySearch } from '../list/LazyParts'

interface Props {
  overlays: OverlayStore
  /** Absent where there is no link. */
  store?: LandingStore
  /** The single file that the screen shows. */
  file?: Item | null
  /** Absent where no rows are shown. */
  list?: LandingList
}

/** The overlays of a link's screen. */
export const LandingOverlays = observer(function LandingOverlays({ overlays, store, file, list }: Props) {
  const isSearching = overlays.valueFor('search') !== undefined
  // In a search, the results have menus of their own.
  const typedId = isSearching ? undefined : overlays.valueFor('actionsheet')
  const item = list?.rows.find((row) => row.typed_id === typedId)
  // The address may contain a flag about an item that is not here.
  useDropped(typedId !== undefined && !item && list?.pages.phase !== 'loading', 'actionsheet', overlays)
  useDropped(overlays.valueFor('sort') !== undefined && !list, 'sort', overlays)
  useDropped(isSearching && !list, 'search', overlays)
  const saved = overlays.valueFor('sharesave')
  return (
    <>
      <BarSheets overlays={overlays} store={store} file={file} />
      {list && overlays.valueFor('sort') ? <LazyListOrder list={list} overlays={overlays} /> : null}
      {store && list && isSearching ? (
        <LazySearch
          store={store}
          overlays={overlays}
          folderId={list.folderId}
          menuOf={(found) => <LazyItemSheet store={store} overlays={overlays} item={found} />}
        />
      ) : null}
      {store?.phase === 'open' && overlays.valueFor('report') ? <LazyReport overlays={overlays} /> : null}
      {store && item ? <LazyItemSheet store={store} overlays={overlays} item={item} /> : null}
      {store?.phase === 'open' && saved && isItem(saved) ? (
        <LazySavePanel store={store} overlays={overlays} typedId={saved} />
      ) : null}
    </>
  )
})

function isItem(text: string): boolean {
  return /^(file|folder)_\d{1,15}$/.test(text)
}
