import { observer } from 'mobx-react-lite'
import { Suspense, lazy } from 'react'
import type { OverlayStore } from '@/stores/shell/OverlayStore'

const PreviewPanel = lazy(async () => ({
  default: (await import(/* webpackChunkName: "preview" */ '@/packages/preview/PreviewPanel')).PreviewPanel,
}))

/** What an address shows over the message centre (RT-08). */
export const PreviewOver = observer(function PreviewOver({ overlays }: { overlays: OverlayStore }) {
  if (overlays.valueFor('preview') === undefined) return null
  const fileId = Number(overlays.companionsOf('preview').file_id)
  return (
    <Suspense fallback={null}>
      <PreviewPanel
        fileId={fileId}
        version={undefined}
        overlays={overlays}
        onClose={() => void overlays.close('preview')}
      />
    </Suspense>
  )
})
