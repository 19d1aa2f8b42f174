import type { OpenSession } from '@/stores/open/OpenSession'
import type { OverlayStore } from '@/stores/shell/OverlayStore'

export interface OpenProps {
  session: OpenSession
  overlays: OverlayStore
}
