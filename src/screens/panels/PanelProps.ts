import type { Item } from '@/contract/entities'
import type { Sort } from '@/domain/items/sorting'
import type { ListLocation } from '@/domain/addresses'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { ComponentType } from 'react'
import type { OverlayFlag } from '@/domain/overlays'

/** Props of a panel over a page; `overlays` has the value and companions of its flag. */
export interface PanelProps {
  overlays: OverlayStore
  /** The place of the page's list, and its order; absent above other pages. */
  at?: ListLocation
  sort?: Sort | null
  /** The listed folder; null where there is none, absent while unknown and above other pages. */
  folder?: Item | null
}

export interface PanelEntry {
  flag: OverlayFlag
  /** The value of the flag that it is for; absent: any. */
  value?: string
  Panel: ComponentType<PanelProps>
  /** Whether it fills the page and shows the sheets of items itself. */
  isWhole?: true
}
