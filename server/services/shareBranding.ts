import type { ShareBranding } from '@/contract/entities'
import type { Dependencies } from '../dependencies'
import { presentBranding } from '../presenters/presentBaseInfo'
import { findLinkByName } from '../queries/shareLinks'
import { standingOf } from './shareStanding'

/**
 * What the enterprise of a link shows of itself to whoever has the link's address (decisions 4.9, LAND-09), also once it is closed or over,
 * as then it says so; null where it cannot be found, as openLink would refuse it.
 */
export async function brandingOf(
  { db, clock, config }: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  uniqueName: string,
): Promise<ShareBranding | null> {
  const link = await findLinkByName(db, uniqueName)
  const standing = link && (await standingOf(db, [link], clock())).get(link.id)
  if (!standing?.maker || standing.state === 'unavailable') return null
  return presentBranding(standing.maker.enterprise, config)
}
