import type { Permission, Role } from '@/contract/entities'
import { permissionsOf } from '@/domain/items/roles'
import type { Actor, UserActor } from '../../actors/actor'
import { limitByScopes } from '../applications'
import { limitByCollectingLink } from '../fileRequests'
import { rolesOf } from './effectiveRole'
import type { Access, Grant, Node, SpaceOwner } from './facts'
import { itemPermissions } from './itemPermissions'
import { limitByLink } from '../shares/visitors'

type Chain = [Node, ...Node[]]
type Grants = ReadonlyMap<number, readonly Grant[]>

/**
 * Decides what an actor may do with an item (decisions 4.18).
 * @param grants the grants of the user behind the actor: the user, a link's maker, or the user of an application
 */
export function authorize(actor: Actor, chain: Chain, grants: Grants): Access {
  switch (actor.kind) {
    case 'user':
      return authorizeUser(actor.user, chain, grants)
    case 'visitor':
      return limitByLink(actor, authorizeUser(actor.maker.user, chain, grants))
    case 'contributor':
      return limitByCollectingLink(actor, authorizeUser(actor.maker.user, chain, grants))
    case 'application':
      return limitByScopes(actor, authorizeUser(actor.onBehalfOf.user, chain, grants))
  }
}

/** Whether an actor has a permission on an item, even in the trash. */
export function holds(access: Access, permission?: Permission): boolean
export function holds(access: Access | undefined, permission?: Permission): access is Access
export function holds(access: Access | undefined, permission: Permission = 'item_view'): boolean {
  return access?.permissions.includes(permission) ?? false
}

/** Whether an actor can use a permission on an item now: the item is not in the trash. */
export function isAllowed(access: Access | undefined, permission?: Permission): boolean {
  return holds(access, permission) && !access.isDeleted
}

/** Whether a role gives any right. `reset` removes the role inherited from above. */
export function isUsable(role: Role | null | undefined): role is Role {
  return role !== null && role !== undefined && role !== 'reset'
}

/** Whether a role on a folder applies to everything below, whatever is granted there. */
export function holdsAllWithin(role: Role | null): boolean {
  return role === 'owner'
}

/**
 * Whether a user's move may include an item. The user needs the rights to download and to delete it. Otherwise the move could give the user these
 * rights in the new folder (decisions 62).
 */
export function mayMoveAlong(access: Access): boolean {
  return holds(access, 'item_download') && holds(access, 'item_delete')
}

/** Whether an action can apply to the item itself. The root of a personal space has no name, so actions apply only to the items in that root. */
export function isWholeItem({ chain: [item] }: Pick<Access, 'chain'>): boolean {
  return item.personalOf === null
}

/** Whether the owner's enterprise has closed the personal space in which an item lies (decisions 57). */
export function isInClosedSpace({ space }: Pick<Access, 'space'>): boolean {
  return space.personalOf !== null && space.owner.isPersonalSpaceClosed
}

/** Whether a role on a folder lets a user preview the files below that have no grants of their own. */
export function mayPreviewWithin(role: Role): boolean {
  return permissionsOf(role).includes('item_preview')
}

function authorizeUser(
  { id: userId, downloads_nothing: downloadsNothing }: UserActor['user'],
  chain: Chain,
  grants: Grants,
): Access {
  const roles = rolesOf(userId, chain, grants)
  const role = roles[0] ?? null
  const permissions = role ? itemPermissions(userId, role, chain[0]) : []
  return {
    ...factsOf(chain),
    roles,
    role,
    permissions: downloadsNothing ? permissions.filter((each) => each !== 'item_download') : permissions,
    grants,
    isDepartmentMember: chain.some(
      (node) =>
        node.owner?.id === userId ||
        grants.get(node.id)?.some((grant) => grant.by === 'manager' || grant.by === 'member'),
    ),
  }
}

function factsOf(chain: Chain) {
  return { chain, isDeleted: chain.some((node) => node.isDeleted), space: chain.find(isSpace)! }
}

function isSpace(node: Node): node is Node & { owner: SpaceOwner } {
  return node.owner !== null
}
