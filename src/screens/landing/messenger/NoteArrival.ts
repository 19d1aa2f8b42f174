import type { AppStore } from '@/stores/app/AppStore'
import type { VisitStore } from '@/stores/landing/LandingStore'

/** Tells the server in which group of WeChat an open link was opened (AH-26); nobody waits for it. @param app as the pages of the link use it */
export type NoteArrival = (app: AppStore, store: VisitStore) => void
