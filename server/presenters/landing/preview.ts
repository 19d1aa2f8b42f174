import type { Item } from '@/contract/entities'
import type { VisitorActor } from '../../actors/actor'
import type { LinkDetail } from '../../queries/shares/links'

/** The preview of a link in a chat. */
interface PresentedPreview {
  /** The name of the only item, or of the first of several. */
  title: string
  /** number of items */
  count: number
  /** The maker's description, or ''. */
  description: string
  /** Signed relative address of a picture; null without one. */
  image: string | null
}

/** @param first the first item of the link */
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
