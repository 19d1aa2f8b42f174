import type { ChatCard } from '@/platform/Platform'
import type { CardedLink } from '@/stores/shares/LinkCard'

/** Whether buttons forward the card of a page. @param card null: the page has none, and cannot be forwarded */
export type UseChatCard = (card: ChatCard | null) => boolean

interface Worded {
  /** What a card says where a stranger is told nothing of the link. */
  fallback: string
  /** The name of the first of so many items. */
  several(name: string, n: number): string
  /** It shows one file. */
  isFile: boolean
}

/**
 * Lets a page of the mini-program be forwarded as the card of a link; for observers.
 * @param link null: nothing of the page may be forwarded
 * @returns whether buttons that forward work
 */
export type UseLinkCard = (link: CardedLink | null, words: Worded) => boolean
