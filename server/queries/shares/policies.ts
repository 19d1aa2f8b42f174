import type { Db } from '../../database/connect'
import type { EnterprisePolicy } from '../../policies/access/facts'

/** The share policies of enterprises. Enterprises without one are left out. */
export async function loadPolicies(db: Db, enterpriseIds: readonly number[]): Promise<Map<number, EnterprisePolicy>> {
  const rows = await db
    .selectFrom('share_policies')
    .selectAll()
    .where('enterprise_id', 'in', [...new Set(enterpriseIds), 0])
    .execute()
  return new Map(rows.map(({ enterprise_id: id, ...policy }) => [id, policy]))
}

/** Replaces an enterprise's share policy; fields that are not given get their defaults. */
export async function savePolicy(db: Db, enterpriseId: number, policy: Partial<EnterprisePolicy>): Promise<void> {
  await db.deleteFrom('share_policies').where('enterprise_id', '=', enterpriseId).execute()
  await db
    .insertInto('share_policies')
    .values({ enterprise_id: enterpriseId, ...policy })
    .execute()
}
