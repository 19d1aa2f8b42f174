import type { Permission } from '@/contract/entities'
import type { Actor, UserActor } from '../../actors/actor'
import { mayAdminister } from '../administration'
import type { Access, DepartmentFacts } from './facts'

export interface DepartmentNode extends DepartmentFacts {
  /** The user is a member or manager of the department, manages a department above, or owns the enterprise. */
  isOwn: boolean
  isManagedAbove: boolean
}

/** The departments of an enterprise from one user's view. */
export interface DepartmentForest {
  byId: Map<number, DepartmentNode>
  /** Sorted; null holds the top departments. */
  childrenOf: Map<number | null, DepartmentNode[]>
}

/** The tree of departments and its visible part. */
export interface DepartmentTree {
  forest: DepartmentForest
  /** null = everything */
  visible: ReadonlySet<number> | null
  /** Departments whose files the user may list. */
  accessible: ReadonlySet<number>
}

/** @param departments all departments of the user's enterprise, sorted */
export function departmentForest(
  { user, enterprise }: Pick<UserActor, 'user' | 'enterprise'>,
  departments: readonly DepartmentFacts[],
): DepartmentForest {
  const facts = new Map(departments.map((department) => [department.id, department]))
  const ownsAll = enterprise.owner_id === user.id
  const isManaged = (id: number | null): boolean => {
    const department = id === null ? undefined : facts.get(id)
    return department !== undefined && (department.isManager || isManaged(department.parentId))
  }
  const forest: DepartmentForest = { byId: new Map(), childrenOf: new Map() }
  for (const department of departments) {
    const isManagedAbove = isManaged(department.parentId)
    const node = { ...department, isOwn: ownsAll || department.isMember || isManagedAbove, isManagedAbove }
    forest.byId.set(node.id, node)
    const siblings = forest.childrenOf.get(node.parentId)
    if (siblings) siblings.push(node)
    else forest.childrenOf.set(node.parentId, [node])
  }
  return forest
}

/** The departments in a user's tree: their own, and all departments above those. */
export function visibleDepartments({ byId }: DepartmentForest): Set<number> {
  const visible = new Set<number>()
  for (const node of byId.values()) {
    if (!node.isOwn) continue
    for (let above: DepartmentNode | undefined = node; above && !visible.has(above.id);) {
      visible.add(above.id)
      above = above.parentId === null ? undefined : byId.get(above.parentId)
    }
  }
  return visible
}

/**
 * Whether an actor may delete a department's folder: owners and managers of the department above (decisions 4.13).
 * @param isManagedAbove null for a department of another enterprise
 */
export function mayDeleteDepartment(actor: Actor, isManagedAbove: boolean | null): boolean {
  if (isManagedAbove === null) return false
  switch (actor.kind) {
    case 'user':
      return mayAdminister(actor, 'deleteDepartmentFolder') || isManagedAbove
    case 'visitor':
    case 'contributor':
    case 'application':
      return false
  }
}

/** The permissions on a department's folder. `item_delete` remains only for users who may delete the department. */
export function departmentPermissions(permissions: readonly Permission[], mayDelete: boolean): readonly Permission[] {
  return mayDelete ? permissions : permissions.filter((permission) => permission !== 'item_delete')
}

/** Whether a folder may receive items. A department's folder may be moved only into the folder of a department of the same enterprise. */
export function mayReceiveDepartments({ chain: [folder], space }: Access, targets: readonly Access[]): boolean {
  const departments = targets.filter(({ chain: [item] }) => item.departmentId !== null)
  return (
    departments.length === 0 ||
    (folder.departmentId !== null &&
      departments.every((each) => each.space.owner.enterpriseId === space.owner.enterpriseId))
  )
}
