import type { HandInStore } from '@/stores/fileRequests/HandInStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'

export interface HandInProps {
  store: HandInStore
  overlays: OverlayStore
}
