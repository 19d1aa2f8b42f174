import type { Tile } from '@/domain/items/tiles'

export interface RowProps {
  name: string
  type: 'file' | 'folder'
  tile: Tile
  thumbnail?: string | null
  /** Time, size and person: localised and joined. */
  meta: string
  /** At most two, then the number of further tags as `+2` (ROW-02). */
  tags?: readonly string[]
  moreTags?: string
  /** Label of the encrypted mark. */
  encrypted?: string
  locked?: boolean
  /** The owner of a top-level collaboration folder. */
  origin?: string
  /** Absent unless rows are being chosen (AH-10). */
  checked?: boolean
  /** Visible, but not usable. */
  faded?: boolean
  /** px from the top of a VirtualList; absent in normal flow. */
  top?: number
  /** Position in the whole list for screen readers, from 1; absent in the mini-program, where every attribute is sent. */
  position?: number
  total?: number
  /** The menu's name for screen readers, which contains the item's name. */
  moreLabel?: string
  /** Absent where it cannot be opened. */
  onOpen?(): void
  onMore?(): void
  /** A long press. */
  onHold?(): void
}
