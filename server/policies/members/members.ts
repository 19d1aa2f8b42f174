import type { Role } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import type { CollabTarget } from '@/domain/members/rules'
import type { CollabRow } from '../access/facts'
import type { Way } from './ways'

/** Who an entry is about. */
export interface Subject {
  /** Of a user or a group. */
  id: number
  name: string
  /** '' of a group */
  login: string
  isGroup: boolean
  departmentId: number | null
  enterpriseId: number
  isActive: boolean
  /** null: not counted yet */
  userCount: number | null
}

/** Somebody who is in a folder, or was invited to it. */
export interface Member {
  subject: Subject
  isSelf: boolean
  /** What was given on this folder itself, accepted or not. */
  row: CollabRow | null
  /** What counts, by whichever way; of a group what was given to it. Null before an invitation is accepted, where nothing else gives one. */
  role: Role | null
  /** By which way; null where there is none. */
  way: Way | null
  isQuitAllowed: boolean
  isOwnInvitation: boolean
}

/** How a member stands to the rules of 2§5. */
export function targetOfMember({ subject, isSelf, row, role, way, ...rest }: Member): CollabTarget {
  return {
    isGroup: subject.isGroup,
    isSelf,
    directRole: directRoleOf({ row, way }),
    finalRole: role,
    unacceptedRole: row && !row.accepted ? row.role : null,
    isMembership: isMembership({ subject, way }),
    isQuitAllowed: rest.isQuitAllowed,
    isOwnInvitation: rest.isOwnInvitation,
  }
}

/** Whether an entry stands for the members of the department in whose own folder they are. */
export function isMembership({ subject, way }: Pick<Member, 'subject' | 'way'>): boolean {
  return subject.isGroup && way?.grant?.by === 'member' && way.at === 0
}

/** What was given on the folder itself; the owner of the space was given all. */
export function directRoleOf({ row, way }: Pick<Member, 'row' | 'way'>): Role | null {
  if (way !== null && way.grant === null) return 'owner'
  return row?.accepted ? row.role : null
}

/** Who was not invited, and why; '' of who does not exist for the asker. */
export interface NotInvited {
  id: number
  isGroup: boolean
  role: Role
  name: string
  code: Extract<ErrorCode, `collab_${string}`>
}
