import type { UserActor } from '../../actors/actor'
import { isAllowed, isWholeItem } from '../access/authorize'
import type { Access } from '../access/facts'
import { isGuest, mayInviteInto } from './entries'

/**
 * Whether a user's request for an item reaches anybody. Only colleagues of the owner ask, and only without any right: `reset` means that somebody
 * has closed the item to them. The root of a personal space cannot be opened to others.
 */
export function mayAskFor(actor: UserActor, access: Access): boolean {
  return (
    access.role === null &&
    !access.isDeleted &&
    isWholeItem(access) &&
    !isGuest(actor, access) &&
    !actor.enterprise.is_personal
  )
}

/** Whether a user may decide a request for an item: who may invite into the folder, or share the file. */
export function mayDecide(actor: UserActor, access: Access): boolean {
  if (access.chain[0].isFolder) return mayInviteInto(actor, access)
  return isAllowed(access, 'item_share') && !isGuest(actor, access)
}
