import { useApp } from '@/screens/app/AppContext'
import { PlacePage } from '@/screens/page/PlacePage'
import { SharePanel } from '@/screens/shares/SharePanel'

definePageConfig({ navigationStyle: 'custom', disableScroll: true, enableShareAppMessage: true })

/** Sharing as a page of the mini-program. On H5 the same panel lies over the list or the preview. */
export default function SharePage() {
  const { navigate } = useApp().platform
  return (
    <PlacePage page="share">
      {({ typedId }, overlays) => (
        <SharePanel typedId={typedId} overlays={overlays} onClose={() => void navigate.back()} />
      )}
    </PlacePage>
  )
}
