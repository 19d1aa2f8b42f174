import type { Permission } from '@/contract/entities'
import { principalOf, type Actor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemIsDeleted, itemNotFound, permissionDenied } from '../../errors'
import { authorize, holds } from '../../policies/access/authorize'
import type { Access, Node } from '../../policies/access/facts'
import { loadRightsFacts, nodeOf, type RightsFacts } from '../../queries/access/rightsFacts'
import type { ItemIds } from '../../queries/access/itemIds'
import type { ItemDetail } from '../../queries/items/items'

/**
 * The access of an actor to items, from roles of collaborations, groups and departments, also inherited ones (decisions 4.18).
 * One query for any number of items. The answer omits items that do not exist.
 */
export async function accessOf(db: Db, actor: Actor, itemIds: readonly number[]): Promise<Map<number, Access>> {
  if (itemIds.length === 0) return new Map()
  return accessFrom(await rightsFactsFor(db, actor, itemIds), actor, itemIds)
}

/** The facts that decide the rights of an actor on items. */
export function rightsFactsFor(db: Db, actor: Actor, itemIds: ItemIds): Promise<RightsFacts> {
  return loadRightsFacts(db, principalOf(actor).user.id, itemIds)
}

/** As accessOf, from facts that are already loaded. */
export function accessFrom(
  { nodes, grants }: RightsFacts,
  actor: Actor,
  itemIds: readonly number[],
): Map<number, Access> {
  const result = new Map<number, Access>()
  for (const id of itemIds) {
    const item = nodes.get(id)
    if (item) result.set(id, authorize(actor, chainOf(item, nodes), grants))
  }
  return result
}

/**
 * The access of an actor to the items of a folder, if the access to the folder is already known. Items without grants of their own have the
 * folder's rights.
 * @param rows the folder's children and its own row; a row that was moved meanwhile is looked up separately
 */
export async function accessWithin(
  db: Db,
  actor: Actor,
  folder: Access,
  rows: readonly ItemDetail[],
): Promise<Map<number, Access>> {
  const [{ id: folderId }] = folder.chain
  const isLike = (row: ItemDetail) => row.parent_id === folderId && !isApart(row)
  const others = rows.filter((row) => row.id !== folderId && !isLike(row)).map(({ id }) => id)
  const access = new Map([...(await accessOf(db, actor, others)), [folderId, folder]])
  for (const row of rows)
    if (isLike(row)) access.set(row.id, authorize(actor, [nodeWithin(row), ...folder.chain], folder.grants))
  return access
}

/** Whether the rights on an item can differ from those on its folder. */
function isApart({ has_collabs, department_id, space_owner_id }: ItemDetail): boolean {
  return has_collabs || department_id !== null || space_owner_id !== null
}

/** The node of a row that has the rights of its folder. Such a node is never the root of a space. */
function nodeWithin(row: ItemDetail): Node {
  return nodeOf(row, {
    isDeleted: row.deleted_at !== null,
    reviewerId: row.lock_kind === 2 ? row.lock_user_id : null,
    owner: null,
  })
}

/**
 * The access to one item, checked for one permission.
 * @throws Refused item_not_found (both for a missing item and without any right), item_is_deleted, permission_denied
 */
export async function requireAccess(
  db: Db,
  actor: Actor,
  itemId: number,
  permission: Permission = 'item_view',
): Promise<Access> {
  const access = (await accessOf(db, actor, [itemId])).get(itemId)
  return allowed(access, permission)
}

/** @throws Refused as requireAccess */
export function allowed(access: Access | undefined, permission: Permission): Access {
  if (!holds(access)) throw itemNotFound()
  if (access.isDeleted) throw itemIsDeleted()
  if (!holds(access, permission)) throw permissionDenied()
  return access
}

function chainOf(item: Node, nodes: Map<number, Node>): [Node, ...Node[]] {
  const chain: [Node, ...Node[]] = [item]
  for (let node = item; node.parentId !== null;) {
    node = nodes.get(node.parentId)!
    chain.push(node)
    if (chain.length > nodes.size) throw new Error(`item ${item.id} contains itself`)
  }
  return chain
}
