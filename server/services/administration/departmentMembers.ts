import type { UserActor } from '../../actors/actor'
import { nonMembers, putMembers, removeMembers } from '../../queries/administration/accounts'
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
