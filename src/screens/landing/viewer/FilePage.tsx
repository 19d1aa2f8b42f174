import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { useApp } from '@/screens/app/AppContext'
import { PageScreen } from '@/screens/page/PageScreen'
import { goBack } from '../page/navigate'
import { LazyFilePreview } from './LazyViewers'
import { LandingOverlays } from '../page/LandingOverlays'
import type { LandingStoreProps } from '../page/landingProps'

/** One file on the whole screen. */
export const FilePage = observer(function FilePage({
  store,
  overlays,
  fileId,
}: LandingStoreProps & { fileId: number }) {
  const app = useApp()
  // Viewing may have been counted.
  useEffect(() => {
    store.markPreviewed(fileId)
    return () => void store.refresh()
  }, [store, fileId])
  return (
    <PageScreen open={overlays} overlays={<LandingOverlays store={store} overlays={overlays} />}>
      <LazyFilePreview store={store} overlays={overlays} fileId={fileId} onClose={() => goBack(app, store)} />
    </PageScreen>
  )
})
