import { observer } from 'mobx-react'
import { useApp } from '@/screens/app/AppContext'
import { useDropped } from '@/screens/app/useDropped'
import type { PanelProps } from '../panels/PanelProps'
import { AddPanel } from './AddPanel'
import { MoveCopyPanel } from './MoveCopyPanel'

/** The picker over its opener. */
export default observer(function MoveCopyOverlay({ overlays }: PanelProps) {
  const { navigate } = useApp().platform
  const place = navigate.placeOf('pick', { movecopy: overlays.valueFor('movecopy') })
  useDropped(place === undefined, 'movecopy', overlays)
  if (!place) return null
  const { action, typedId } = place
  const close = () => overlays.close('movecopy')
  if (action === 'add')
    return (
      <AddPanel
        overlays={overlays}
        openList={(list) => close().then(() => navigate.push(list))}
        onClose={() => void close()}
      />
    )
  return <MoveCopyPanel action={action} typedId={typedId} overlays={overlays} onClose={() => void close()} />
})
