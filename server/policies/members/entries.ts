import type { Role } from '@/contract/entities'
import { mayInvite, mayRemove, type CollabTarget, type CollabViewer } from '@/domain/members/rules'
import { isAtLeast, permissionsOf } from '@/domain/items/roles'
import type { Actor, UserActor } from '../../actors/actor'
import { isAllowed, isWholeItem } from '../access/authorize'
import type { Access, CollabRow } from '../access/facts'

/** Whether a user may invite members into a folder (2§6): not into the root of a personal space, nor into another enterprise's folder. */
export function mayInviteInto(actor: UserActor, access: Access): boolean {
  const [item] = access.chain
  const folder = {
    isFolder: item.isFolder,
    permissions: access.permissions,
    isExternal: isGuest(actor, access),
  }
  return isAllowed(access) && isWholeItem(access) && mayInvite({ role: access.role }, folder)
}

/** Whether an item belongs to another enterprise than the user's. */
export function isGuest(actor: UserActor, access: Access): boolean {
  return access.space.owner.enterpriseId !== actor.enterprise.id
}

/** Whether a user may see pending invitations into a folder and their messages. */
export function maySeeInvitations(actor: UserActor, access: Access): boolean {
  return mayInviteInto(actor, access)
}

/** Whether an entry of a folder is for the user. */
export function isOwn({ user }: UserActor, row: Pick<CollabRow, 'user_id'>): boolean {
  return row.user_id === user.id
}

/**
 * Whether a user may see an entry of a folder. Accepted entries: everybody who may see the folder. Invitations: the invited user while the folder
 * is not in the trash, the inviter, and users who may see invitations.
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
 * Why a subject cannot be invited, given its current role in the folder; null if it can.
 * @param standing the effective role; for a group its granted role
 * @param hasOwn whether the subject has an entry on this very folder, accepted or pending
 */
export function inviteRefusal(
  viewer: CollabViewer,
  { standing, hasOwn }: { standing: Role | null; hasOwn: boolean },
): 'collab_already' | 'collab_cannot_reduce' | 'collab_role_refused' | null {
  if (standing === 'owner' || standing === 'coowner') return hasOwn ? 'collab_already' : 'collab_cannot_reduce'
  if (hasOwn) return 'collab_already'
  // An editor cannot override or reset an inherited role by an invitation. That takes a change of roles (2§5).
  if (standing !== null && viewer.role === 'editor')
    return standing === 'reset' ? 'collab_role_refused' : 'collab_already'
  return null
}

/**
 * Whether an actor may invite a subject of an enterprise. Only users may invite, and only subjects of their own enterprise, to which the folder
 * belongs. Users of a personal enterprise may not.
 */
export function mayBeInvited(actor: Actor, enterpriseId: number): boolean {
  return actor.kind === 'user' && actor.enterprise.id === enterpriseId && !actor.enterprise.is_personal
}

/**
 * Whether a member may leave a folder by removing their own entry (2§3). An owner may not. A member who could do more without the entry may not
 * either: the entry resets the inherited role, gives a lower role, or lacks uploading where the inherited role includes uploading.
 * @param otherwise the role that remains without the entry
 */
export function isQuitAllowed(direct: Role, otherwise: Role | null): boolean {
  if (direct === 'owner') return false
  if (otherwise === null) return true
  const directPermissions = permissionsOf(direct)
  return (
    isAtLeast(direct, otherwise) &&
    permissionsOf(otherwise).every((permission) => directPermissions.includes(permission))
  )
}

/** Whether an invitation has expired. */
export function isOver({ accepted, expires_at }: { accepted: boolean; expires_at: Date | null }, now: Date): boolean {
  return !accepted && expires_at !== null && expires_at <= now
}

/** Whether a user may send an invitation again. The user must be allowed to withdraw this invitation (2§5), and still be allowed to invite. */
export function mayResend(actor: UserActor, access: Access, target: CollabTarget): boolean {
  return mayInviteInto(actor, access) && mayRemove(access, target)
}

/** Whether a user may list everybody who sees an item, not only named members (AH-45). */
export function maySeeEverybody(actor: UserActor, access: Access): boolean {
  return !isGuest(actor, access)
}

/** Whether a user may see the links of others to an item (AH-45). */
export function maySeeLinks(actor: UserActor, access: Access): boolean {
  return maySeeEverybody(actor, access) && (access.role === 'owner' || access.role === 'coowner')
}
