import type { Item } from '@/contract/entities'
import { actorKey, principalOf, type ReadingActor } from '../../actors/actor'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { presentSharedItem } from '../landing/sharedItem'
import { presentItem, type Viewer } from './item'

/** Returns a presenter of items for one user, application or visitor. */
export function itemPresenter(
  actor: ReadingActor,
  { sign, office }: Pick<Viewer, 'sign' | 'office'>,
): (item: ViewedItem) => Item {
  if (actor.kind === 'visitor')
    return ({ row, access, pinned }) => presentSharedItem(row, access, { actor, sign, pinned })
  const viewer = { actor: principalOf(actor), key: actorKey(actor), sign, office }
  return ({ row, access, departments }) => presentItem(row, access, { ...viewer, departments })
}
