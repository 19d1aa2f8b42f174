import type { ChatCard } from '@/platform/Platform'

/** Whether buttons forward the card of a page. @param card null: the page has none, and cannot be forwarded */
export type UseChatCard = (card: ChatCard | null) => boolean
