import type { ShareLink } from '@/contract/shares'
import type { LinkDetails } from '@/stores/sharing/LinkDetails'
import type { OverlayStore } from '@/stores/shell/OverlayStore'

export interface LinkSettingsProps {
  details: LinkDetails
  link: ShareLink
  overlays: OverlayStore
  onClose(): void
}
