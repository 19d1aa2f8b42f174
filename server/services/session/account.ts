import type { Request } from '@/contract/api'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { setGuides } from '../../queries/enterprise/accounts'
import { ownRootUse } from '../../queries/items/spaces'

export interface Space {
  /** bytes of all versions, including the trash */
  used: number
  /** bytes; null = unlimited */
  total: number | null
  /** items in the own root */
  item_count: number
}

/** The user's own space and its quota. */
export async function ownSpace(db: Db, { user, enterprise }: UserActor): Promise<Space> {
  const { usedBytes, childCount } = await ownRootUse(db, user.id)
  return { used: usedBytes, total: user.quota_bytes ?? enterprise.user_quota_bytes, item_count: childCount }
}

/** Stores which guides the user has seen. */
export async function saveGuides(
  db: Db,
  { user }: UserActor,
  guides: Request<'POST /apps/users/update_user_guide_settings'>['new_user_guide_settings'],
): Promise<void> {
  await setGuides(db, user.id, guides)
}
