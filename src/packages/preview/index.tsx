import { useApp } from '@/screens/app/AppContext'
import { PlacePage } from '@/screens/page/PlacePage'
import { byTaken } from '@/stores/previews/GalleryStore'
import { PreviewPanel } from '@/screens/previews/PreviewPanel'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** The preview as a page of the mini-program. On H5 the same panel lies over the list. */
export default function PreviewPage() {
  const { navigate } = useApp().platform
  return (
    <PlacePage page="preview" opens={({ tab }, overlays) => tab && overlays.show('tab', tab)}>
      {({ fileId, version, by }, overlays) => (
        <PreviewPanel
          fileId={fileId}
          version={version}
          sort={by && byTaken}
          overlays={overlays}
          onClose={() => void navigate.back()}
        />
      )}
    </PlacePage>
  )
}
