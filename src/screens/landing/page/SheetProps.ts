import type { ReactNode } from 'react'
import type { Item } from '@/contract/entities'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { LandingList } from '@/stores/landing/LandingList'
import type { LandingStoreProps } from './landingProps'

export interface SheetProps {
  overlays: OverlayStore
}

export interface SortProps extends SheetProps {
  list: LandingList
}

export interface ItemSheetProps extends LandingStoreProps {
  item: Item
}

export interface SearchProps extends LandingStoreProps {
  /** 0: all contents of the link */
  folderId: number
  /** The menu of a search result. */
  menuOf(item: Item): ReactNode
}

export interface SavePanelProps extends LandingStoreProps {
  typedId: string
}
