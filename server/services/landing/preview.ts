import type { VisitorActor, VisitorKey } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { findLinkByName, type LinkDetail } from '../../queries/shares/links'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { countUnknownLink } from '../shares/guesses'
import { visitorActor } from '../shares/visitors'
import { linkStatuses } from '../shares/status'
import { viewItems } from '../items/viewing'

/** A visitor key for link previews. No grant contains this key. Addresses for this key name only thumbnails, which count nothing. */
const LINK_PREVIEW: VisitorKey = 'xlink-preview-000'

export interface LinkPreview {
  link: LinkDetail
  /** The reader of the preview, who has no other access. */
  actor: VisitorActor
  /** The only item, or the first of several. */
  first: ViewedItem
}

/**
 * The preview of a link in a chat. Counts nothing. Null for an unknown link, and for a link whose content a stranger could not see at once,
 * because a preview must not reveal anything about such a link.
 */
export async function previewOf(
  ports: Pick<Dependencies, 'db' | 'clock'>,
  uniqueName: string,
): Promise<LinkPreview | null> {
  return shownOf(ports, await findLinkByName(ports.db, uniqueName))
}

async function shownOf(
  ports: Pick<Dependencies, 'db' | 'clock'>,
  link: LinkDetail | undefined,
): Promise<LinkPreview | null> {
  const { db, clock } = ports
  if (!link || link.access !== 'public' || link.password_hash !== null) return null
  const status = (await linkStatuses(db, [link], clock())).get(link.id)!
  if (status.state !== 'open') return null
  const actor = visitorActor(
    { link, status, user: null },
    { visitor: LINK_PREVIEW, passwordVersion: link.password_version },
  )
  const [first] = await viewItems(ports, actor, [...actor.link.itemIds].slice(0, 1))
  if (!first) return null
  return { link, actor, first }
}

/**
 * As previewOf, for a user who forwards a link that they have open. Unknown names are rate-limited (AH-07).
 * @throws Refused share_link_sought_too_often
 */
export async function cardOf(
  ports: Pick<Dependencies, 'db' | 'clock'>,
  { uniqueName, address }: { uniqueName: string; address: string },
): Promise<LinkPreview | null> {
  const { db, clock } = ports
  const link = await findLinkByName(db, uniqueName)
  if (!link) await countUnknownLink(db, clock, address)
  return shownOf(ports, link)
}
