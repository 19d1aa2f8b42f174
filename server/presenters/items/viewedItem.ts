import type { Item } from '@/contract/entities'
import { actorKey, principalOf, type ReadingActor } from '../../actors/actor'
import type { Signer } from '../../crypto/signing'
import type { ItemDepartment } from '../../policies/access/departments'
import type { Access } from '../../policies/access/facts'
import type { ItemDetail } from '../../queries/items/items'
import type { ShownVersion } from '../../queries/items/versions'
import { presentSharedItem } from '../landing/sharedItem'
import { presentItem } from './item'

/** An item with everything needed to present it to an actor. */
interface ViewedItem {
  row: ItemDetail
  access: Access
  departments: ReadonlyMap<number, ItemDepartment>
  pinned: ShownVersion | undefined
}

/** Returns a presenter of items for one user, application or visitor. */
export function itemPresenter(actor: ReadingActor, sign: Signer): (item: ViewedItem) => Item {
  if (actor.kind === 'visitor')
    return ({ row, access, pinned }) => presentSharedItem(row, access, { actor, sign, pinned })
  const viewer = { actor: principalOf(actor), key: actorKey(actor), sign }
  return ({ row, access, departments }) => presentItem(row, access, { ...viewer, departments })
}
