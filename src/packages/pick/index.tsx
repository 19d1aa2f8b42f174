import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useApp } from '@/pages/AppContext'
import { PageScreen } from '@/pages/PageScreen'
import { SignedIn } from '@/pages/SignedIn'
import { useLasting } from '@/pages/useLasting'
import { usePlace } from '@/pages/usePlace'
import { MoveCopyPanel } from './MoveCopyPanel'
import { useLeavePage } from './useLeavePage'

/** The picker as a page of the mini-program; on H5 the same panel lies over the list. */
export default observer(function PickPage() {
  const app = useApp()
  const place = usePlace('pick')
  const overlays = useLasting(() => app.createOverlays())
  const { navigate } = app.platform
  const leave = useLeavePage(overlays)
  const isNowhere = place === undefined
  useEffect(() => {
    if (isNowhere) void navigate.replace({ page: 'files', space: 'frequent' })
  }, [isNowhere, navigate])
  if (!place) return null
  return (
    <SignedIn>
      <PageScreen open={overlays}>
        <MoveCopyPanel {...place} overlays={overlays} onClose={leave} />
      </PageScreen>
    </SignedIn>
  )
})
