import type { UseChatCard, UseLinkCard } from './CardHooks'

/** A browser's page is forwarded through the JS-SDK or by its address. */
export const useChatCard: UseChatCard = () => false
export const useLinkCard: UseLinkCard = () => false
