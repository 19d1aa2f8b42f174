import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import { movesOwned, ownedAmong, waitsForDirectory } from '../../policies/directories'
import { departmentsOf } from '../../queries/administration/people'
import { departmentOwners, ownersOf } from '../../queries/directories/facts'

const owned = (field: string, name: string) => new Refused('directory_owned', { field, params: { name } })

/**
 * Requires that no directory owns what changes about a person.
 * @param departments the departments that the person will have; undefined: as now
 * @throws Refused directory_owned
 */
export async function requireUnowned(
  db: Db,
  enterpriseId: number,
  userId: number,
  changed: readonly string[],
  departments?: readonly number[],
): Promise<void> {
  if (changed.length === 0 && departments === undefined) return
  const owner = (await ownersOf(db, [userId])).get(userId)
  if (!owner) return
  const field = ownedAmong(owner, changed)
  if (field !== null) throw owned(field, owner.label)
  if (departments === undefined || ownedAmong(owner, ['departments']) === null) return
  const ids = await departmentsOfDirectory(db, enterpriseId, owner.directoryId)
  const present = (await departmentsOf(db, [userId])).get(userId) ?? []
  const before = present.map(({ department_id: id }) => id)
  if (movesOwned(before, departments, ids)) throw owned('departments', owner.label)
}

/** Requires that no directory decides whether these people belong to a department. @throws Refused directory_owned */
export async function requireUnownedMembers(
  db: Db,
  enterpriseId: number,
  departmentId: number,
  userIds: readonly number[],
): Promise<void> {
  const directory = (await departmentOwners(db, enterpriseId)).get(departmentId)
  if (!directory) return
  const owners = await ownersOf(db, userIds)
  const isTheirs = [...owners.values()].some((owner) => owner.directoryId === directory.id)
  if (isTheirs) throw owned('user_ids', directory.label)
}

/** @throws Refused directory_owned */
export async function requireUnownedDepartment(db: Db, enterpriseId: number, departmentId: number): Promise<void> {
  const directory = (await departmentOwners(db, enterpriseId)).get(departmentId)
  if (directory) throw owned('department_id', directory.label)
}

/** Requires that no sync has deactivated these people. @throws Refused directory_owned */
export async function requireNotGone(db: Db, userIds: readonly number[]): Promise<void> {
  for (const owner of (await ownersOf(db, userIds)).values())
    if (waitsForDirectory(owner)) throw owned('user_ids', owner.label)
}

/** Requires that a person has their password here. @throws Refused directory_owned */
export async function requireOwnPassword(db: Db, userId: number): Promise<void> {
  const owner = (await ownersOf(db, [userId])).get(userId)
  if (owner?.signsIn) throw owned('user_id', owner.label)
}

async function departmentsOfDirectory(db: Db, enterpriseId: number, directoryId: number): Promise<Set<number>> {
  const owners = await departmentOwners(db, enterpriseId)
  return new Set([...owners].filter(([, { id }]) => id === directoryId).map(([departmentId]) => departmentId))
}
