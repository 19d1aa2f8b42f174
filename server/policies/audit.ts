import type { UserActor } from '../actors/actor'

/** Administrators read what was done in their enterprise. */
export function mayReadAudit({ user }: Pick<UserActor, 'user'>): boolean {
  return user.is_administrator
}
