import type { AppStore } from '@/stores/shell/AppStore'
import type { VisitStore } from '@/stores/visit/VisitStore'

/** Says what a card of an open link shows where somebody forwards its page in WeChat or WeCom (CTX-06); nobody waits for it. */
export type OfferCard = (app: AppStore, store: VisitStore) => void
