import type { OfferCard } from './OfferCard'

/** A mini-program forwards pages of its own. */
export const offerCard: OfferCard = () => undefined
