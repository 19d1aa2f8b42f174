import type { Carried } from '@/domain/moving/destinations'
import type { MoveTarget } from '@/stores/moving/ItemMover'
import type { ListLocation } from '@/stores/items/lists/listSources'
import type { OverlayStore } from '@/stores/app/OverlayStore'

export interface DestinationProps {
  title: string
  /** The words of the button that chooses a place of this name. */
  confirmLabel(name: string): string
  /** `move` refuses where nothing would change. */
  action: 'move' | 'copy' | 'choose'
  /** What the place must take; none of it can be gone into. */
  carried: readonly Carried[]
  /** Where it begins; null while that is unknown. */
  start: ListLocation | null
  isBusy?: boolean
  overlays: OverlayStore
  onConfirm(target: MoveTarget): void
  onClose(): void
}
