import type { ShareLink } from '@/contract/shares/shares'
import type { LinkDetails } from '@/stores/shares/LinkDetails'
import type { OverlayStore } from '@/stores/app/OverlayStore'

export interface LinkSettingsProps {
  details: LinkDetails
  link: ShareLink
  overlays: OverlayStore
  onClose(): void
}
