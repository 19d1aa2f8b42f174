import type { Item } from '@/contract/entities'
import type { OverlayStore } from '@/stores/shell/OverlayStore'
import type { VisitList } from '@/stores/visit/VisitList'
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

export interface SavePanelProps extends VisitProps {
  typedId: string
}
