import { PROMOTION_END, PROMOTION_TYPES } from '../limits'

/** What the page of a promotion shows (2§4): that it was taken, the starter edition, that this has ended, an alert, or that there is none such. */
export type PromotionState = 'finished' | 'starter' | 'ended' | 'prompt' | 'unknown'

/** @param type as the address says it @param now seconds since 1970 */
export function promotionState(type: number | undefined, now: number): PromotionState {
  switch (type) {
    case PROMOTION_TYPES.finished:
      return 'finished'
    case PROMOTION_TYPES.starter:
      return now < PROMOTION_END ? 'starter' : 'ended'
    case PROMOTION_TYPES.prompt:
      return 'prompt'
    default:
      return 'unknown'
  }
}
