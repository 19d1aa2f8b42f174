import type { Access, ItemDepartment } from '../../policies/access/facts'
import type { ItemDetail } from './items'
import type { ShownVersion } from './versions'

/** An item with everything needed to present it to an actor. */
export interface ViewedItem {
  row: ItemDetail
  access: Access
  /** Departments whose root folders are among the loaded items; empty for visitors. */
  departments: ReadonlyMap<number, ItemDepartment>
  /** The fixed version that a visitor's link shows. */
  pinned: ShownVersion | undefined
}
