import type { Role } from '@/contract/entities'
import type { Db } from '../database/connect'
import { rolesOf } from '../policies/effectiveRole'
import type { Access, Grant } from '../policies/facts'
import { grantsOn } from '../queries/contacts'

/**
 * The roles that users have on an item: of everybody who has one or had one taken away, the owner of the space among them.
 * @param among only users of this enterprise, or these users
 */
export async function rolesOn(
  db: Db,
  chain: Access['chain'],
  among: { enterpriseId?: number; userIds?: readonly number[] } = {},
): Promise<Map<number, Role | null>> {
  const ids = chain.map(({ id }) => id)
  const byUser = new Map<number, Map<number, Grant[]>>()
  for (const { owner } of chain) if (owner && isAmong(owner.id, among)) byUser.set(owner.id, new Map())
  for (const { userId, itemId, ...grant } of await grantsOn(db, ids, among)) {
    const grants = byUser.get(userId) ?? new Map<number, Grant[]>()
    grants.set(itemId, [...(grants.get(itemId) ?? []), grant])
    byUser.set(userId, grants)
  }
  return new Map([...byUser].map(([userId, grants]) => [userId, rolesOf(userId, chain, grants)[0] ?? null]))
}

function isAmong(ownerId: number, { userIds }: { userIds?: readonly number[] }): boolean {
  return userIds?.includes(ownerId) ?? true
}
