import type { UserActor } from '../actors/actor'

/** Whether a user may change the logo and the pictures of their enterprise: administrators only. */
export function mayBrand({ user }: Pick<UserActor, 'user'>): boolean {
  return user.is_administrator
}

/** Whether a user may create and disable applications for their enterprise: administrators only. */
export function mayManageApplications({ user }: Pick<UserActor, 'user'>): boolean {
  return user.is_administrator
}

/** Whether a user may claim a coupon for their enterprise: administrators only (2§6), and no personal users. */
export function mayClaimCoupon({ user, enterprise }: Pick<UserActor, 'user' | 'enterprise'>): boolean {
  return user.is_administrator && !enterprise.is_personal
}
