import type { ReactNode } from 'react'
import type { Item } from '@/contract/entities'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { VisitList } from '@/stores/landing/LandingList'
import type { VisitProps } from './VisitProps'

export interface SheetProps {
  overlays: OverlayStore
}

export interface SortProps extends SheetProps {
  list: VisitList
}

export interface ItemSheetProps extends VisitProps {
  item: Item
}

export interface SearchProps extends VisitProps {
  /** 0: all contents of the link */
  folderId: number
  /** The menu of a search result. */
  menuOf(item: Item): ReactNode
}

export interface SavePanelProps extends VisitProps {
  typedId: string
}
