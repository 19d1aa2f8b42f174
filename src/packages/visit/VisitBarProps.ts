import type { OverlayStore } from '@/stores/shell/OverlayStore'
import type { Surroundings } from '@/stores/visit/Surroundings'

export interface VisitBarProps {
  /** Absent where there is no link. */
  around?: Surroundings
  overlays: OverlayStore
}
