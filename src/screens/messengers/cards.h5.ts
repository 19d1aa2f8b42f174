import type { UseChatCard, UseLinkCard } from './CardHooks'

/** A browser's page has its own way: the JS-SDK's, or the address. */
export const useChatCard: UseChatCard = () => false
export const useLinkCard: UseLinkCard = () => false
