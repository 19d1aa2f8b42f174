import { principalOf, type UserOrApplication } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { holds, holdsAllWithin, mayMoveAlong } from '../../policies/access/authorize'
import { isAboveReview, reviewRefusal } from '../../policies/access/actionPermissions'
import type { Access } from '../../policies/access/facts'
import { itemsWithOwnRights, restrictedWithin } from '../../queries/items/subtree'
import { accessOf } from './itemAccess'

/**
 * Finds the items inside the folders that the user may not download. The user's role on such an item is lower, or the item belongs to another
 * department.
 */
export async function withheldWithin(db: Db, actor: UserOrApplication, targets: readonly Access[]): Promise<Access[]> {
  return (await accessOfApart(db, actor, targets)).filter((each) => !holds(each, 'item_download'))
}

/** Finds the items inside the folders that the user may not move together with the folders. Includes items in the trash. */
export async function leftBehindWithin(
  db: Db,
  actor: UserOrApplication,
  targets: readonly Access[],
): Promise<Access[]> {
  return (await accessOfApart(db, actor, targets)).filter((each) => !mayMoveAlong(each))
}

/** Finds the items inside the folders that the user may not delete. Omits items already in the trash. */
export async function undeletableWithin(
  db: Db,
  actor: UserOrApplication,
  targets: readonly Access[],
): Promise<Access[]> {
  return (await accessOfApart(db, actor, targets)).filter((each) => !each.isDeleted && !holds(each, 'item_delete'))
}

/** Loads the access to those items inside the folders where the user's role may differ from the role on the folder. */
async function accessOfApart(db: Db, actor: UserOrApplication, targets: readonly Access[]): Promise<Access[]> {
  const folders = targets
    .filter(({ chain: [item], role }) => item.isFolder && !holdsAllWithin(role))
    .map(({ chain: [item] }) => item)
  if (folders.length === 0) return []
  const departments = folders.filter(({ departmentId }) => departmentId !== null).map(({ id }) => id)
  const ids = await itemsWithOwnRights(db, principalOf(actor).user.id, departments)
  const found = await accessOf(db, actor, ids)
  const tops = new Set(folders.map(({ id }) => id))
  return [...found.values()].filter((each) => each.chain.slice(1).some(({ id }) => tops.has(id)))
}

/** Finds the items inside the folders that an approval or an encrypted folder withholds from the user (ACT-08). */
export async function reviewedWithin(db: Db, actor: UserOrApplication, targets: readonly Access[]): Promise<Access[]> {
  const folders = targets.filter(({ chain: [item], role }) => item.isFolder && !isAboveReview(role))
  if (folders.length === 0) return []
  const restricted = await restrictedWithin(
    db,
    folders.map(({ chain: [item] }) => item.id),
  )
  const found = await accessOf(
    db,
    actor,
    restricted.map(({ id }) => id),
  )
  return [...found.values()].filter((access) => reviewRefusal(access, principalOf(actor).user.id) !== null)
}

/** Removes duplicates and items inside another target, because an action on that folder covers them. */
export function outermost(targets: readonly Access[]): Access[] {
  const chosen = new Set(targets.map(({ chain: [item] }) => item.id))
  const seen = new Set<number>()
  return targets.filter(({ chain: [item, ...above] }) => {
    if (seen.has(item.id) || above.some((node) => chosen.has(node.id))) return false
    seen.add(item.id)
    return true
  })
}
