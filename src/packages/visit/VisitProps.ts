import type { OverlayStore } from '@/stores/shell/OverlayStore'
import type { VisitStore } from '@/stores/visit/VisitStore'

/** What every screen of a visited link is given. */
export interface VisitProps {
  store: VisitStore
  overlays: OverlayStore
}
