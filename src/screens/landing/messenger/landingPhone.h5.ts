import { inBackground } from '@/firstPage/later/lazyParts'
import { GRANT_KEY, type GrantStorage } from '@/stores/landing/GrantStorage'
import type { NoteArrival, OfferCard, OpenApp, UseReceiver } from './LandingPort'

/** Stored for this tab only. A browser without storage asks again after a reload. */
export const grantStorage: GrantStorage = {
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
      // A private window may refuse.
    }
  },
}

/** A browser has no groups. */
export const noteArrival: NoteArrival = () => undefined

/** Loads its code only inside a messenger. */
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

/** No card of the mini-program opens here. */
export const useReceiver: UseReceiver = () => true
