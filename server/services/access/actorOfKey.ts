import { userIdOfKey, type UserActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Db } from '../../database/connect'
import { findUser } from '../../queries/session/sessions'

/** The user of a key, with their current rights. Null for users who no longer exist and for keys of visitors and applications. */
export async function actorOfKey(db: Db, key: ActorKey): Promise<UserActor | null> {
  const userId = userIdOfKey(key)
  return userId === null ? null : findUser(db, userId)
}
