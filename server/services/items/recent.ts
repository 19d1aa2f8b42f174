import type { Dependencies } from '../../dependencies'
import { isAllowed } from '../../policies/access/authorize'
import { markRecent, recentFileIds } from '../../queries/items/recent'
import { accessOf } from '../access/itemAccess'
import { principalOf, type UserActor, type UserOrApplication } from '../../actors/actor'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { requireItem } from '../access/places'
import { viewItems } from './viewing'

/** rows in the section */
const SECTION_SIZE = 10
/** files to check for each row, because the user can no longer see some of these files */
const CANDIDATES = 10
const MOST_CANDIDATES = 1000

/** The files that the user opened last and may still see, latest first (AH-34). */
export async function recentFiles(
  deps: Pick<Dependencies, 'db'>,
  actor: UserOrApplication,
  most = SECTION_SIZE,
): Promise<ViewedItem[]> {
  const { db } = deps
  const ids = await recentFileIds(db, principalOf(actor).user.id, Math.min(most * CANDIDATES, MOST_CANDIDATES))
  const access = await accessOf(db, actor, ids)
  const accessible = ids.filter((id) => isAllowed(access.get(id)))
  return viewItems(deps, actor, accessible.slice(0, most), access)
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
