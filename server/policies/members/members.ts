import type { Role } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import type { CollabTarget } from '@/domain/members/rules'
import type { CollabRow, Grant } from '../access/facts'
import type { AccessPath } from './accessPaths'

/** The user or group of an entry. */
export interface Subject {
  /** id of the user or group */
  id: number
  name: string
  /** '' for a group */
  login: string
  isGroup: boolean
  departmentId: number | null
  enterpriseId: number
  isActive: boolean
  /** null: not counted yet */
  userCount: number | null
}

/** A subject that can see an item, with every path of access. */
export interface SubjectWithAccess<G extends Grant> {
  subject: Subject
  isSelf: boolean
  role: Role
  ways: AccessPath<G>[]
  /** The groups that the paths name. */
  groups: ReadonlyMap<number, { id: number; name: string; department_id: number | null }>
}

/** A member of a folder, or a subject invited to it. */
export interface Member {
  subject: Subject
  isSelf: boolean
  /** The entry on this folder itself, accepted or pending. */
  row: CollabRow | null
  /** The effective role; for a group its granted role. Null before an invitation is accepted, unless another path gives a role. */
  role: Role | null
  /** The path that gives this role; null without one. */
  way: AccessPath | null
  isQuitAllowed: boolean
  isOwnInvitation: boolean
}

/** The facts of a member for the rules of 2§5. */
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

/** Whether an entry represents the members of a department in the department's own folder. */
export function isMembership({ subject, way }: Pick<Member, 'subject' | 'way'>): boolean {
  return subject.isGroup && way?.grant?.by === 'member' && way.at === 0
}

/** The role granted on the folder itself; `owner` for the owner of the space. */
export function directRoleOf({ row, way }: Pick<Member, 'row' | 'way'>): Role | null {
  if (way !== null && way.grant === null) return 'owner'
  return row?.accepted ? row.role : null
}

/** A subject that could not be invited, and why. `name` is '' for a subject that the asking user may not see. */
export interface NotInvited {
  id: number
  isGroup: boolean
  role: Role
  name: string
  code: Extract<ErrorCode, `collab_${string}`>
}
