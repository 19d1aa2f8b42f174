import type { WantedItem } from '@/stores/app/askForAccess'
import { lazyPart } from './lazyPart'

/** Asks for access to what did not open (AH-50). */
export const AskAccess = lazyPart<{ wanted: WantedItem }>(() => import(/* webpackChunkName: "ask" */ './AskAccessForm'))
