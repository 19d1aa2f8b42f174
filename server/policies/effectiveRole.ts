import type { Role } from '@/contract/entities'
import { strongest } from '@/domain/items/roles'
import type { Grant } from './facts'

interface Place {
  id: number
  departmentId: number | null
  owner: { id: number } | null
}

/**
 * The one role that counts (decisions 4.18): the owner of the space is owner; else the nearest folder with a grant decides,
 * but an inherited owner or coowner is never lowered. A department's folder inherits nothing but management from above.
 * @param chain the item first, the root of its tree last
 * @returns null without any grant
 */
export function effectiveRole(
  userId: number,
  chain: readonly Place[],
  grants: ReadonlyMap<number, readonly Grant[]>,
): Role | null {
  let nearest: Role | null = null
  let isCoowner = false
  let isAboveDepartment = false
  for (const place of chain) {
    if (place.owner?.id === userId) return 'owner'
    const held = (grants.get(place.id) ?? []).filter((grant) => !isAboveDepartment || grant.by === 'manager')
    const role = roleHere(held)
    if (role === 'owner') return 'owner'
    isCoowner ||= role === 'coowner'
    nearest ??= role
    isAboveDepartment ||= place.departmentId !== null
  }
  return isCoowner ? 'coowner' : nearest
}

/** Management stands above all; a user's own invitation beats those of their groups; of several the strongest. */
function roleHere(held: readonly Grant[]): Role | null {
  if (held.some((grant) => grant.by === 'manager')) return 'coowner'
  const own = held.find((grant) => grant.by === 'user')
  return own?.role ?? strongest(held.map((grant) => grant.role))
}
