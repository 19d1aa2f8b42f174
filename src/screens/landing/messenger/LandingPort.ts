import type { AppStore } from '@/stores/app/AppStore'
import type { VisitStore } from '@/stores/landing/LandingStore'

/** Tells the server in which group of WeChat an open link was opened (AH-26); nobody waits for it. @param app as the pages of the link use it */
export type NoteArrival = (app: AppStore, store: VisitStore) => void

/** Says what a card of an open link shows where somebody forwards its page in WeChat or WeCom (CTX-06); nobody waits for it. */
export type OfferCard = (app: AppStore, store: VisitStore) => void

/** Opens a share in the app of its product; absent where no other app can be opened. @param address as the server is set up */
export type OpenApp = ((address: string) => void) | undefined

/**
 * Whether an open link may be shown on a screen: one that came by a private message of WeChat to whom it was sent to, and to its maker
 * (AH-26); null until that is known. For observers.
 */
export type UseReceiver = (store: VisitStore, isPrivate: boolean) => boolean | null
