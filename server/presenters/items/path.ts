import type { TypedId } from '@/contract/call'
import type { PathEntry } from '@/contract/entities'
import { withoutDirections } from '@/domain/items/naming'
import type { UserActor } from '../../actors/actor'
import { isUsable } from '../../policies/access/authorize'
import type { Access, Node } from '../../policies/access/facts'
import { relationOf, type Relation } from '../../policies/access/relation'

/** The path to an item, root first, without the item. The own root is `folder_0` without a name, because the client words it. */
export function pathTo(access: Access, relation: Relation): PathEntry[] {
  return visibleChain(access, relation).slice(1).reverse().map(entryOf)
}

/** The path to a listed place, root first, including the place. */
export function pathOf(access: Access, { user, enterprise }: UserActor): PathEntry[] {
  return visibleChain(access, relationOf(access, user.id, enterprise.id))
    .reverse()
    .map(entryOf)
}

/** The chain up to the first folder on which the user has no right. In a department's space, also includes departments above without a right. */
export function visibleChain({ chain, roles }: Access, { space }: Relation): Node[] {
  const hidden = roles.findIndex((role) => !isUsable(role))
  const end = hidden === -1 ? chain.length : hidden
  return chain.filter((node, index) => index < end || (space === 'department_space' && node.departmentId !== null))
}

/** An item as an entry of a path. */
export type Place = { typed_id: (typeof TypedId)['static']; name: string }

export function entryOf(node: Node): Place {
  if (node.departmentId !== null)
    return { typed_id: `department_${node.departmentId}`, name: withoutDirections(node.name) }
  if (node.personalOf !== null) return { typed_id: 'folder_0', name: '' }
  return { typed_id: `${node.isFolder ? 'folder' : 'file'}_${node.id}`, name: withoutDirections(node.name) }
}
