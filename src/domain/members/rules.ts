import type { Collab } from '@/contract/members'
import type { Permission, Role } from '@/contract/entities'
import { isAtLeast, roles } from '../items/roles'

/** The user who looks at the members of a folder. */
export interface CollabViewer {
  /** The viewer's role on the folder; null without any. */
  role: Role | null
}

/** The facts about a member that the rules of 2§5 need. */
export interface CollabTarget {
  isGroup: boolean
  isSelf: boolean
  /** The role given on this folder; null if the role comes from elsewhere. */
  directRole: Role | null
  /** The effective role; null before an invitation is accepted. */
  finalRole: Role | null
  /** The role that a pending invitation offers. */
  unacceptedRole: Role | null
  /** Whether the role comes from membership of the department that owns this folder: only the department can change it. */
  isMembership: boolean
  /** The server's decision (2§3): the role was given to the viewer here, and no other role gives more. */
  isQuitAllowed: boolean
  /** Whether the viewer is the inviter. */
  isOwnInvitation: boolean
}

/** The facts about a folder that the rules of 2§6 need. */
export interface CollabFolder {
  isFolder: boolean
  permissions: readonly Permission[]
  /** Whether the folder is in another enterprise than the viewer. */
  isExternal: boolean
}

/** The maximum of invitations per call; own value. */
export const INVITED_AT_ONCE = 500

/** The facts about a member from an entry on the wire. */
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

/** Whether the viewer may invite into a folder (2§6): owners, coowners and editors in the folder's own enterprise. */
export function mayInvite({ role }: CollabViewer, { isFolder, permissions, isExternal }: CollabFolder): boolean {
  return isFolder && !isExternal && permissions.includes('item_create_collab') && isAbleToInvite(role)
}

/** The roles that an invitation may offer, highest first; never owner, coowner (decisions 3.20) or reset (COLL-06). */
export function rolesToInvite({ role }: CollabViewer): Role[] {
  return isAbleToInvite(role) ? [...grantableRoles] : []
}

/** The roles to which the viewer may change a member's role, highest first (2§5, decisions 3.20); empty if the role is fixed. */
export function rolesToChange(viewer: CollabViewer, target: CollabTarget): Role[] {
  if (!mayChangeRole(viewer, target)) return []
  return viewer.role === 'owner' && !target.isGroup ? ['coowner', ...grantableRoles] : [...grantableRoles]
}

/** Whether the viewer may change a member's role (2§5). */
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

/** Whether the viewer may revoke an inherited role on this folder (decisions 4.58): as for changing the role, but never the viewer's own. */
export function mayReset(viewer: CollabViewer, target: CollabTarget): boolean {
  return mayChangeRole(viewer, target) && !target.isSelf && target.finalRole !== null
}

/** Whether a member may quit: only a role given to them here; the owner of the space cannot quit. */
export function mayQuit(target: CollabTarget): boolean {
  return target.isQuitAllowed && target.isSelf && !target.isGroup && target.directRole !== null
}

/** Whether the viewer may remove a member or withdraw an invitation (2§5). The inviter may withdraw, too. */
export function mayRemove(viewer: CollabViewer, target: CollabTarget): boolean {
  if (mayQuit(target)) return true
  const isInvited = target.directRole === null && target.unacceptedRole !== null
  if (isInvited && target.isOwnInvitation && isAbleToInvite(viewer.role) && !isHigh(target)) return true
  if (target.directRole === null && !isInvited) return false
  if (!target.isGroup && target.isSelf) return false
  return viewer.role === 'owner' || (viewer.role === 'coowner' && !isHigh(target))
}

/** Whether the inherited role is owner or coowner. A role given here never lowers it (decisions 4.18). */
export function isNeverLowered(inherited: Role | null): boolean {
  return inherited === 'owner' || inherited === 'coowner'
}

/** The roles that may be given to anybody. */
const grantableRoles: readonly Role[] = roles.filter((role) => !['owner', 'coowner', 'reset'].includes(role))

function isAbleToInvite(role: Role | null): boolean {
  return role !== null && isAtLeast(role, 'editor')
}

/** Whether any of the roles is owner or coowner. */
function isHigh({ directRole, finalRole, unacceptedRole }: CollabTarget): boolean {
  return [directRole, finalRole, unacceptedRole].some(isNeverLowered)
}

function isInheritedHigh({ directRole, finalRole }: CollabTarget): boolean {
  return isNeverLowered(finalRole) && directRole !== finalRole
}
