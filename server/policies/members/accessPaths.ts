import type { Role } from '@/contract/entities'
import { rolesOf } from '../access/effectiveRole'
import type { Access, Grant, Node } from '../access/facts'

/** One path by which a subject has a role. */
export interface AccessPath<G extends Grant = Grant> {
  /** null: owns the space */
  grant: G | null
  role: Role
  /** levels above the item */
  at: number
  /** Whether the effective role comes from this path. */
  isDecisive: boolean
}

/** The paths by which a user has a role on an item, nearest first. The effective role comes from `rolesOf`, which decides every access. */
export function accessPaths<G extends Grant>(
  userId: number,
  chain: Access['chain'],
  grants: ReadonlyMap<number, readonly G[]>,
): { role: Role | null; ways: AccessPath<G>[] } {
  const role = rolesOf(userId, chain, grants)[0] ?? null
  const applying = inheritedChain(chain)
  const ways = chain.flatMap((node, at): AccessPath<G>[] => {
    const given = (grants.get(node.id) ?? []).filter(({ by }) => at < applying.length || by === 'manager')
    return [...ownership<G>(userId, node, at), ...given.map((grant) => wayOf(grant, at))]
  })
  return { role, ways: markDecisive(ways, role) }
}

/** The item and the folders above whose grants apply to it: up to the nearest department folder. */
export function inheritedChain<N extends Pick<Node, 'departmentId'>>(chain: readonly N[]): readonly N[] {
  const boundary = chain.findIndex(({ departmentId }) => departmentId !== null)
  return boundary === -1 ? chain : chain.slice(0, boundary + 1)
}

function ownership<G extends Grant>(userId: number, { owner }: Node, at: number): AccessPath<G>[] {
  return owner?.id === userId ? [{ grant: null, role: 'owner', at, isDecisive: false }] : []
}

function wayOf<G extends Grant>(grant: G, at: number): AccessPath<G> {
  return { grant, role: grant.by === 'manager' ? 'coowner' : grant.role, at, isDecisive: false }
}

/** Marks the nearest path that gives the effective role. On one folder, management precedes the user's own grant, then groups. */
function markDecisive<G extends Grant>(ways: AccessPath<G>[], role: Role | null): AccessPath<G>[] {
  const order = (way: AccessPath<G>) =>
    way.grant === null
      ? 0
      : way.grant.by === 'manager'
        ? 1
        : way.grant.by === 'user' || way.grant.by === 'added'
          ? 2
          : 3
  const giving = ways.filter((way) => way.role === role)
  // An added role can give, together with another one, a role that no path has alone.
  const added = giving.length > 0 ? giving : ways.filter(({ grant }) => grant?.by === 'added')
  const [first] = added.sort((a, b) => a.at - b.at || order(a) - order(b))
  return ways.map((way) => (way === first ? { ...way, isDecisive: true } : way))
}
