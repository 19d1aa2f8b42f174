import type { Item } from '@/contract/entities'
import type { Sort } from '@/domain/items/sorting'
import type { ListLocation } from '@/stores/items/lists/listSources'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { ComponentType } from 'react'
import type { OverlayFlag } from '@/domain/overlays'

/** What a panel over a page is given; its flag's value and companions stand in `overlays`. */
export interface PanelProps {
  overlays: OverlayStore
  /** The place whose list the page shows, and its order; absent above another page. */
  at?: ListLocation
  sort?: Sort | null
  /** The folder that is listed; null where none is, absent while that is unknown and above another page. */
  folder?: Item | null
}

export interface PanelEntry {
  flag: OverlayFlag
  /** Which value of the flag it is for; absent: any. */
  value?: string
  Panel: ComponentType<PanelProps>
  /** Fills the page and shows the sheets of items itself. */
  isWhole?: true
}
