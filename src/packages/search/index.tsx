import { useEffect } from 'react'
import { useApp } from '@/pages/AppContext'
import { PageScreen } from '@/pages/PageScreen'
import { SignedIn } from '@/pages/SignedIn'
import { listAt } from '@/pages/listAt'
import { useLasting } from '@/pages/useLasting'
import { usePlace } from '@/pages/usePlace'
import { SearchPanel } from './SearchPanel'

/** The search as a page of the mini-program; on H5 the same panel lies over the list. */
export default function SearchPage() {
  const { createOverlays, platform: { navigate } } = useApp()
  const place = usePlace('search')
  const overlays = useLasting(createOverlays)
  const isNowhere = place === undefined
  useEffect(() => {
    if (isNowhere) void navigate.replace({ page: 'files', space: 'frequent' })
  }, [isNowhere, navigate])
  if (!place) return null
  return (
    <SignedIn>
      <PageScreen open={overlays}>
        <SearchPanel from={listAt(place) ?? { space: 'frequent' }} first={place} overlays={overlays} onClose={() => void navigate.back()} />
      </PageScreen>
    </SignedIn>
  )
}
