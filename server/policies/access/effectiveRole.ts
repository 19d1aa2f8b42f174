import type { Role } from '@/contract/entities'
import { combined, strongest } from '@/domain/items/roles'
import type { Grant } from './facts'

interface Place {
  id: number
  departmentId: number | null
  owner: { id: number } | null
}

/** The rights that a folder passes to its children. */
interface Inherited {
  ownsSpace: boolean
  isOwner: boolean
  isCoowner: boolean
  /** the role at the nearest folder with a grant */
  nearest: Role | null
  /** The user manages a department here or above. Management is inherited across a department's folder, as is ownership of the space. */
  isManaged: boolean
}

const none: readonly Grant[] = []
const nothing: Inherited = { ownsSpace: false, isOwner: false, isCoowner: false, nearest: null, isManaged: false }

/**
 * The effective role on an item and on everything above it (decisions 4.18). The owner of the space is owner. Otherwise the nearest folder
 * with a grant decides, but an inherited owner or coowner is never lowered. A department's folder inherits only management from above.
 * Takes time in proportion to the depth.
 * @param chain the item first, the root of its tree last
 * @returns roles in the order of the chain; null without any grant
 */
export function rolesOf(
  userId: number,
  chain: readonly Place[],
  grants: ReadonlyMap<number, readonly Grant[]>,
): (Role | null)[] {
  let rights = nothing
  const roles: (Role | null)[] = []
  for (const place of [...chain].reverse()) {
    rights = rightsAt(userId, place, grants.get(place.id) ?? none, rights)
    roles.push(rights.isOwner ? 'owner' : rights.isCoowner ? 'coowner' : rights.nearest)
  }
  return roles.reverse()
}

function rightsAt(userId: number, place: Place, grants: readonly Grant[], above: Inherited): Inherited {
  if (grants.length === 0 && place.departmentId === null && place.owner === null) return above
  const inherited = place.departmentId === null ? above : throughDepartment(above)
  const role = roleHere(grants, inherited.nearest)
  const ownsSpace = place.owner?.id === userId || above.ownsSpace
  return {
    ownsSpace,
    isOwner: ownsSpace || role === 'owner' || inherited.isOwner,
    isCoowner: role === 'coowner' || inherited.isCoowner,
    nearest: role ?? inherited.nearest,
    isManaged: above.isManaged || grants.some((grant) => grant.by === 'manager'),
  }
}

/** The rights that are inherited across a department's folder. */
function throughDepartment({ ownsSpace, isManaged }: Inherited): Inherited {
  return { ownsSpace, isOwner: ownsSpace, isCoowner: isManaged, nearest: null, isManaged }
}

/**
 * The role granted on one folder. Management wins; then the user's own grant; then the strongest grant of their groups. A role accepted by
 * invitation takes nothing away: it adds to the role of the groups, or to the inherited role (decisions 109).
 */
function roleHere(rights: readonly Grant[], inherited: Role | null): Role | null {
  if (rights.some((grant) => grant.by === 'manager')) return 'coowner'
  const own = rights.find((grant) => grant.by === 'user')
  if (own) return own.role
  const added = rights.find((grant) => grant.by === 'added')
  const ofGroups = strongest(rights.flatMap((grant) => (grant === added ? [] : grant.role)))
  if (!added) return ofGroups
  const otherwise = ofGroups ?? inherited
  return otherwise === null ? added.role : combined([added.role, otherwise])
}
