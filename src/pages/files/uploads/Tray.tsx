import { observer } from 'mobx-react'
import { UploadTray } from '@/components/uploads/UploadTray'
import { useWords } from '@/components/ui/context'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '@/screens/app/AppContext'
import { trayDetail, trayPercent, trayTitle } from './uploadWords'

/** The queue in one line, below every list (UPL-02). */
export default observer(function Tray({ overlays }: { overlays: OverlayStore }) {
  const uploads = useApp().lazy.uploads
  const t = useWords()
  if (!uploads) return null
  const { isRunning, total } = uploads.summary
  return (
    <UploadTray
      title={trayTitle(uploads, t)}
      detail={trayDetail(uploads, t)}
      percent={trayPercent(uploads)}
      onOpen={() => overlays.show('uploads')}
      onClose={total > 0 && !isRunning ? () => void uploads.clear() : undefined}
    />
  )
})
