import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { permissionDenied } from '../../errors'
import { mayReadComments } from '../../policies/comments'
import type { Access } from '../../policies/access/facts'
import { requireItem } from '../access/places'

/** @throws Refused item_not_found, item_is_deleted, permission_denied */
export async function requireReadable(db: Db, actor: UserActor, itemTypedId: string): Promise<Access> {
  const access = await requireItem(db, actor, itemTypedId)
  if (!mayReadComments(access)) throw permissionDenied()
  return access
}
