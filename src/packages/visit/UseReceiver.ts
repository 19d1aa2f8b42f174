import type { VisitStore } from '@/stores/visit/VisitStore'

/**
 * Whether an open link may be shown: one that came by a private message of WeChat to whom it was sent to, and to its maker (AH-26); for
 * observers. Anybody else is turned away.
 */
export type UseReceiver = (store: VisitStore, isPrivate: boolean) => boolean
