import type { Collab } from '@/contract/members'
import type { Permission, Role } from '@/contract/entities'
import { isAtLeast, roles } from '../items/roles'

/** Who looks at the members of a folder. */
export interface CollabViewer {
  /** Their own role on the folder; null without any. */
  role: Role | null
}

/** A member as far as the rules of 2§5 ask. */
export interface CollabTarget {
  isGroup: boolean
  isSelf: boolean
  /** Given on this very folder; null where it comes from elsewhere. */
  directRole: Role | null
  /** What counts; null before an invitation is accepted. */
  finalRole: Role | null
  /** What an invitation offers that was not accepted. */
  unacceptedRole: Role | null
  /** By belonging to the department in whose own folder they are: only the department itself changes that. */
  isMembership: boolean
  /** As the server says (2§3): what was given to themself here, and nothing above or beside it gives more. */
  isQuitAllowed: boolean
  /** Whether the viewer is who invited. */
  isOwnInvitation: boolean
}

/** A folder as far as the rules of 2§6 ask. */
export interface CollabFolder {
  isFolder: boolean
  permissions: readonly Permission[]
  /** Of another enterprise than the viewer. */
  isExternal: boolean
}

/** The most that one call invites; own value. */
export const INVITED_AT_ONCE = 500

/** An entry of the wire as the rules take it. */
export function targetOf(entry: Collab): CollabTarget {
  const isGroup = entry.user.is_group || entry.user.is_department
  return {
    isGroup,
    isSelf: entry.current_user,
    directRole: entry.direct_role,
    finalRole: entry.final_role,
    unacceptedRole: entry.unaccepted_role,
    isMembership: isGroup && entry.way === 'member' && !entry.is_inherited,
    isQuitAllowed: entry.quit_collab_allowed,
    isOwnInvitation: entry.invited?.by_current_user ?? false,
  }
}

/** Whether members may be invited into a folder (2§6): by owner, coowner and editor of the folder's own enterprise. */
export function mayInvite({ role }: CollabViewer, { isFolder, permissions, isExternal }: CollabFolder): boolean {
  return isFolder && !isExternal && permissions.includes('item_create_collab') && isAbleToInvite(role)
}

/** The roles that an invitation may offer, from the highest; never owner, coowner (decisions 3.20) or reset (COLL-06). */
export function rolesToInvite({ role }: CollabViewer): Role[] {
  return isAbleToInvite(role) ? [...given] : []
}

/** The roles that a member may be given instead of theirs, from the highest (2§5, decisions 3.20); none where theirs may not be changed. */
export function rolesToChange(viewer: CollabViewer, target: CollabTarget): Role[] {
  if (!mayChangeRole(viewer, target)) return []
  return viewer.role === 'owner' && !target.isGroup ? ['coowner', ...given] : [...given]
}

/** Whether the role of a member may be changed (2§5). */
export function mayChangeRole(viewer: CollabViewer, target: CollabTarget): boolean {
  if (target.isMembership) return false
  switch (viewer.role) {
    case 'owner':
      return target.directRole !== 'owner' && !isInheritedHigh(target)
    case 'coowner':
      return !isHigh(target)
    default:
      return false
  }
}

/** Whether what a member has from above may be taken away on this folder (decisions 4.58): by whoever may change their role, but not one's own. */
export function mayReset(viewer: CollabViewer, target: CollabTarget): boolean {
  return mayChangeRole(viewer, target) && !target.isSelf && target.finalRole !== null
}

/** Whether a member may quit by themself: only what was given to them here; the owner of the space has nothing to quit. */
export function mayQuit(target: CollabTarget): boolean {
  return target.isQuitAllowed && target.isSelf && !target.isGroup && target.directRole !== null
}

/** Whether a member may be removed, or an invitation withdrawn (2§5); who invited may withdraw it, too. */
export function mayRemove(viewer: CollabViewer, target: CollabTarget): boolean {
  if (mayQuit(target)) return true
  const isInvited = target.directRole === null && target.unacceptedRole !== null
  if (isInvited && target.isOwnInvitation && isAbleToInvite(viewer.role) && !isHigh(target)) return true
  if (target.directRole === null && !isInvited) return false
  if (!target.isGroup && target.isSelf) return false
  return viewer.role === 'owner' || (viewer.role === 'coowner' && !isHigh(target))
}

/** Whether a role that is offered would be below what somebody has from above as owner or coowner: it is never lowered (decisions 4.18). */
export function isNeverLowered(inherited: Role | null): boolean {
  return inherited === 'owner' || inherited === 'coowner'
}

/** What may be offered to anybody. */
const given: readonly Role[] = roles.filter((role) => !['owner', 'coowner', 'reset'].includes(role))

function isAbleToInvite(role: Role | null): boolean {
  return role !== null && isAtLeast(role, 'editor')
}

/** Owner or coowner by whatever they were given. */
function isHigh({ directRole, finalRole, unacceptedRole }: CollabTarget): boolean {
  return [directRole, finalRole, unacceptedRole].some(isNeverLowered)
}

function isInheritedHigh({ directRole, finalRole }: CollabTarget): boolean {
  return isNeverLowered(finalRole) && directRole !== finalRole
}
