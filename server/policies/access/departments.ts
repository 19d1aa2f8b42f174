import type { Permission } from '@/contract/entities'
import type { Actor, UserActor } from '../../actors/actor'
import type { Access, DepartmentFacts } from './facts'

export interface DepartmentNode extends DepartmentFacts {
  /** The user is its member or manages it or one above it, or owns the departments. */
  isOwn: boolean
  isManagedAbove: boolean
}

/** What is said of a department where its root folder is listed. */
export interface ItemDepartment {
  id: number
  name: string
  directorName: string
  mayDelete: boolean
}

/** Departments of an enterprise as one user stands to them. */
export interface DepartmentForest {
  byId: Map<number, DepartmentNode>
  /** Sorted; null holds the top ones. */
  childrenOf: Map<number | null, DepartmentNode[]>
}

/** The tree of departments, as much of it as is shown. */
export interface DepartmentTree {
  forest: DepartmentForest
  /** null = everything */
  visible: ReadonlySet<number> | null
  /** Those whose files the user may list. */
  accessible: ReadonlySet<number>
}

/** @param departments all of the user's enterprise, sorted */
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

/** The departments that a user's tree shows: their own, and what leads to them. */
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
 * delete_folder belongs to administrators and to who manages the department above (decisions 4.13).
 * @param isManagedAbove null for a department that is not of the actor's enterprise
 */
export function mayDeleteDepartment(actor: Actor, isManagedAbove: boolean | null): boolean {
  if (isManagedAbove === null) return false
  switch (actor.kind) {
    case 'user':
      return actor.user.is_administrator || isManagedAbove
    case 'visitor':
    case 'contributor':
    case 'application':
      return false
  }
}

/** What may be done with the folder of a department: deleting it needs more than `item_delete`. */
export function departmentPermissions(permissions: readonly Permission[], mayDelete: boolean): readonly Permission[] {
  return mayDelete ? permissions : permissions.filter((permission) => permission !== 'item_delete')
}

/** Whether a folder may take items: the folder of a department stays directly below that of another one of its enterprise. */
export function mayTakeDepartments({ chain: [folder], space }: Access, targets: readonly Access[]): boolean {
  const departments = targets.filter(({ chain: [item] }) => item.departmentId !== null)
  return (
    departments.length === 0 ||
    (folder.departmentId !== null &&
      departments.every((each) => each.space.owner.enterpriseId === space.owner.enterpriseId))
  )
}
