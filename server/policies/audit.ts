import type { UserActor } from '../actors/actor'

/** Administrators may read the log of their enterprise. */
export function mayReadAudit({ user }: Pick<UserActor, 'user'>): boolean {
  return user.is_administrator
}
