import type { ChatCard } from '@/platform/Platform'
import type { CardedLink } from '@/stores/shares/LinkCard'

/** Sets the card of a page. @param card null: the page cannot be forwarded @returns whether buttons can forward it */
export type UseChatCard = (card: ChatCard | null) => boolean

interface Worded {
  /** The title where strangers may not see the link's name. */
  fallback: string
  /** The title for several items. @param name of the first @param n how many */
  several(name: string, n: number): string
  /** Whether it shows a single file. */
  isFile: boolean
}

/**
 * Lets a page of the mini-program be forwarded as the card of a link; for observers.
 * @param link null: the page cannot be forwarded
 * @returns whether buttons can forward it
 */
export type UseLinkCard = (link: CardedLink | null, words: Worded) => boolean
