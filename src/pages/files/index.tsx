import { useEffect } from 'react'
import type { PlaceOf } from '@/platform/Platform'
import type { ExternalId, ListAt } from '@/stores/listSources'
import { useApp } from '../AppContext'
import { SignedIn } from '../SignedIn'
import { usePlace } from '../usePlace'
import { FilesScreen } from './FilesScreen'

/** `/files/:space/:id?` (RT-02). */
export default function FilesPage() {
  const at = listAt(usePlace('files'))
  const { navigate } = useApp().platform
  const isNowhere = at === null
  useEffect(() => {
    if (isNowhere) void navigate.replace({ page: 'files', space: 'frequent' })
  }, [isNowhere, navigate])
  return at && <SignedIn><FilesScreen at={at} /></SignedIn>
}

/** Places whose lists exist; the others lead to the frequent space. */
function listAt(place: PlaceOf<'files'> | undefined): ListAt | null {
  if (!place) return null
  const { space, id } = place
  if (space === 'own' || space === 'collab' || space === 'frequent') return { space }
  if (id === undefined) return null
  if (space === 'external') return { space, id: id as ExternalId }
  return space === 'folder' || space === 'dept' ? { space, id: Number(id) } : null
}
