import type { Item } from '@/contract/entities'
import type { VisitorActor } from '../../actors/actor'
import type { LinkDetail } from '../../queries/shares/links'

/** What a chat shows of a link. */
interface PresentedPreview {
  /** The name of what is shown, or of the first of several. */
  title: string
  /** How many items are shown. */
  count: number
  /** What its maker wrote; '' */
  description: string
  /** Signed relative address of a picture, null where there is none. */
  image: string | null
}

/** @param first of the items that the link shows */
export function presentPreview(
  { link, actor }: { link: Pick<LinkDetail, 'description'>; actor: VisitorActor },
  first: Item,
): PresentedPreview {
  return {
    title: first.name,
    count: actor.link.itemIds.size,
    description: link.description,
    image: first.thumbnail,
  }
}
