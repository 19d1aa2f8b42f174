import type { UserActor } from '../actor'

/** Whether a user decides how their enterprise shows itself: its administrators. */
export function mayBrand({ user }: Pick<UserActor, 'user'>): boolean {
  return user.is_administrator
}
