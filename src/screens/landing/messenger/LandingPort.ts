import type { AppServices } from '@/stores/app/AppServices'
import type { LandingStore } from '@/stores/landing/LandingStore'

/** Reports to the server in which WeChat group an open link was opened (AH-26); nothing waits for it. @param app as the pages of the link use it */
export type NoteArrival = (app: AppServices, store: LandingStore) => void

/** Sets the card of an open link's page for forwarding in WeChat or WeCom (CTX-06); nothing waits for it. */
export type OfferCard = (app: AppServices, store: LandingStore) => void

/** Opens a share in its product's own app; absent where other apps cannot be opened. @param address from the server's configuration */
export type OpenApp = ((address: string) => void) | undefined

/**
 * Whether an open link may be shown; null until known. A link in a private message of WeChat is shown only to the message's recipients and to the
 * link's maker (AH-26). For observers.
 */
export type UseReceiver = (store: LandingStore, isPrivate: boolean) => boolean | null
