import { inBackground } from '@/firstPage/later/lazyParts'
import type { OfferCard } from './OfferCard'

/** Its code comes inside a messenger alone. */
export const offerCard: OfferCard = (app, store) => {
  if (!/MicroMessenger/i.test(navigator.userAgent)) return
  void inBackground(() => import(/* webpackChunkName: "messenger" */ './messengerPage')).then(
    ({ offer }) => offer(app, store),
    () => undefined,
  )
}
