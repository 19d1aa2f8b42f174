import type { Role } from '@/contract/entities'
import type { UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import {
  managersByRank,
  nonMembers,
  putMembers,
  removeMembers,
  setManager,
  setMemberRole,
} from '../../queries/administration/accounts'
import { setDirector } from '../../queries/administration/departments'
import { requirePeople, type Ports } from './acts'
import { onTree, requireNode } from './departmentTree'
import { requireUnownedMembers } from './owned'

/** Adds people, or makes members managers or not. @throws Refused as requirePeople, department_not_found, directory_owned */
export function addDepartmentMembers(
  ports: Ports,
  actor: UserActor,
  departmentId: number,
  userIds: readonly number[],
  isManager: boolean,
): Promise<void> {
  return onTree(ports, actor, 'changeDepartment', async (given) => {
    const { id } = requireNode(given, departmentId)
    await requirePeople(given, 'receive', userIds)
    const strangers = await nonMembers(given.db, id, userIds)
    await requireUnownedMembers(given.db, actor.enterprise.id, id, strangers)
    await putMembers(
      given.db,
      userIds.map((userId) => ({ departmentId: id, userId, isManager })),
    )
  })
}

/** @throws Refused as requirePeople, department_not_found, directory_owned */
export function removeDepartmentMembers(
  ports: Ports,
  actor: UserActor,
  departmentId: number,
  userIds: readonly number[],
): Promise<void> {
  return onTree(ports, actor, 'changeDepartment', async (given) => {
    const { id } = requireNode(given, departmentId)
    await requirePeople(given, 'editPerson', userIds)
    await requireUnownedMembers(given.db, actor.enterprise.id, id, userIds)
    await removeMembers(given.db, id, userIds)
  })
}

/**
 * Gives members of a department roles of their own, and adds those who are none.
 * @param roles `coowner`: a manager
 * @throws Refused as addDepartmentMembers
 */
export function giveMemberRoles(
  ports: Ports,
  actor: UserActor,
  departmentId: number,
  roles: readonly { userId: number; role: Role }[],
): Promise<void> {
  return inTransaction(
    ports.db,
    async (db) => {
      const within = { ...ports, db }
      const isManager = ({ role }: { role: Role }) => role === 'coowner'
      for (const some of [roles.filter(isManager), roles.filter((each) => !isManager(each))]) {
        const ids = [...new Set(some.map(({ userId }) => userId))]
        if (ids.length > 0) await addDepartmentMembers(within, actor, departmentId, ids, isManager(some[0]!))
      }
      for (const { userId, role } of roles) if (role !== 'coowner') await setMemberRole(db, departmentId, userId, role)
    },
    { actor },
  )
}

/**
 * Names the person who leads a department, and makes them a manager. The former director is a manager no longer.
 * @param userId null: nobody
 * @throws Refused as addDepartmentMembers
 */
export function nameDirector(
  ports: Ports,
  actor: UserActor,
  departmentId: number,
  userId: number | null,
): Promise<void> {
  return onTree(ports, actor, 'changeDepartment', async (given) => {
    const { db } = given
    const { id } = requireNode(given, departmentId)
    const [former] = await managersByRank(db, id)
    if (former !== undefined && former !== userId) await setManager(db, id, former, false)
    if (userId !== null) await addDepartmentMembers({ ...ports, db }, actor, id, [userId], true)
    await setDirector(db, id, userId)
  })
}
