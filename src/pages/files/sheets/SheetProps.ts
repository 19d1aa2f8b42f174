import type { ListStore } from '@/stores/items/lists/ListStore'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** Props of every sheet of a list. */
export interface SheetProps {
  list: ListStore
  overlays: OverlayStore
  selection: SelectionStore
}
