import type { UserActor } from '../actors/actor'

/** Whether an enterprise requires the second step of a user. */
export function needsSecondStep({ user, enterprise }: Pick<UserActor, 'user' | 'enterprise'>): boolean {
  return enterprise.force_two_step || (enterprise.administrators_two_step && user.administrator_role !== null)
}
