import type { ListStore } from '@/stores/items/lists/ListStore'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** What every sheet of a list is given. */
export interface SheetProps {
  list: ListStore
  overlays: OverlayStore
  selection: SelectionStore
}
