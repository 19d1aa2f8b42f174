import type { SharePolicy } from '@/contract/shares/policy'
import type { Dependencies } from '../../../server/dependencies'

/** Replaces the share policy of an enterprise; fields that are not named get their defaults. */
export async function decideShares(
  { db }: Pick<Dependencies, 'db'>,
  { id }: { id: number },
  policy: Partial<Omit<SharePolicy, 'is_share_company_allowed'>>,
): Promise<void> {
  await db.deleteFrom('share_policies').where('enterprise_id', '=', id).execute()
  await db
    .insertInto('share_policies')
    .values({ enterprise_id: id, ...policy })
    .execute()
}
