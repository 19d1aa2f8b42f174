import type { ItemDetails } from '@/contract/items/lists'
import type { UserActor } from '../../actors/actor'
import { secondsOf } from '../../time/clock'
import type { Db } from '../../database/connect'
import { itemNotFound } from '../../errors'
import { originOf } from '../../queries/items/items'
import { countLinksOf } from '../../queries/shares/links'
import { childCounts } from './children'
import { requireItem } from '../access/places'

/**
 * An item's creator and creation time, the number of the user's own links to the item, and for a folder the number of children that the user sees.
 * @throws Refused as requireItem
 */
export async function detailsOf(db: Db, actor: UserActor, typedId: string): Promise<ItemDetails> {
  const access = await requireItem(db, actor, typedId)
  const { id, isFolder } = access.chain[0]
  const [origin, counts, links] = await Promise.all([
    originOf(db, id),
    isFolder ? childCounts(db, actor, [access]) : null,
    countLinksOf(db, { makerId: actor.user.id, itemId: id }),
  ])
  if (!origin) throw itemNotFound()
  const { total = null, folders = null } = counts?.get(id) ?? {}
  return {
    creator: { id: origin.creator_id, name: origin.name },
    created_at: secondsOf(origin.created_at),
    item_count: total,
    folder_count: folders,
    link_count: links,
  }
}
