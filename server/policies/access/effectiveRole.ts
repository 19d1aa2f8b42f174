import type { Role } from '@/contract/entities'
import { strongest } from '@/domain/items/roles'
import type { Grant } from './facts'

interface Place {
  id: number
  departmentId: number | null
  owner: { id: number } | null
}

/** What a folder hands down. */
interface Held {
  ownsSpace: boolean
  isOwner: boolean
  isCoowner: boolean
  /** Of the nearest folder with a grant. */
  nearest: Role | null
  /** What passes a department's folder: ownership of the space and management. */
  isManaged: boolean
}

const none: readonly Grant[] = []
const nothing: Held = { ownsSpace: false, isOwner: false, isCoowner: false, nearest: null, isManaged: false }

/**
 * The one role that counts on an item and on everything above it (decisions 4.18): the owner of the space is owner; else the nearest
 * folder with a grant decides, but an inherited owner or coowner is never lowered. A department's folder inherits nothing but management
 * from above. Takes time in proportion to the depth.
 * @param chain the item first, the root of its tree last
 * @returns in the order of the chain; null without any grant
 */
export function rolesOf(
  userId: number,
  chain: readonly Place[],
  grants: ReadonlyMap<number, readonly Grant[]>,
): (Role | null)[] {
  let held = nothing
  const roles: (Role | null)[] = []
  for (const place of [...chain].reverse()) {
    held = heldAt(userId, place, grants.get(place.id) ?? none, held)
    roles.push(held.isOwner ? 'owner' : held.isCoowner ? 'coowner' : held.nearest)
  }
  return roles.reverse()
}

function heldAt(userId: number, place: Place, grants: readonly Grant[], above: Held): Held {
  if (grants.length === 0 && place.departmentId === null && place.owner === null) return above
  const role = roleHere(grants)
  const inherited = place.departmentId === null ? above : passed(above)
  const ownsSpace = place.owner?.id === userId || above.ownsSpace
  return {
    ownsSpace,
    isOwner: ownsSpace || role === 'owner' || inherited.isOwner,
    isCoowner: role === 'coowner' || inherited.isCoowner,
    nearest: role ?? inherited.nearest,
    isManaged: above.isManaged || grants.some((grant) => grant.by === 'manager'),
  }
}

/** The folder of a department lets through nothing else. */
function passed({ ownsSpace, isManaged }: Held): Held {
  return { ownsSpace, isOwner: ownsSpace, isCoowner: isManaged, nearest: null, isManaged }
}

/** Management stands above all; a user's own invitation beats those of their groups; of several the strongest. */
function roleHere(held: readonly Grant[]): Role | null {
  if (held.some((grant) => grant.by === 'manager')) return 'coowner'
  const own = held.find((grant) => grant.by === 'user')
  return own?.role ?? strongest(held.map((grant) => grant.role))
}
