import type { Role } from '@/contract/entities'
import { roles } from '../access/roleTable'

/** How a member has access to a folder. */
export const memberStates = ['direct', 'inherited', 'invited'] as const
export type Standing = (typeof memberStates)[number]
export const subjects = ['user', 'group', 'department', 'self'] as const
export type SubjectKind = (typeof subjects)[number]

/** A member seen by a user with a role. */
export interface Cell {
  viewer: Role
  target: Role
  standing: Standing
  subject: SubjectKind
}

/** All possible cells: for oneself target and viewer have the same role; nobody is invited as owner, and a group is never owner. */
export function cells(): Cell[] {
  return roles.flatMap((viewer) =>
    roles.flatMap((target) =>
      memberStates.flatMap((standing) =>
        subjects.flatMap((subject) => {
          const isPossible =
            (subject !== 'self' || (standing !== 'invited' && viewer === target)) &&
            (standing !== 'invited' || target !== 'owner') &&
            (target !== 'owner' || subject === 'user' || subject === 'self')
          return isPossible ? [{ viewer, target, standing, subject }] : []
        }),
      ),
    ),
  )
}

const high = (role: Role) => role === 'owner' || role === 'coowner'
const usual: Role[] = ['editor', 'viewer_uploader', 'viewer', 'previewer_uploader', 'previewer', 'uploader']

/** 2§5: "Changing a role is not allowed when", sentence by sentence. */
export function isChangeAllowed({ viewer, target, standing }: Cell): boolean {
  if (target === 'owner' && standing === 'direct' && viewer === 'owner') return false
  if (high(target) && standing === 'inherited' && viewer === 'owner') return false
  if (viewer !== 'owner' && viewer !== 'coowner') return false
  return !(viewer === 'coowner' && high(target))
}

/** 2§5 "Role chooser", decisions 3.20: never owner, coowner only by an owner to a user, never reset (COLL-06). */
export function offeredTo(cell: Cell): Role[] {
  if (!isChangeAllowed(cell)) return []
  const isGroup = cell.subject === 'group' || cell.subject === 'department'
  return cell.viewer === 'owner' && !isGroup ? ['coowner', ...usual] : usual
}

/** 2§5 "Role chooser" in invite mode, for users who may invite (2§6). */
export function offeredInInvitation(viewer: Role): Role[] {
  return high(viewer) || viewer === 'editor' ? usual : []
}

/** 2§5: "Removal is allowed if", sentence by sentence. Quitting follows the server's answer (2§3); here: the role given to oneself. */
export function isRemovalAllowed({ viewer, target, standing, subject }: Cell): boolean {
  const mayQuit = subject === 'self' && standing === 'direct' && target !== 'owner'
  if (mayQuit) return true
  if (standing === 'inherited') return false
  if (viewer !== 'owner' && viewer !== 'coowner') return false
  if (subject === 'self') return false
  return !(viewer === 'coowner' && high(target))
}

/**
 * The outcome of inviting a member as `viewer` (2§6, 2§8): a member gets an already message, one whose role would be reduced a cannot
 * message. Users who may not change roles cannot bring back a reset member. null: the member is invited.
 */
export function expectedInvite({
  viewer,
  target,
  standing,
  subject,
}: Cell): 'permission_denied' | 'collab_already' | 'collab_cannot_reduce' | 'collab_role_refused' | null {
  if (offeredInInvitation(viewer).length === 0) return 'permission_denied'
  if (standing !== 'inherited' || (subject === 'self' && target === 'owner')) return 'collab_already'
  if (high(target)) return 'collab_cannot_reduce'
  if (viewer !== 'editor') return null
  return target === 'reset' ? 'collab_role_refused' : 'collab_already'
}
