import type { EnterpriseRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import { findLinkByName } from '../../queries/shares/links'
import { countUnknownLink } from '../shares/guesses'
import { standingOf } from '../shares/standing'

/**
 * The enterprise of a link, which shows its name and logo to whoever has the link's address (decisions 4.9, LAND-09), also once it is closed or over,
 * as then it says so; null where it cannot be found, as openLink would refuse it.
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
  const standing = (await standingOf(db, [link], clock())).get(link.id)!
  if (!standing.maker || standing.state === 'unavailable') return null
  return standing.maker.enterprise
}
