import type { VisitorActor, VisitorKey } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { findLinkByName, type LinkDetail } from '../../queries/shares/links'
import { countUnknownLink } from '../shares/guesses'
import { visitorActor } from '../shares/visitors'
import { standingOf } from '../shares/standing'
import { viewItems, type ViewedItem } from '../items/viewing'

/** Nobody has a grant for this one: its addresses are those of tiles, which count nothing. */
const LINK_PREVIEW: VisitorKey = 'xlink-preview-000'

export interface LinkPreview {
  link: LinkDetail
  /** Whoever reads it, who is let in to nothing else. */
  actor: VisitorActor
  /** What is shown, or the first of several. */
  first: ViewedItem
}

/**
 * What a chat shows of a link that somebody sends: nothing is counted. null where a stranger would not see it at once, or there is no link:
 * then nothing is told of it.
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
  const standing = (await standingOf(db, [link], clock())).get(link.id)!
  if (standing.state !== 'open') return null
  const actor = visitorActor(
    { link, standing, user: null },
    { visitor: LINK_PREVIEW, passwordVersion: link.password_version },
  )
  const [first] = await viewItems(ports, actor, [...actor.link.itemIds].slice(0, 1))
  if (!first) return null
  return { link, actor, first }
}

/**
 * The same for who has the link before them and sends it on. Names that no link has are counted (AH-07).
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
