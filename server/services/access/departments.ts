import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemNotFound } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import {
  departmentForest,
  visibleDepartments,
  type DepartmentForest,
  type DepartmentNode,
  type DepartmentTree,
} from '../../policies/access/departments'
import { loadDepartments } from '../../queries/access/departments'
import { accessOf } from './itemAccess'

/** The departments of the user's enterprise. */
export async function departmentsOf(db: Db, actor: UserActor): Promise<DepartmentForest> {
  return departmentForest(actor, await loadDepartments(db, actor.enterprise.id, actor.user.id))
}

async function treeOf(db: Db, actor: UserActor): Promise<DepartmentTree & { visible: ReadonlySet<number> }> {
  const forest = await departmentsOf(db, actor)
  const nodes = [...forest.byId.values()]
  const access = await accessOf(
    db,
    actor,
    nodes.map(({ rootId }) => rootId),
  )
  const accessible = nodes.filter(({ rootId }) => isAllowed(access.get(rootId))).map(({ id }) => id)
  return { forest, visible: visibleDepartments(forest), accessible: new Set(accessible) }
}

/**
 * The departments directly below `id` that the user's tree shows; without `id`, the top departments.
 * @throws Refused item_not_found
 */
export async function departmentsBelow(
  db: Db,
  actor: UserActor,
  id?: number,
): Promise<DepartmentTree & { nodes: DepartmentNode[] }> {
  const tree = await treeOf(db, actor)
  if (id !== undefined && !tree.visible.has(id)) throw itemNotFound()
  const below = tree.forest.childrenOf.get(id ?? null) ?? []
  return { ...tree, nodes: below.filter((node) => tree.visible.has(node.id)) }
}

/** A department of the user's enterprise, even if the user's tree hides it. The tree decides which departments below are shown. */
export async function requireDepartmentNode(
  db: Db,
  actor: UserActor,
  id: number,
): Promise<DepartmentTree & { node: DepartmentNode }> {
  const tree = await treeOf(db, actor)
  const node = tree.forest.byId.get(id)
  if (!node) throw itemNotFound()
  return { ...tree, node }
}

/**
 * A department of the user's enterprise.
 * @param isFiltered true: refuses a department that the user's tree hides, and filters the departments below; false: filters nothing
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
