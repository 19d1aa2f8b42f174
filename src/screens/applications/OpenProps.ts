import type { OpenSession } from '@/stores/applications/OpenSession'
import type { OverlayStore } from '@/stores/app/OverlayStore'

export interface OpenProps {
  session: OpenSession
  overlays: OverlayStore
}
