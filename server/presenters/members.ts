import type { ChildMessage } from '@/contract/messages/childMessages'
import type { Collab, LinkWithAccess, PersonWithAccess, AccessEntry, AccessSource } from '@/contract/members'
import type { Language, Role, Wording } from '@/contract/entities'
import { withoutDirections } from '@/domain/items/naming'
import { wordError } from '@/i18n/errors'
import { secondsOf } from '../time/clock'
import { isUsable } from '../policies/access/authorize'
import { isOver } from '../policies/members/entries'
import type { Access, Node } from '../policies/access/facts'
import {
  directRoleOf,
  type Member,
  type NotInvited,
  type SubjectWithAccess,
  type Subject,
} from '../policies/members/members'
import type { AccessPath } from '../policies/members/accessPaths'
import type { ChildRow } from '../queries/members/notices'
import type { GroupGrant, LinkPath } from '../queries/members/ways'
import { entryOf, type Place } from './items/path'

/** Exports the type of a member to the routes, because routes may not import policies. */
export type PresentedMember = Member

/** The facts that presenting members needs besides the members themselves. */
export interface MemberView {
  /** The viewer's access. */
  access: Access
  /** People per group. */
  counts: ReadonlyMap<number, number>
  /** The role that a member would have without an entry, by the entry's id. */
  otherwise: ReadonlyMap<number, Role | null>
  /** Addresses of user pictures, by user. */
  faces: ReadonlyMap<number, string>
  now: Date
}

/** An entry of a folder (2§3). */
export function presentMember(member: Member, view: MemberView): Collab {
  const { access, now, otherwise } = view
  const { row, way, role } = member
  const isInvited = row !== null && !row.accepted
  return {
    collab_id: row?.id ?? null,
    user: presentSubject(member.subject, view),
    direct_role: directRoleOf(member),
    final_role: role,
    unaccepted_role: isInvited ? row.role : null,
    role_otherwise: row && (otherwise.get(row.id) ?? null),
    accepted: !isInvited,
    current_user: member.isSelf,
    quit_collab_allowed: member.isQuitAllowed,
    way: way ? wordAccessSource(way, member.subject) : 'user',
    from: way && way.grant !== null && way.at > 0 ? placeAt(access, way.at) : null,
    is_inherited: way !== null && way.grant !== null && way.at > 0,
    invited: isInvited
      ? {
          at: secondsOf(row.invited_at!),
          expires: row.expires_at === null ? 0 : secondsOf(row.expires_at),
          is_expired: isOver(row, now),
          inviter: row.inviter_id === null ? null : { id: row.inviter_id, name: row.inviter_name ?? '' },
          by_current_user: member.isOwnInvitation,
        }
      : null,
  }
}

/** A subject that could not be invited, and why (2§8). */
export function presentNotInvited(
  { id, isGroup, name, code }: NotInvited,
  { language, wording }: { language: Language; wording: Wording },
) {
  return { id, name, is_group: isGroup, error_code: code, error_tr_msg: wordError(code, language, wording, { name }) }
}

/** The folder of an invitation, with its own item id even for a department's folder. */
export function presentFolder({ id, name }: Node): Place {
  return { typed_id: `folder_${id}`, name: withoutDirections(name) }
}

/** A subject that can see an item, with the paths of access (AH-45). */
export function presentReaching(
  { subject, isSelf, role, ways, groups }: SubjectWithAccess<GroupGrant>,
  view: Omit<MemberView, 'now' | 'otherwise'>,
): PersonWithAccess {
  const { access } = view
  const presented = [...ways]
    .sort((a, b) => Number(b.isDecisive) - Number(a.isDecisive))
    .map((way): AccessEntry => {
      const group = way.grant?.groupId == null ? undefined : groups.get(way.grant.groupId)
      return {
        way: wordAccessSource(way, subject),
        role: way.role,
        place: placeAt(access, way.at),
        is_inherited: way.at > 0,
        group: group ? { id: group.id, name: group.name, is_department: group.department_id !== null } : null,
        is_decisive: way.isDecisive,
      }
    })
  return { user: presentSubject(subject, view), current_user: isSelf, final_role: role, ways: presented }
}

/** A link that leads to an item (AH-45). Leaves out the link's address and password. */
export function presentReachingLink({ link, at, mayDownload }: LinkPath, access: Access): LinkWithAccess {
  return {
    id: link.id,
    serial_number: link.serial_number,
    owner: { id: link.maker_id, name: link.maker_name },
    access: link.access,
    due_time: link.due_at === null ? 0 : secondsOf(link.due_at),
    password_protected: link.password_hash !== null,
    may_download: mayDownload,
    receiver_count: link.receiver_count,
    place: placeAt(access, at),
    is_inherited: at > 0,
  }
}

/** An invitation in a message (2§3). */
export function presentChild(row: ChildRow, now: Date): ChildMessage {
  const isExpired = row.accepted === false && isOver({ accepted: false, expires_at: row.expires_at }, now)
  return {
    id: row.id,
    item_name: withoutDirections(row.item_name),
    updated: secondsOf(row.updated_at),
    sender_name: row.sender_name ?? '',
    collab_type: row.collab_type,
    group_name: row.group_name,
    invitation_message: row.invitation_message,
    is_granted: row.is_granted,
    has_read: row.is_read,
    accepted: row.accepted ?? false,
    collab_id: row.collab_id,
    item_typed_id: row.item_id === null ? null : `folder_${row.item_id}`,
    is_expired: isExpired,
    is_refused: row.is_refused,
    role: row.role,
  }
}

/** A manager of the folder's department. */
export function presentManager({ id, name }: { id: number; name: string }, { faces }: Pick<MemberView, 'faces'>) {
  return { id, name, final_role: 'coowner' as const, ...faceIn(faces, id) }
}

function faceIn(faces: MemberView['faces'], userId: number) {
  const avatar = faces.get(userId)
  return avatar === undefined ? {} : { avatar }
}

function presentSubject(
  subject: Subject,
  { access: { space }, counts, faces }: Omit<MemberView, 'now' | 'otherwise'>,
): Collab['user'] {
  return {
    id: subject.id,
    name: subject.name,
    is_group: subject.isGroup && subject.departmentId === null,
    is_department: subject.departmentId !== null,
    department_id: subject.departmentId,
    user_count: subject.userCount ?? counts.get(subject.id) ?? 0,
    is_active: subject.isActive,
    is_external: subject.enterpriseId !== space.owner.enterpriseId,
    ...(!subject.isGroup && faceIn(faces, subject.id)),
  }
}

function wordAccessSource({ grant }: AccessPath, { departmentId }: Pick<Subject, 'departmentId'>): AccessSource {
  if (grant === null) return 'owner'
  if (grant.by === 'added') return 'user'
  return grant.by === 'group' ? ((grant.departmentId ?? departmentId) === null ? 'group' : 'department') : grant.by
}

/** The folder `at` levels above the item; null if the viewer may not see that folder. The root of a personal space has no name. */
function placeAt({ chain, roles }: Access, at: number): Place | null {
  return isUsable(roles[at]) ? entryOf(chain[at]!) : null
}
