import type { OpenPermission } from '@/contract/applications/items'
import type { Permission, Role } from '@/contract/entities'
import { isAtLeast } from '@/domain/items/roles'
import type { UserActor } from '../actors/actor'
import { isAllowed } from './access/authorize'
import type { Access, ActivityRights } from './access/facts'
import { mayReadComments } from './comments'
import { mayInviteInto, maySeeEverybody, maySeeInvitations, maySeeLinks } from './members/entries'

/** lock kind of online editing, which does not block (1§4) */
const ONLINE_EDITING = 3

interface Lock {
  lock_user_id: number | null
  lock_kind: number | null
  name: string
}

/** The names of the users whose locks block a user, one name per item. */
export function blockingLockers(locks: readonly Lock[], userId: number): string[] {
  return locks
    .filter((lock) => lock.lock_user_id !== userId && lock.lock_kind !== ONLINE_EDITING)
    .map(({ name }) => name)
}

export function mayLock(role: Role | null): boolean {
  return isAtLeast(role ?? 'reset', 'editor')
}

/** Owners and coowners may release any lock, others their own. */
export function mayReleaseAnyLock(role: Role | null): boolean {
  return isAtLeast(role ?? 'reset', 'coowner')
}

/** Whether a user may make another version of a file the current one: the right to add a version (decisions 4.19). */
export function mayChangeVersions({ permissions }: Pick<Access, 'permissions'>): boolean {
  return permissions.includes('item_upload')
}

/** Whether a user may change the remark of a version. Owners and coowners may change any, other users only those of their own versions. */
export function mayEditRemark(
  access: Pick<Access, 'permissions' | 'role'>,
  userId: number,
  creatorId: number,
): boolean {
  return mayChangeVersions(access) && (userId === creatorId || isAtLeast(access.role ?? 'reset', 'coowner'))
}

/**
 * Whether a user may delete an older version for ever, which nobody can undo: owners and coowners any, editors only those of their own, with the
 * right to delete the file.
 */
export function mayDeleteVersion(
  access: Pick<Access, 'permissions' | 'role'>,
  userId: number,
  creatorId: number,
): boolean {
  return access.permissions.includes('item_delete') && mayEditRemark(access, userId, creatorId)
}

/** The parts of an item's activity that a user sees, given that the user may see the item. */
export function activityRights(actor: UserActor, access: Access): ActivityRights {
  return {
    comments: mayReadComments(access),
    members: maySeeEverybody(actor, access),
    invitations: maySeeInvitations(actor, access),
    links: maySeeLinks(actor, access),
    uses: maySeeLinks(actor, access),
  }
}

/** Whether a user may see the name of a contributor who handed a file in: who may see others' links, and the collecting link's maker. */
export function maySeeContributor(actor: UserActor, access: Access): boolean {
  return maySeeLinks(actor, access) || access.chain[0].creatorId === actor.user.id
}

/** Whether a user may see that an item came from a folder or went into it. Roots of personal spaces are named to their owners only. */
export function maySeePlace(actor: UserActor, place: Access | undefined): place is Access {
  if (!isAllowed(place)) return false
  const { personalOf } = place!.chain[0]
  return personalOf === null || personalOf === actor.user.id
}

/** The permissions that a program reads: those of the drive's client, and whether the user owns the item and may change its members. */
export function openPermissions(
  actor: UserActor,
  access: Access,
  permissions: readonly Permission[],
): OpenPermission[] {
  const mayEdit = permissions.includes('item_create_collab') && mayInviteInto(actor, access)
  return [
    ...permissions,
    ...(access.role === 'owner' ? (['item_own'] as const) : []),
    ...(mayEdit ? (['item_edit_collab'] as const) : []),
  ]
}
