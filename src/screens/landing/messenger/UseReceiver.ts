import type { VisitStore } from '@/stores/landing/LandingStore'

/**
 * Whether an open link may be shown on a screen: one that came by a private message of WeChat to whom it was sent to, and to its maker
 * (AH-26); null until that is known. For observers.
 */
export type UseReceiver = (store: VisitStore, isPrivate: boolean) => boolean | null
