import type { Place } from '@/platform/Platform'

/** What a chat shows of a link, and what it opens (SHARE-12). */
export interface ChatCard {
  title: string
  place: Place
  /** Absolute address of a picture; '' for that of the app. */
  picture: string
  /** What marks it as one that nobody passes on; null for any other. */
  activityId: string | null
}

/** Whether buttons forward the card of a page. @param card null: the page has none, and cannot be forwarded */
export type UseChatCard = (card: ChatCard | null) => boolean
