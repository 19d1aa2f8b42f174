import type { Item } from '@/contract/entities'
import type { ShareProcess } from '@/contract/shares/shares'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { VisitList } from '@/stores/landing/LandingList'
import type { VisitStore } from '@/stores/landing/LandingStore'
import type { Surroundings } from '@/stores/landing/Surroundings'

/** Props of every screen of a visited link. */
export interface VisitProps {
  store: VisitStore
  overlays: OverlayStore
}

/** Props of a screen that shows its contents. */
export interface ShownProps extends VisitProps {
  process: ShareProcess
  item: Item
}

export interface CardProps extends Omit<ShownProps, 'overlays'> {
  /** Shows the preview here; where absent it opens on a screen of its own. */
  onLook?(): void
}

export interface LandingProps extends VisitProps {
  /** Whether it was opened in the app, from a message. */
  isInside: boolean
  /** false: a private message sent it to somebody else */
  isMeant?: boolean
}

export interface NoRowsProps {
  store: VisitStore
  list: VisitList
}

export interface FooterProps extends VisitProps {
  item: Item
  /** Opened from a message, where saving is offered beside the preview. */
  isInside?: boolean
}

export interface VisitBarProps {
  /** Absent where there is no link. */
  around?: Surroundings
  overlays: OverlayStore
}

export interface FilePreviewProps extends VisitProps {
  fileId: number
  onClose(): void
}

export interface InlinePreviewProps extends VisitProps {
  item: Item
}
