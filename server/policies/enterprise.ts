import type { UserActor } from '../actors/actor'
import { mayAdminister } from './administration'

/** Whether a user may change the logo and the pictures of their enterprise: owners only. */
export function mayBrand(actor: Pick<UserActor, 'user' | 'enterprise'>): boolean {
  return mayAdminister(actor, 'changeAppearance')
}

/** Whether a user may claim a coupon for their enterprise: owners only (2§6), and no personal users. */
export function mayClaimCoupon(actor: Pick<UserActor, 'user' | 'enterprise'>): boolean {
  return mayAdminister(actor, 'claimCoupon') && !actor.enterprise.is_personal
}
