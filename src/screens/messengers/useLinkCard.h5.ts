import type { UseLinkCard } from './UseLinkCard'

/** A browser's page has its own way: the JS-SDK's, or the address. */
export const useLinkCard: UseLinkCard = () => false
