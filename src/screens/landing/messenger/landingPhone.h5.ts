import { inBackground } from '@/firstPage/later/lazyParts'
import { GRANT_KEY, type KeptGrants } from '@/stores/landing/KeptGrants'
import type { NoteArrival, OfferCard, OpenApp, UseReceiver } from './LandingPort'

/** Of this tab alone. A browser that keeps nothing asks again after a reload. */
export const keptGrants: KeptGrants = {
  read(uniqueName) {
    try {
      return sessionStorage.getItem(GRANT_KEY + uniqueName) ?? ''
    } catch {
      return ''
    }
  },
  write(uniqueName, grant) {
    try {
      sessionStorage.setItem(GRANT_KEY + uniqueName, grant)
    } catch {
      // A private window.
    }
  },
}

/** A browser knows of no group. */
export const noteArrival: NoteArrival = () => undefined

/** Its code comes inside a messenger alone. */
export const offerCard: OfferCard = (app, store) => {
  if (!/MicroMessenger/i.test(navigator.userAgent)) return
  void inBackground(() => import(/* webpackChunkName: "messenger" */ './messengerPage')).then(
    ({ offer }) => offer(app, store),
    () => undefined,
  )
}

export const openApp: OpenApp = (address) => {
  if (!/^(javascript|data|vbscript|file|blob|about):/i.test(address.trim())) location.assign(address)
}

/** No card of the mini-program is opened here. */
export const useReceiver: UseReceiver = () => true
