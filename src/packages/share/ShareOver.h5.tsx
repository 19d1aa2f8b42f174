import { useApp } from '@/screens/AppContext'
import { useDropped } from '@/screens/useDropped'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import { SharePanel } from './SharePanel'

/** Sharing over whatever began it. */
export function ShareOver({ share, overlays }: { share: string; overlays: OverlayStore }) {
  const place = useApp().platform.navigate.placeOf('share', { share })
  useDropped(place === undefined, 'share', overlays)
  return place ? <SharePanel {...place} onClose={() => void overlays.close('share')} /> : null
}
