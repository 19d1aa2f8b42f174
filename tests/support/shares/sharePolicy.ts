import type { SharePolicy } from '@/contract/shares/policy'
import type { Dependencies } from '../../../server/dependencies'

/** What an enterprise decides about shares, in place of what it decided before; what is not named is as nobody decided. */
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
