import { observer } from 'mobx-react'
import { useApp } from '@/screens/app/AppContext'
import { useDropped } from '@/screens/app/useDropped'
import type { PanelProps } from '../panels/PanelProps'
import { SharePanel } from './SharePanel'

/** Sharing over its opener. */
export default observer(function ShareOverlay({ overlays }: PanelProps) {
  const place = useApp().platform.navigate.placeOf('share', { share: overlays.valueFor('share') })
  useDropped(place === undefined, 'share', overlays)
  return place ? <SharePanel {...place} overlays={overlays} onClose={() => void overlays.close('share')} /> : null
})
