import type { EnterpriseRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import { findLinkByName } from '../../queries/shares/links'
import { countUnknownLink } from '../shares/guesses'
import { linkStatuses } from '../shares/status'

/**
 * The enterprise of a link. Anybody with the link's address sees the enterprise's name and logo (decisions 4.9, LAND-09). They are shown even
 * after the link is closed or expired, because the page then says so. Null for a link that openLink refuses as not found.
 * @throws Refused share_link_sought_too_often as openLink
 */
export async function brandingOf(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { uniqueName, address }: { uniqueName: string; address: string },
): Promise<EnterpriseRow | null> {
  const link = await findLinkByName(db, uniqueName)
  if (!link) {
    await countUnknownLink(db, clock, address)
    return null
  }
  const status = (await linkStatuses(db, [link], clock())).get(link.id)!
  if (!status.maker || status.state === 'unavailable') return null
  return status.maker.enterprise
}
