import type { Actor } from '../actor'
import { effectiveRole, type Grant } from './effectiveRole'
import type { Access, Node, SpaceOwner } from './facts'
import { itemPermissions } from './itemPermissions'

type Chain = [Node, ...Node[]]
type Grants = ReadonlyMap<number, readonly Grant[]>

/** What an actor may do with an item (decisions 4.18); visitors and applications have no rights yet. */
export function authorize(actor: Actor, chain: Chain, grants: Grants): Access {
  switch (actor.kind) {
    case 'user':
      return authorizeUser(actor.user.id, chain, grants)
    case 'visitor':
    case 'application':
      return { ...factsOf(chain), roles: chain.map(() => null), role: null, permissions: [], isDepartmentMember: false }
  }
}

function authorizeUser(userId: number, chain: Chain, grants: Grants): Access {
  const roles = chain.map((_, index) => effectiveRole(userId, chain.slice(index), grants))
  const role = roles[0] ?? null
  return {
    ...factsOf(chain),
    roles,
    role,
    permissions: role ? itemPermissions(userId, role, chain[0]) : [],
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
