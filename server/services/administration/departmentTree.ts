import type { UserActor } from '../../actors/actor'
import { permissionDenied, Refused } from '../../errors'
import { mayFillDepartment, type OrganisationAct } from '../../policies/administration'
import {
  belongsTo,
  isMemberWithin,
  lockDepartments,
  type DepartmentNode,
} from '../../queries/administration/departments'
import { act, requireRight, type Act, type Ports } from './acts'

/** An act on departments, with all departments by id, in their order. */
export interface TreeAct extends Act {
  nodes: Map<number, DepartmentNode>
}

export function onTree<T>(
  ports: Ports,
  actor: UserActor,
  right: OrganisationAct,
  run: (given: TreeAct) => Promise<T>,
): Promise<T> {
  return act(ports, actor, async (given) => {
    requireRight(given.actor, right)
    return run({ ...given, nodes: await lockDepartments(given.db, actor.enterprise.id) })
  })
}

/** @throws Refused department_not_found */
export function requireNode({ nodes }: TreeAct, id: number): DepartmentNode {
  const node = nodes.get(id)
  if (!node) throw new Refused('department_not_found', { field: 'department_id' })
  return node
}

export function parentOf({ nodes }: TreeAct, { parentId }: DepartmentNode): DepartmentNode | null {
  return parentId === null ? null : (nodes.get(parentId) ?? null)
}

export function childrenOf({ nodes }: TreeAct, parentId: number | null): number[] {
  return [...nodes.values()].filter((each) => each.parentId === parentId).map(({ id }) => id)
}

/** Levels from the top down to a department; 0: the top itself. */
export function depthOf(given: TreeAct, node: DepartmentNode | null): number {
  return node === null ? 0 : 1 + depthOf(given, parentOf(given, node))
}

/** @throws Refused department_inside_itself */
export function requireOutside(given: TreeAct, node: DepartmentNode, place: DepartmentNode | null): void {
  for (let above = place; above !== null; above = parentOf(given, above))
    if (above.id === node.id) throw new Refused('department_inside_itself')
}

/**
 * Requires that a department gives no new rights to the administrator who fills it.
 * @param moved the department whose members arrive there
 * @throws Refused permission_denied
 */
export async function requireFillable(
  { db, actor }: TreeAct,
  place: DepartmentNode | null,
  moved?: DepartmentNode,
): Promise<void> {
  const isOwn =
    place !== null &&
    ((await belongsTo(db, actor.user.id, place.id)) ||
      (moved !== undefined && (await isMemberWithin(db, actor.user.id, moved.id))))
  if (!mayFillDepartment(actor, isOwn)) throw permissionDenied()
}
