import { useEffect } from 'react'
import type { Place, PlaceOf } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'
import { listAt } from '@/domain/items/lists/listAt'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePlace } from '@/screens/page/usePage'
import { FilesScreen } from './FilesScreen'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

const home: Place = { page: 'files', space: 'frequent' }
const searchAnew: PlaceOf<'search'> = { page: 'search', searchIn: 'all', text: '', space: 'frequent' }

/** `/files/:space/:id?` (RT-02). `/files/search` opens the search above the frequent space; places without a list lead there, too. */
export default function FilesPage() {
  const place = usePlace('files')
  const search = usePlace('search')
  const at = place ? listAt(place) : null
  const { navigate } = useApp().platform
  const isElsewhere = at === null
  const isSearch = place?.space === 'search'
  useEffect(() => {
    if (isElsewhere) void navigate.replace(isSearch ? { ...searchAnew, ...search, space: 'frequent' } : home)
  }, [isElsewhere, isSearch, search, navigate])
  return (
    at && (
      <SignedIn>
        <FilesScreen at={at} sort={place?.sort} />
      </SignedIn>
    )
  )
}
