import { useApp } from '@/pages/AppContext'
import { PageScreen } from '@/pages/PageScreen'
import { SignedIn } from '@/pages/SignedIn'
import { useLasting } from '@/pages/useLasting'
import { usePlace } from '@/pages/usePlace'
import { PreviewPanel } from './PreviewPanel'

/** The preview as a page of the mini-program; on H5 the same panel lies over the list. */
export default function PreviewPage() {
  const app = useApp()
  const place = usePlace('preview')
  const overlays = useLasting(() => {
    const made = app.createOverlays()
    if (place?.tab) made.show('tab', place.tab)
    return made
  })
  if (!place) return null
  return (
    <SignedIn>
      <PageScreen open={overlays}>
        <PreviewPanel fileId={place.fileId} version={place.version} overlays={overlays} onClose={() => void app.platform.navigate.back()} />
      </PageScreen>
    </SignedIn>
  )
}
