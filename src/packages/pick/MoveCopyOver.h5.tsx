import { useApp } from '@/screens/AppContext'
import { useDropped } from '@/screens/useDropped'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import { MoveCopyPanel } from './MoveCopyPanel'

/** The picker over whatever began it. */
export function MoveCopyOver({ movecopy, overlays }: { movecopy: string; overlays: OverlayStore }) {
  const place = useApp().platform.navigate.placeOf('pick', { movecopy })
  useDropped(place === undefined, 'movecopy', overlays)
  return place ? <MoveCopyPanel {...place} overlays={overlays} onClose={() => void overlays.close('movecopy')} /> : null
}
