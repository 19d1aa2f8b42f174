import type { ComponentType } from 'react'
import type { OverlayFlag } from '@/domain/overlays'
import type { PanelProps } from './PanelProps'

export interface PanelEntry {
  flag: OverlayFlag
  Panel: ComponentType<PanelProps>
  /** Fills the page and shows the sheets of items itself. */
  isWhole?: true
}
