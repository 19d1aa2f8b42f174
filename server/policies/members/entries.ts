import type { Role } from '@/contract/entities'
import { mayInvite, mayRemove, type CollabTarget, type CollabViewer } from '@/domain/members/rules'
import { isAtLeast, permissionsOf } from '@/domain/items/roles'
import type { Actor, UserActor } from '../../actors/actor'
import { isAllowed, isTakenWhole } from '../access/authorize'
import type { Access, CollabRow } from '../access/facts'

/** Whether a user may invite members into a folder (2§6): never into the whole of somebody's own space, nor as a guest of another enterprise. */
export function mayInviteInto(actor: UserActor, access: Access): boolean {
  const [item] = access.chain
  const folder = {
    isFolder: item.isFolder,
    permissions: access.permissions,
    isExternal: isGuest(actor, access),
  }
  return isAllowed(access) && isTakenWhole(access) && mayInvite({ role: access.role }, folder)
}

/** Whether an item belongs to another enterprise than the user's. */
export function isGuest(actor: UserActor, access: Access): boolean {
  return access.space.owner.enterpriseId !== actor.enterprise.id
}

/** Whether a user may be told of invitations into a folder that nobody accepted yet, and of what was written to who was invited. */
export function maySeeInvitations(actor: UserActor, access: Access): boolean {
  return mayInviteInto(actor, access)
}

/** Whether an entry of a folder is about the user themself. */
export function isOwn({ user }: UserActor, row: Pick<CollabRow, 'user_id'>): boolean {
  return row.user_id === user.id
}

/**
 * Whether a user may know of an entry of a folder: of what was accepted who may see the folder; of an invitation who is invited, while the folder
 * does not lie in the trash, who invited, and who may see invitations.
 */
export function maySeeEntry(
  actor: UserActor,
  access: Access,
  row: Pick<CollabRow, 'user_id' | 'accepted' | 'inviter_id'>,
): boolean {
  if (isOwn(actor, row) && !row.accepted) return !access.isDeleted
  if (!isAllowed(access)) return false
  return row.accepted || row.inviter_id === actor.user.id || maySeeInvitations(actor, access)
}

/**
 * Why somebody is not invited with a role, by what they have in the folder now; null where they may be.
 * @param standing what counts there now; for a group what was given to it
 * @param hasOwn whether they were given something on this very folder that still stands, accepted or not
 */
export function inviteRefusal(
  viewer: CollabViewer,
  { standing, hasOwn }: { standing: Role | null; hasOwn: boolean },
): 'collab_already' | 'collab_cannot_reduce' | 'collab_role_refused' | null {
  if (standing === 'owner' || standing === 'coowner') return hasOwn ? 'collab_already' : 'collab_cannot_reduce'
  if (hasOwn) return 'collab_already'
  // Whoever has a role from above gets another one here, or loses it: that is a change of a role (2§5).
  if (standing !== null && viewer.role === 'editor')
    return standing === 'reset' ? 'collab_role_refused' : 'collab_already'
  return null
}

/** Whether somebody may be named to an actor who invites: of the folder's own enterprise, which is theirs. */
export function mayBeInvited(actor: Actor, enterpriseId: number): boolean {
  return actor.kind === 'user' && actor.enterprise.id === enterpriseId && !actor.enterprise.is_personal
}

/**
 * Whether somebody may quit what they were given on a folder (2§3): not where they could do anything more without it, as after a reset, a
 * lower role below a higher one, or a role without uploading below one with it.
 * @param otherwise the role that they would have without it
 */
export function isQuitAllowed(direct: Role, otherwise: Role | null): boolean {
  if (direct === 'owner') return false
  if (otherwise === null) return true
  const held = permissionsOf(direct)
  return isAtLeast(direct, otherwise) && permissionsOf(otherwise).every((permission) => held.includes(permission))
}

/** Whether an invitation has run out. */
export function isOver({ accepted, expires_at }: { accepted: boolean; expires_at: Date | null }, now: Date): boolean {
  return !accepted && expires_at !== null && expires_at <= now
}

/** Whether a user may send an invitation once more: who may withdraw it (2§5), and still may invite. */
export function mayResend(actor: UserActor, access: Access, target: CollabTarget): boolean {
  return mayInviteInto(actor, access) && mayRemove(access, target)
}

/** Whether a user is told of everybody who sees an item, not only of who was let in by name (AH-45). */
export function maySeeEverybody(actor: UserActor, access: Access): boolean {
  return !isGuest(actor, access)
}

/** Whether a user is told of links that others made to an item (AH-45). */
export function maySeeLinks(actor: UserActor, access: Access): boolean {
  return maySeeEverybody(actor, access) && (access.role === 'owner' || access.role === 'coowner')
}
