import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { orderFor } from '../../queries/items/children'
import { trashPage, type Trash } from '../../queries/trash/records'
import type { ListAsked, Listing } from '../items/lists'
import { trashOf } from './changes'

/**
 * A page of a recycle bin, the user's own or an external one.
 * @param externalId such as `enterprise_7`
 * @throws Refused as trashOf
 */
export async function listTrash(
  db: Db,
  actor: UserActor,
  externalId: string | undefined,
  asked: ListAsked,
): Promise<Listing & { trash: Trash }> {
  const trash = await trashOf(db, actor, externalId)
  const place = ['trash', externalId].filter(Boolean).join(':')
  const order = await orderFor(db, actor.user.id, place, asked)
  return { ...(await trashPage(db, trash, order, asked)), order, trash }
}
