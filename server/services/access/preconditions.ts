import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'
import type { NameCheck } from '@/domain/items/naming'
import { principalOf, type UserOrApplication } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemLocked, permissionDenied, personalSpaceClosed, Refused } from '../../errors'
import { isInClosedSpace } from '../../policies/access/authorize'
import { mayDeleteDepartment } from '../../policies/access/departments'
import type { Access } from '../../policies/access/facts'
import { blockingLockers } from '../../policies/items'
import { departmentOwners } from '../../queries/directories/facts'
import { locksOf } from '../../queries/items/locks'
import { departmentsOf } from './departments'

/** @throws Refused with the error code of the name check, and the forbidden character if there is one (decisions 4.24) */
export function requireName(check: NameCheck, field = 'name'): string {
  if (check.ok) return check.name
  throw new Refused(check.code, {
    field,
    ...(check.character !== undefined && { params: { character: check.character } }),
  })
}

/** @param depth levels from the root of the tree down to the deepest folder @throws Refused too_deep (decisions 63) */
export function requireDepth(depth: number): void {
  if (depth > FOLDER_DEPTH_LIMIT) throw new Refused('too_deep', { params: { n: FOLDER_DEPTH_LIMIT } })
}

/** @throws Refused personal_space_closed (decisions 57) */
export function requireOpenSpace(access: Access): void {
  if (isInClosedSpace(access)) throw personalSpaceClosed()
}

/** @throws Refused item_locked, naming the locker; items_locked for several lockers (1§8) */
export async function requireUnlocked(db: Db, actor: UserOrApplication, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const [locker, ...others] = blockingLockers(await locksOf(db, ids), principalOf(actor).user.id)
  if (others.length > 0) throw new Refused('items_locked')
  if (locker !== undefined) throw itemLocked(locker)
}

/**
 * Deleting or moving the folder of a department needs more than item_delete (decisions 4.13). Departments of a directory stay where the directory has
 * them: a sync would move them back, or make them anew beside those in the trash.
 * @param isDeletion Departments below are deleted, too. @throws Refused permission_denied, directory_owned
 */
export async function requireDepartmentRight(
  db: Db,
  actor: UserOrApplication,
  targets: readonly Access[],
  { isDeletion }: { isDeletion: boolean },
): Promise<void> {
  const departments = targets.flatMap(({ chain: [item] }) => item.departmentId ?? [])
  if (departments.length === 0) return
  const { byId, childrenOf } = await departmentsOf(db, principalOf(actor))
  const mayDelete = (id: number) => mayDeleteDepartment(actor, byId.get(id)?.isManagedAbove ?? null)
  if (!departments.every(mayDelete)) throw permissionDenied()
  const owners = await departmentOwners(db, principalOf(actor).enterprise.id)
  const within = (id: number): number[] => [
    id,
    ...(isDeletion ? (childrenOf.get(id) ?? []).flatMap((child) => within(child.id)) : []),
  ]
  const owned = departments.flatMap(within).find((id) => owners.has(id))
  if (owned !== undefined) throw new Refused('directory_owned', { params: { name: owners.get(owned)!.label } })
}
