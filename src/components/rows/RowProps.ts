import type { Tile } from '@/domain/items/tiles'

export interface RowProps {
  name: string
  type: 'file' | 'folder'
  tile: Tile
  thumbnail?: string | null
  /** Time, size, who: already worded and joined. */
  meta: string
  /** At most two, and how many more there are as `+2` (ROW-02). */
  tags?: readonly string[]
  moreTags?: string
  /** The word of the encrypted mark. */
  encrypted?: string
  locked?: boolean
  /** Where a top-level collaboration folder comes from. */
  origin?: string
  /** Absent unless rows are being chosen (AH-10). */
  checked?: boolean
  /** Shown, but out of reach. */
  faded?: boolean
  /** px from the top of a VirtualList; in the flow when absent. */
  top?: number
  /** Place in the whole list for screen readers, from 1; absent in the mini-program, where each attribute is sent. */
  position?: number
  total?: number
  /** What the menu is called for screen readers, with the name in it. */
  moreLabel?: string
  /** Absent where it cannot be opened. */
  onOpen?(): void
  onMore?(): void
  /** A long press. */
  onHold?(): void
}
