import type { UseChatCard } from './UseChatCard'

/** A browser's page has its own way: the JS-SDK's, or the address. */
export const useChatCard: UseChatCard = () => false
