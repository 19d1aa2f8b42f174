import type { ShareLink } from '@/contract/shares'
import type { OverlayStore } from '@/stores/shell/OverlayStore'

export interface QrOverlayProps {
  link: ShareLink
  overlays: OverlayStore
}
