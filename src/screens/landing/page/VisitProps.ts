import type { Item } from '@/contract/entities'
import type { ShareProcess } from '@/contract/shares/shares'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { VisitList } from '@/stores/landing/LandingList'
import type { VisitStore } from '@/stores/landing/LandingStore'
import type { Surroundings } from '@/stores/landing/Surroundings'

/** What every screen of a visited link is given. */
export interface VisitProps {
  store: VisitStore
  overlays: OverlayStore
}

/** And of one that shows something. */
export interface ShownProps extends VisitProps {
  process: ShareProcess
  item: Item
}

export interface CardProps extends Omit<ShownProps, 'overlays'> {
  /** Looks at it; where nothing is given it is opened on a screen of its own. */
  onLook?(): void
}

export interface LandingProps extends VisitProps {
  /** Within the app, as a message tells of it. */
  isInside: boolean
  /** false: it came by a private message that was sent to somebody else. */
  isMeant?: boolean
}

export interface NoRowsProps {
  store: VisitStore
  list: VisitList
}

export interface FooterProps extends VisitProps {
  item: Item
  /** As a message tells of it, where saving stands beside looking. */
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
