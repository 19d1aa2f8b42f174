import type { Role } from '@/contract/entities'
import { rolesOf } from '../access/effectiveRole'
import type { Access, Grant, Node } from '../access/facts'

/** One way by which a role comes to somebody. */
export interface Way<G extends Grant = Grant> {
  /** null: owns the space */
  grant: G | null
  role: Role
  /** How many steps above the item. */
  at: number
  /** Whether the role that counts comes by it. */
  isDecisive: boolean
}

/** By which ways somebody has a role on an item, the nearest first; the role is what `rolesOf` says, which judges every access. */
export function waysOf<G extends Grant>(
  userId: number,
  chain: Access['chain'],
  grants: ReadonlyMap<number, readonly G[]>,
): { role: Role | null; ways: Way<G>[] } {
  const role = rolesOf(userId, chain, grants)[0] ?? null
  const within = reaching(chain)
  const ways = chain.flatMap((node, at): Way<G>[] => {
    const given = (grants.get(node.id) ?? []).filter(({ by }) => at < within.length || by === 'manager')
    return [...ownership<G>(userId, node, at), ...given.map((grant) => wayOf(grant, at))]
  })
  return { role, ways: decided(ways, role) }
}

/** The item, and what lies above it as far as what was given there reaches it: up to the folder of a department. */
export function reaching<N extends Pick<Node, 'departmentId'>>(chain: readonly N[]): readonly N[] {
  const wall = chain.findIndex(({ departmentId }) => departmentId !== null)
  return wall === -1 ? chain : chain.slice(0, wall + 1)
}

function ownership<G extends Grant>(userId: number, { owner }: Node, at: number): Way<G>[] {
  return owner?.id === userId ? [{ grant: null, role: 'owner', at, isDecisive: false }] : []
}

function wayOf<G extends Grant>(grant: G, at: number): Way<G> {
  return { grant, role: grant.by === 'manager' ? 'coowner' : grant.role, at, isDecisive: false }
}

/** The nearest that gives just this role; on one folder management first, then what is one's own. */
function decided<G extends Grant>(ways: Way<G>[], role: Role | null): Way<G>[] {
  const order = (way: Way<G>) =>
    way.grant === null ? 0 : way.grant.by === 'manager' ? 1 : way.grant.by === 'user' ? 2 : 3
  const [first] = ways.filter((way) => way.role === role).sort((a, b) => a.at - b.at || order(a) - order(b))
  return ways.map((way) => (way === first ? { ...way, isDecisive: true } : way))
}
