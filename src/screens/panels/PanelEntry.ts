import type { ComponentType } from 'react'
import type { OverlayFlag } from '@/domain/overlays'
import type { PanelProps } from './PanelProps'

export interface PanelEntry {
  flag: OverlayFlag
  /** Which value of the flag it is for; absent: any. */
  value?: string
  Panel: ComponentType<PanelProps>
  /** Fills the page and shows the sheets of items itself. */
  isWhole?: true
}
