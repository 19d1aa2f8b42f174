import { userIdOfKey, type UserActor } from '../actor'
import type { ActorKey } from '../actorKey'
import type { Db } from '../database/connect'
import { findUser } from '../queries/sessions'

/** Who a key names, as they are now; null when they are gone, and for keys of visitors and applications. */
export async function actorOfKey(db: Db, key: ActorKey): Promise<UserActor | null> {
  const userId = userIdOfKey(key)
  return userId === null ? null : findUser(db, userId)
}
