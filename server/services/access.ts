import type { Permission } from '@/contract/entities'
import { principalOf, type Actor } from '../actor'
import type { Db } from '../database/connect'
import { itemIsDeleted, itemNotFound, permissionDenied } from '../errors'
import { authorize, holds } from '../policies/access'
import type { Access, Node } from '../policies/facts'
import { loadRightsFacts, type RightsFacts } from '../queries/access'
import type { ItemIds } from '../queries/itemIds'

/**
 * What an actor may do with items: roles of collaborations, groups and departments, inherited (decisions 4.18).
 * One query, however many items. Items that do not exist are missing from the answer.
 */
export async function accessOf(db: Db, actor: Actor, itemIds: readonly number[]): Promise<Map<number, Access>> {
  if (itemIds.length === 0) return new Map()
  return accessFrom(await rightsFactsFor(db, actor, itemIds), actor, itemIds)
}

/** What the rights of an actor on items are decided by. */
export function rightsFactsFor(db: Db, actor: Actor, itemIds: ItemIds): Promise<RightsFacts> {
  return loadRightsFacts(db, principalOf(actor).user.id, itemIds)
}

/** As accessOf, from facts that were read before. */
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
 * The access to one item, checked for one permission.
 * @throws Refused item_not_found (missing or without any right, alike), item_is_deleted, permission_denied
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
    if (chain.length > nodes.size) throw new Error(`item ${item.id} lies in itself`)
  }
  return chain
}
