import type { AppStore } from '@/stores/app/AppStore'
import type { VisitStore } from '@/stores/landing/LandingStore'

/** Says what a card of an open link shows where somebody forwards its page in WeChat or WeCom (CTX-06); nobody waits for it. */
export type OfferCard = (app: AppStore, store: VisitStore) => void
