import { observer } from 'mobx-react'
import { useApp } from '@/screens/app/AppContext'
import { useDropped } from '@/screens/app/useDropped'
import type { PanelProps } from '../panels/PanelProps'
import { MoveCopyPanel } from './MoveCopyPanel'

/** The picker over its opener. */
export default observer(function MoveCopyOverlay({ overlays }: PanelProps) {
  const place = useApp().platform.navigate.placeOf('pick', { movecopy: overlays.valueFor('movecopy') })
  useDropped(place === undefined, 'movecopy', overlays)
  return place ? <MoveCopyPanel {...place} overlays={overlays} onClose={() => void overlays.close('movecopy')} /> : null
})
