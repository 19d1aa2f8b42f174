import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useApp } from '@/pages/AppContext'
import { PageScreen } from '@/pages/PageScreen'
import { SignedIn } from '@/pages/SignedIn'
import { useLasting } from '@/pages/useLasting'
import { usePlace } from '@/pages/usePlace'
import { SharePanel } from './SharePanel'

/** Sharing as a page of the mini-program; on H5 the same panel lies over the list or the preview. */
export default observer(function SharePage() {
  const app = useApp()
  const place = usePlace('share')
  const overlays = useLasting(() => app.createOverlays())
  const { navigate } = app.platform
  const isNowhere = place === undefined
  useEffect(() => {
    if (isNowhere) void navigate.replace({ page: 'files', space: 'frequent' })
  }, [isNowhere, navigate])
  if (!place) return null
  return (
    <SignedIn>
      <PageScreen open={overlays}>
        <SharePanel typedId={place.typedId} onClose={() => void navigate.back()} />
      </PageScreen>
    </SignedIn>
  )
})
