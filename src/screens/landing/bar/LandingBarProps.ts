import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { Surroundings } from '@/stores/landing/Surroundings'

export interface VisitBarProps {
  /** Absent where there is no link. */
  around?: Surroundings
  overlays: OverlayStore
}
