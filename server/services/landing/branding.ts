import type { ShareBranding } from '@/contract/entities'
import type { Dependencies } from '../../dependencies'
import { presentBranding } from '../../presenters/session/baseInfo'
import { findLinkByName } from '../../queries/shares/links'
import { countUnknownLink } from '../shares/guesses'
import { standingOf } from '../shares/standing'

/**
 * What the enterprise of a link shows of itself to whoever has the link's address (decisions 4.9, LAND-09), also once it is closed or over,
 * as then it says so; null where it cannot be found, as openLink would refuse it.
 * @throws Refused share_link_sought_too_often as openLink
 */
export async function brandingOf(
  { db, clock, config }: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  { uniqueName, address }: { uniqueName: string; address: string },
): Promise<ShareBranding | null> {
  const link = await findLinkByName(db, uniqueName)
  if (!link) {
    await countUnknownLink(db, clock, address)
    return null
  }
  const standing = (await standingOf(db, [link], clock())).get(link.id)!
  if (!standing.maker || standing.state === 'unavailable') return null
  return presentBranding(standing.maker.enterprise, config)
}
