import type { Item } from '@/contract/entities'
import type { ShareProcess } from '@/contract/shares/shares'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { LandingList } from '@/stores/landing/LandingList'
import type { LandingStore } from '@/stores/landing/LandingStore'
import type { Surroundings } from '@/stores/landing/Surroundings'

/** Props of every screen of a visited link. */
export interface LandingStoreProps {
  store: LandingStore
  overlays: OverlayStore
}

/** Props of a screen that shows its contents. */
export interface ShownProps extends LandingStoreProps {
  process: ShareProcess
  item: Item
}

export interface CardProps extends Omit<ShownProps, 'overlays'> {
  /** Shows the preview here; where absent it opens on a screen of its own. */
  onLook?(): void
}

export interface LandingProps extends LandingStoreProps {
  /** Whether it was opened in the app, from a message. */
  isInside: boolean
  /** false: a private message sent it to somebody else */
  isMeant?: boolean
}

export interface NoRowsProps {
  store: LandingStore
  list: LandingList
}

export interface FooterProps extends LandingStoreProps {
  item: Item
  /** Opened from a message, where saving is offered beside the preview. */
  isInside?: boolean
}

export interface LandingBarProps {
  /** Absent where there is no link. */
  around?: Surroundings
  overlays: OverlayStore
}

export interface BarSheetsProps {
  overlays: OverlayStore
  /** Absent where there is no link. */
  store?: LandingStore
  /** The single file of the screen, which the footer may save. */
  file?: Item | null
}

export interface FilePreviewProps extends LandingStoreProps {
  fileId: number
  onClose(): void
}

export interface InlinePreviewProps extends LandingStoreProps {
  item: Item
}
