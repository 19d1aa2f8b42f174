import { observer } from 'mobx-react'
import type { PanelProps } from '../panels/PanelProps'
import { byTaken } from '@/stores/previews/GalleryStore'
import { PreviewPanel } from './PreviewPanel'

/** The preview over the list or the message centre (RT-08). */
export default observer(function PreviewOverlay({ overlays, sort }: PanelProps) {
  const { file_id: fileId, version, by } = overlays.companionsOf('preview')
  return (
    <PreviewPanel
      fileId={Number(fileId)}
      version={version && /^\d{1,15}$/.test(version) ? Number(version) : undefined}
      sort={by === 'taken' ? byTaken : sort}
      overlays={overlays}
      onClose={() => void overlays.close('preview')}
    />
  )
})
