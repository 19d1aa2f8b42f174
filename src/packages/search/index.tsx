import { useApp } from '@/screens/app/AppContext'
import { PlacePage } from '@/screens/page/PlacePage'
import { listAt } from '@/domain/items/lists/listAt'
import { SearchPanel } from '@/screens/search/SearchPanel'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** The search as a page of the mini-program. On H5 the same panel lies over the list. */
export default function SearchPage() {
  const { navigate } = useApp().platform
  return (
    <PlacePage page="search">
      {(place, overlays) => (
        <SearchPanel
          from={listAt(place) ?? { space: 'frequent' }}
          first={place}
          overlays={overlays}
          onClose={() => void navigate.back()}
        />
      )}
    </PlacePage>
  )
}
