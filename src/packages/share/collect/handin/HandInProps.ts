import type { HandInStore } from '@/stores/collecting/HandInStore'
import type { OverlayStore } from '@/stores/shell/OverlayStore'

export interface HandInProps {
  store: HandInStore
  overlays: OverlayStore
}
