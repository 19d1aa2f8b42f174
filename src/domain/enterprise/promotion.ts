import { PROMOTION_END, PROMOTION_TYPES } from '../limits'

/** The states of the promotion page (2§4): already claimed, the starter edition, its end, an alert, or no such promotion. */
export type PromotionState = 'finished' | 'starter' | 'ended' | 'prompt' | 'unknown'

/** @param type from the address @param now seconds since 1970 */
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
