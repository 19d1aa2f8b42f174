import type { Role } from '@/contract/entities'
import { INVITED_AT_ONCE, rolesToInvite } from '@/domain/members/rules'
import { INVITE_MESSAGE_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import type { UserActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, permissionDenied, Refused } from '../../errors'
import { inviteRefusal, isOver, mayBeInvited, mayInviteInto, mayResend } from '../../policies/members/entries'
import type { Access } from '../../policies/access/facts'
import { isMembership, targetOfMember, type Member, type NotInvited } from '../../policies/members/members'
import {
  findCollabs,
  lockMembers,
  namedGroups,
  namedUsers,
  putCollabs,
  renewCollab,
  type NewCollab,
  type Subjects,
} from '../../queries/members/entries'
import { requireAccess } from '../access/itemAccess'
import { requireEntry } from './entries'
import { membersOf } from './members'
import { notifyInvited, requireNotFlooded } from './notices'
import { queuePush, type PushEvent } from '../push/messages'
import { rolesOn } from './roles'

type Needs = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'messengers'>
type Inviting = Needs & Pick<Dependencies, 'contentCheck'>

/** ms between two sendings of an invitation */
const RESEND_PAUSE = 60_000

export interface InviteAsked {
  folderId: number
  message: string
  /** `5:editor;8:viewer` (2§7) */
  users: string
  groups: string
  /** The invited users have asked for it, so they join at once. */
  isWanted?: boolean
}

interface Target {
  id: number
  isGroup: boolean
  role: Role
}

export interface Invited {
  access: Access
  members: Member[]
  failed: NotInvited[]
}

/**
 * Invites users, groups and departments into a folder, each with one role (2§7). Reports subjects that cannot be invited as failed. Groups and
 * departments join at once, and so do users whose enterprise accepts invitations for its members (decisions 4.58).
 * @throws Refused as requireAccess, permission_denied, collab_nobody, collab_too_many, collab_message_too_long, collab_role_refused,
 *   asked_too_often, content_refused, content_unchecked
 */
export async function invite(ports: Inviting, actor: UserActor, asked: InviteAsked): Promise<Invited> {
  const { db, clock } = ports
  const message = asked.message.trim()
  if (codePointLength(message) > INVITE_MESSAGE_MAX_LENGTH) throw new Refused('collab_message_too_long')
  const targets = [...readTargets(asked.users, false), ...readTargets(asked.groups, true)]
  if (message !== '') await requireMessage(ports, actor, asked.folderId, message)
  return inTransaction(
    db,
    async (transaction) => {
      await lockMembers(transaction, asked.folderId)
      const access = await requireAccess(transaction, actor, asked.folderId)
      if (!mayInviteInto(actor, access)) throw permissionDenied()
      requireOffered(access, targets)
      const at = clock()
      const { isWanted = false } = asked
      const { good, failed } = await partition(transaction, actor, access, { targets, isWanted, at })
      const [item] = access.chain
      const invited = good.flatMap(({ userId }) => userId ?? [])
      await requireNotFlooded(transaction, { senderId: actor.user.id, userIds: invited, at })
      const expiresAt = expiryOf(actor, at)
      const source = { itemId: item.id, inviterId: actor.user.id, message, at, expiresAt }
      const ids = await putCollabs(transaction, source, good)
      await notifyInvited(transaction, actor, item, await findCollabs(transaction, ids), at, isWanted)
      await queuePush(ports, transaction, ids.map(invitationOf), { actor, at })
      const members = await membersOf(transaction, actor, access, subjectsOf(good))
      return { access, members: members.filter(({ row }) => row !== null), failed }
    },
    { actor },
  )
}

/**
 * Sends a pending or expired invitation again, with a new expiry.
 * @throws Refused collab_not_found, permission_denied, collab_resent_recently, asked_too_often
 */
export async function resend(ports: Needs, actor: UserActor, id: number): Promise<Invited> {
  const { db, clock } = ports
  return inTransaction(
    db,
    async (transaction) => {
      const { access, member } = await requireEntry(transaction, actor, id)
      const { row } = member
      if (row.accepted) throw new Refused('collab_not_found')
      if (!mayResend(actor, access, targetOfMember(member))) throw permissionDenied()
      const at = clock()
      if (!isOver(row, at) && at.getTime() - row.invited_at!.getTime() < RESEND_PAUSE)
        throw new Refused('collab_resent_recently')
      if (row.user_id !== null)
        await requireNotFlooded(transaction, { senderId: actor.user.id, userIds: [row.user_id], at })
      await renewCollab(transaction, id, at, expiryOf(actor, at))
      await notifyInvited(transaction, actor, access.chain[0], [row], at)
      await queuePush(ports, transaction, [invitationOf(id)], { actor, at })
      return { access, members: [(await requireEntry(transaction, actor, id)).member], failed: [] }
    },
    { actor },
  )
}

/** Checks the message of an invitation, if the user may invite. @throws Refused as invite */
async function requireMessage(
  { db, contentCheck }: Inviting,
  actor: UserActor,
  folderId: number,
  text: string,
): Promise<void> {
  if (!mayInviteInto(actor, await requireAccess(db, actor, folderId))) throw permissionDenied()
  await contentCheck.require({ kind: 'comment', text }, actor.user.id, 'invitation_message')
}

function invitationOf(collabId: number): PushEvent {
  return { kind: 'invitation', collabId }
}

/** When an invitation sent at `at` expires; null = never. */
function expiryOf({ enterprise }: UserActor, at: Date): Date | null {
  const { invitation_days: days } = enterprise
  return days === 0 ? null : calendar(at).add(days, 'days').toDate()
}

/** @throws Refused invalid_request for a subject named twice with different roles */
function readTargets(list: string, isGroup: boolean): Target[] {
  const targets = new Map<number, Target>()
  for (const entry of list === '' ? [] : list.split(';')) {
    const [id, role] = entry.split(':') as [string, Role]
    const known = targets.get(Number(id))
    if (known && known.role !== role) throw invalidRequest(isGroup ? 'invited_groups' : 'invited_users')
    targets.set(Number(id), { id: Number(id), isGroup, role })
  }
  return [...targets.values()]
}

function requireOffered(access: Access, targets: readonly Target[]) {
  if (targets.length === 0) throw new Refused('collab_nobody')
  if (targets.length > INVITED_AT_ONCE) throw new Refused('collab_too_many', { params: { n: INVITED_AT_ONCE } })
  const offered = rolesToInvite(access)
  if (targets.some(({ role }) => !offered.includes(role))) throw new Refused('collab_role_refused')
}

/** Separates the subjects to invite from the failed ones. */
async function partition(
  db: Db,
  actor: UserActor,
  access: Access,
  { targets, isWanted, at }: { targets: readonly Target[]; isWanted: boolean; at: Date },
) {
  const idsOf = (isGroup: boolean) => targets.flatMap((each) => (each.isGroup === isGroup ? each.id : []))
  const [users, groups, members, currentRoles] = await Promise.all([
    namedUsers(db, idsOf(false)),
    namedGroups(db, idsOf(true)),
    membersOf(db, actor, access, { users: idsOf(false), groups: idsOf(true) }),
    rolesOn(db, access.chain, { userIds: idsOf(false) }),
  ])
  const good = []
  const failed: NotInvited[] = []
  for (const target of targets) {
    const { id, isGroup, role } = target
    const named = isGroup ? groups.find((each) => each.id === id) : users.find((each) => each.id === id)
    if (!named || !mayBeInvited(actor, named.enterprise_id)) {
      failed.push({ ...target, name: '', code: 'collab_unknown' })
      continue
    }
    const entries = members.filter(({ subject }) => subject.isGroup === isGroup && subject.id === id)
    const code = inviteRefusal(access, {
      standing: isGroup ? (entries[0]?.role ?? null) : (currentRoles.get(id) ?? null),
      hasOwn: entries.some((entry) => hasOwnEntry(entry, at) && !(isWanted && isPending(entry))),
    })
    if (code) failed.push({ ...target, name: named.name, code })
    else
      good.push({
        userId: isGroup ? null : id,
        groupId: isGroup ? id : null,
        role,
        accepted: isGroup || isWanted || ('is_accepting' in named && named.is_accepting),
        isAdded: !isGroup,
      })
  }
  return { good, failed }
}

/**
 * Whether a member owns the folder, represents the members of the folder's department, or has an entry on the folder that is accepted or not yet
 * expired.
 */
function hasOwnEntry(member: Member, at: Date): boolean {
  const { row, way } = member
  if (way?.grant === null || isMembership(member)) return true
  return row !== null && !isOver(row, at)
}

/** Whether a member has only an unanswered invitation. Asking for access answers it. */
function isPending({ row, way }: Member): boolean {
  return row !== null && !row.accepted && way?.grant !== null
}

function subjectsOf(given: readonly NewCollab[]): Subjects {
  return {
    users: given.flatMap(({ userId }) => userId ?? []),
    groups: given.flatMap(({ groupId }) => groupId ?? []),
  }
}
