import type { Item } from '@/contract/entities'
import type { OverlayStore } from '@/stores/app/OverlayStore'

export interface ChatViewerProps {
  fileId: number
  overlays: OverlayStore
  /** Changes with what stands around it. */
  shape?: string
  /** What is looked at became known, or is another one. */
  onItem(item: Item): void
  /** It cannot be had. */
  onClosed?(): void
}
