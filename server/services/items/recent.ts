import type { Dependencies } from '../../dependencies'
import { isAllowed } from '../../policies/access/authorize'
import { markRecent, recentFileIds } from '../../queries/items/recent'
import { accessOf } from '../access/itemAccess'
import type { UserActor } from '../../actors/actor'
import { requireItem } from '../access/places'
import { viewItems, type ViewedItem } from './viewing'

/** Rows of the section. */
const SHOWN = 10
/** Marks that are looked at: some lead to what was deleted or is out of reach by now. */
const LOOKED_AT = 100

/** The files that a user opened last and may still see, the latest first (AH-34). */
export async function recentFiles(deps: Pick<Dependencies, 'db'>, actor: UserActor): Promise<ViewedItem[]> {
  const { db } = deps
  const ids = await recentFileIds(db, actor.user.id, LOOKED_AT)
  const access = await accessOf(db, actor, ids)
  const inReach = ids.filter((id) => isAllowed(access.get(id)))
  return viewItems(deps, actor, inReach.slice(0, SHOWN), access)
}

/** @throws Refused as requireItem */
export async function markAsUsed(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  typedId: string,
): Promise<void> {
  const { chain } = await requireItem(db, actor, typedId)
  await markRecent(db, actor.user.id, chain[0].id, clock())
}
