import type { Carried } from '@/domain/moving/destinations'
import type { MoveTarget } from '@/stores/moving/ItemMover'
import type { ListLocation } from '@/domain/addresses'
import type { OverlayStore } from '@/stores/app/OverlayStore'

export interface DestinationProps {
  title: string
  /** Label of the button that chooses a place of this name. */
  confirmLabel(name: string): string
  /** `move` refuses places where nothing would change. */
  action: 'move' | 'copy' | 'choose'
  /** Items that the place must accept; folders among them cannot be entered. */
  carried: readonly Carried[]
  /** The first place; null while unknown. */
  start: ListLocation | null
  isBusy?: boolean
  overlays: OverlayStore
  onConfirm(target: MoveTarget): void
  onClose(): void
}
