import type { UserActor } from '../actors/actor'

/** Whether a user decides how their enterprise and its people show themselves: its administrators. */
export function mayBrand({ user }: Pick<UserActor, 'user'>): boolean {
  return user.is_administrator
}

/** Whether a user makes and ends the applications that act for people of their enterprise: its administrators. */
export function mayManageApplications({ user }: Pick<UserActor, 'user'>): boolean {
  return user.is_administrator
}

/** Whether a user may claim a coupon for their enterprise: its administrators (2§6); a personal user has none. */
export function mayClaimCoupon({ user, enterprise }: Pick<UserActor, 'user' | 'enterprise'>): boolean {
  return user.is_administrator && !enterprise.is_personal
}
