import type { ListStore } from '@/stores/lists/ListStore'
import type { SelectionStore } from '@/stores/lists/SelectionStore'
import type { OverlayStore } from '@/stores/shell/OverlayStore'

/** What every sheet of a list is given. */
export interface SheetProps {
  list: ListStore
  overlays: OverlayStore
  selection: SelectionStore
}
