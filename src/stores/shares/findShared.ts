import type { Item } from '@/contract/entities'
import type { SharePolicy } from '@/contract/shares/policy'
import { policyOf } from '@/domain/shares/settings'
import { CHOSEN } from '@/stores/items/ChosenItems'
import { findItem } from '@/stores/items/findItem'
import type { AppServices } from '@/stores/app/AppServices'

/** The items to share, and the sharing policy that results from their enterprises. */
export interface Shared {
  items: readonly Item[]
  policy: SharePolicy
}

/** The item of a typed_id, or the chosen items. null if there are none; the user was shown why. @param toldBy as for findItem */
export async function findShared(
  app: AppServices,
  typedId: string,
  toldBy?: Parameters<typeof findItem>[2],
): Promise<Shared | null> {
  const chosen = typedId === CHOSEN ? (app.lazy.chosenItems?.items ?? []) : null
  const firstId = chosen ? chosen[0]?.typed_id : typedId
  // A list does not contain the policy.
  const first = firstId && (await findItem(app, firstId, toldBy))
  if (!first) return null
  const items = chosen ?? [first]
  const policy = policyOf(first)
  const isOfOne = new Set(items.map(({ owned_by: owner }) => owner.enterprise_id)).size === 1
  return { items, policy: { ...policy, is_share_company_allowed: policy.is_share_company_allowed && isOfOne } }
}
