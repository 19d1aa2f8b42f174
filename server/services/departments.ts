import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import { itemNotFound } from '../errors'
import {
  departmentForest,
  visibleDepartments,
  type DepartmentForest,
  type DepartmentNode,
} from '../policies/departments'
import { loadDepartments } from '../queries/departments'

/** The tree of departments, as much of it as is shown. */
export interface DepartmentTree {
  forest: DepartmentForest
  /** null = everything */
  visible: ReadonlySet<number> | null
}

/** The departments of the user's enterprise. */
export async function departmentsOf(db: Db, actor: UserActor): Promise<DepartmentForest> {
  return departmentForest(actor, await loadDepartments(db, actor.enterprise.id, actor.user.id))
}

/**
 * The departments directly below one, the top ones without an id, as far as the user's tree shows them.
 * @throws Refused item_not_found
 */
export async function departmentsBelow(
  db: Db,
  actor: UserActor,
  id?: number,
): Promise<DepartmentTree & { nodes: DepartmentNode[] }> {
  const forest = await departmentsOf(db, actor)
  const visible = visibleDepartments(forest)
  if (id !== undefined && !visible.has(id)) throw itemNotFound()
  const below = forest.childrenOf.get(id ?? null) ?? []
  return { forest, visible, nodes: below.filter((node) => visible.has(node.id)) }
}

/** A department of the user's enterprise, shown in the tree or not; what is below it only as far as the tree shows it. */
export async function requireDepartmentNode(
  db: Db,
  actor: UserActor,
  id: number,
): Promise<DepartmentTree & { node: DepartmentNode }> {
  const forest = await departmentsOf(db, actor)
  const node = forest.byId.get(id)
  if (!node) throw itemNotFound()
  return { forest, visible: visibleDepartments(forest), node }
}

/**
 * A department of the user's enterprise.
 * @param isFiltered only if the user's tree shows it, and as far; else all of it
 * @throws Refused item_not_found
 */
export async function requireDepartmentInfo(
  db: Db,
  actor: UserActor,
  id: number,
  isFiltered: boolean,
): Promise<DepartmentTree & { node: DepartmentNode }> {
  const tree = await requireDepartmentNode(db, actor, id)
  if (!isFiltered) return { ...tree, visible: null }
  if (!tree.visible?.has(id)) throw itemNotFound()
  return tree
}
