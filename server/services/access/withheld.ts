import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { holds, holdsAllWithin, mayTakeAlong } from '../../policies/access/authorize'
import { isAboveReview, reviewRefusal } from '../../policies/access/actionPermissions'
import type { Access } from '../../policies/access/facts'
import { apartWithin, heldWithin } from '../../queries/items/subtree'
import { accessOf } from './itemAccess'

/**
 * Items below some folders that the user may not download, though they may download the folders: on these items they were given less,
 * or the items are departments of others.
 */
export async function withheldWithin(db: Db, actor: UserActor, targets: readonly Access[]): Promise<Access[]> {
  return (await judgeApart(db, actor, targets)).filter((each) => !holds(each, 'item_download'))
}

/** Items below some folders that a move by the user must not take along, those in the trash included. */
export async function leftBehindWithin(db: Db, actor: UserActor, targets: readonly Access[]): Promise<Access[]> {
  return (await judgeApart(db, actor, targets)).filter((each) => !mayTakeAlong(each))
}

/** Items below some folders that the user may not delete, though they may delete the folders; those in the trash aside. */
export async function undeletableWithin(db: Db, actor: UserActor, targets: readonly Access[]): Promise<Access[]> {
  return (await judgeApart(db, actor, targets)).filter((each) => !each.isDeleted && !holds(each, 'item_delete'))
}

/** Items below some folders for which the user may have another role than for these. */
async function judgeApart(db: Db, actor: UserActor, targets: readonly Access[]): Promise<Access[]> {
  const judged = targets
    .filter(({ chain: [item], role }) => item.isFolder && !holdsAllWithin(role))
    .map(({ chain: [item] }) => item)
  if (judged.length === 0) return []
  const departments = judged.filter(({ departmentId }) => departmentId !== null).map(({ id }) => id)
  const ids = await apartWithin(db, actor.user.id, departments)
  const found = await accessOf(db, actor, ids)
  const tops = new Set(judged.map(({ id }) => id))
  return [...found.values()].filter((each) => each.chain.slice(1).some(({ id }) => tops.has(id)))
}

/** Items below some folders that an approval or an encrypted folder keeps from the user (ACT-08). */
export async function reviewedWithin(db: Db, actor: UserActor, targets: readonly Access[]): Promise<Access[]> {
  const judged = targets.filter(({ chain: [item], role }) => item.isFolder && !isAboveReview(role))
  if (judged.length === 0) return []
  const held = await heldWithin(
    db,
    judged.map(({ chain: [item] }) => item.id),
  )
  const found = await accessOf(
    db,
    actor,
    held.map(({ id }) => id),
  )
  return [...found.values()].filter((access) => reviewRefusal(access, actor.user.id) !== null)
}

/** Leaves out items that lie in another of the targets: what is done with that folder is done with them. */
export function outermost(targets: readonly Access[]): Access[] {
  const chosen = new Set(targets.map(({ chain: [item] }) => item.id))
  const isFirst = new Set<number>()
  return targets.filter(({ chain: [item, ...above] }) => {
    if (isFirst.has(item.id) || above.some((node) => chosen.has(node.id))) return false
    isFirst.add(item.id)
    return true
  })
}
