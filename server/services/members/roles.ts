import type { Role } from '@/contract/entities'
import type { Db } from '../../database/connect'
import { rolesOf } from '../../policies/access/effectiveRole'
import type { Access, Grant } from '../../policies/access/facts'
import { grantsOn, type GrantedUsers } from '../../queries/contacts'
import { grantsByWay, type GroupGrant } from '../../queries/members/ways'

interface Among {
  /** Only users of this enterprise. */
  enterpriseId?: number
  /** Only these users. */
  userIds?: readonly number[]
  /** Ignores roles granted directly to a user on this item. Grants to groups and grants on folders above still count. */
  isWithoutOwn?: boolean
}

/** The roles of users on an item. Includes the owner of the space, and users whose role was reset. */
export async function rolesOn(
  db: Db,
  chain: Access['chain'],
  { isWithoutOwn = false, ...among }: Among = {},
): Promise<Map<number, Role | null>> {
  const ids = chain.map(({ id }) => id)
  const grants = (await grantsOn(db, ids, among)).filter(
    ({ by, itemId }) => !isWithoutOwn || (by !== 'user' && by !== 'added') || itemId !== ids[0],
  )
  const owners = new Set(chain.flatMap(({ owner }) => (owner && isAmong(owner.id, among) ? owner.id : [])))
  const keys = new Map<number, string>([...owners].map((id) => [id, '']))
  for (const [at, { userIds }] of grants.entries())
    for (const userId of userIds) keys.set(userId, `${keys.get(userId) ?? ''}${at} `)
  /* Thousands of users may share the same grants. Unless a user owns a folder of the chain, equal grants give equal roles. */
  const known = new Map<string, Role | null>()
  const roleOf = (userId: number, key: string) => rolesOf(userId, chain, grantsAt(grants, key))[0] ?? null
  return new Map(
    [...keys].map(([userId, key]) => {
      if (owners.has(userId)) return [userId, roleOf(userId, key)]
      const role = known.has(key) ? known.get(key)! : roleOf(userId, key)
      known.set(key, role)
      return [userId, role]
    }),
  )
}

/** @param key indices of `allGrants`, each followed by a blank */
function grantsAt(allGrants: readonly GrantedUsers[], key: string): Map<number, Grant[]> {
  const grants = new Map<number, Grant[]>()
  for (const at of key.split(' ').slice(0, -1)) {
    const { itemId, role, by } = allGrants[Number(at)]!
    grants.set(itemId, [...(grants.get(itemId) ?? []), { role, by }])
  }
  return grants
}

function isAmong(ownerId: number, { userIds }: Among): boolean {
  return userIds?.includes(ownerId) ?? true
}

/**
 * Per user and folder: the grants of active users on an item and the folders above the item. Each grant names the group to which the role was
 * granted, if any.
 */
export async function grantsOf(
  db: Db,
  chain: Access['chain'],
  userIds: readonly number[],
): Promise<Map<number, Map<number, GroupGrant[]>>> {
  const ids = chain.map(({ id }) => id)
  const byUser = new Map<number, Map<number, GroupGrant[]>>()
  for (const { userId, itemId, ...grant } of await grantsByWay(db, ids, userIds)) {
    const grants = byUser.get(userId) ?? new Map<number, GroupGrant[]>()
    grants.set(itemId, [...(grants.get(itemId) ?? []), grant])
    byUser.set(userId, grants)
  }
  return byUser
}
