import type { UserActor } from '../../actors/actor'
import { putMembers, removeMembers } from '../../queries/administration/accounts'
import { requirePeople, type Ports } from './acts'
import { onTree, requireNode } from './departmentTree'

/** Adds people, or makes members managers or not. @throws Refused as requirePeople, department_not_found */
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
    await putMembers(
      given.db,
      userIds.map((userId) => ({ departmentId: id, userId, isManager })),
    )
  })
}

/** @throws Refused as requirePeople, department_not_found */
export function removeDepartmentMembers(
  ports: Ports,
  actor: UserActor,
  departmentId: number,
  userIds: readonly number[],
): Promise<void> {
  return onTree(ports, actor, 'changeDepartment', async (given) => {
    const { id } = requireNode(given, departmentId)
    await requirePeople(given, 'editPerson', userIds)
    await removeMembers(given.db, id, userIds)
  })
}
