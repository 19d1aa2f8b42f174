import type { Role } from '@/contract/entities'
import { mayRemove, mayReset, rolesToChange, type CollabTarget } from '@/domain/collab/rules'
import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import { inTransaction } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { invalidRequest, itemNotFound, Refused } from '../errors'
import { isAllowed } from '../policies/access'
import type { Access } from '../policies/facts'
import { targetOfMember, type Member } from '../policies/members'
import { waysOf } from '../policies/ways'
import { deleteCollabs, lockMembers, putCollabs, setRoles } from '../queries/collabs'
import { grantsByWay } from '../queries/ways'
import { accessOf, requireAccess } from './access'
import { isOwn, lockEntries, type Entry } from './collabEntries'
import { membersOf } from './collabMembers'
import { tellOfCollab } from './collabMessages'

type Needs = Pick<Dependencies, 'db' | 'clock'>

/** A role for somebody, as a call names it (2§7). */
export interface RoleAsked {
  collab_id?: number
  user_id: number
  role: Role
}

export interface ChangesAsked {
  direct: readonly RoleAsked[]
  users: readonly RoleAsked[]
  groups: readonly RoleAsked[]
}

interface Change {
  subjectId: number
  isGroup: boolean
  role: Role
  /** null: begins here to be another one than above */
  rowId: number | null
  target: CollabTarget
}

/**
 * Gives members of a folder other roles, all or none (2§5): those of the folder itself, and those whose role comes from above, which begins to
 * be another one here.
 * @throws Refused as requireAccess, collab_not_found for who is not in the folder, collab_role_refused
 */
export function changeRoles(
  { db, clock }: Needs,
  actor: UserActor,
  itemId: number,
  asked: ChangesAsked,
): Promise<{ access: Access; members: Member[] }> {
  return inTransaction(
    db,
    async (transaction) => {
      await lockMembers(transaction, itemId)
      const access = await requireAccess(transaction, actor, itemId)
      if (!access.chain[0].isFolder) throw itemNotFound()
      const changes = await changesOf(transaction, actor, access, asked)
      for (const { role, target } of changes) {
        const isGiven = role === 'reset' ? mayReset(access, target) : rolesToChange(access, target).includes(role)
        if (!isGiven) throw new Refused('collab_role_refused')
      }
      const at = clock()
      await setRoles(
        transaction,
        changes.flatMap(({ rowId, role }) => (rowId === null ? [] : { id: rowId, role })),
      )
      const source = { itemId, inviterId: actor.user.id, message: '', at, expiresAt: null }
      const begun = changes
        .filter(({ rowId }) => rowId === null)
        .map(({ subjectId, isGroup, role }) => ({
          userId: isGroup ? null : subjectId,
          groupId: isGroup ? subjectId : null,
          role,
          accepted: true,
        }))
      await putCollabs(transaction, source, begun)
      const told = changes.flatMap(({ isGroup, subjectId, target }) =>
        isGroup || target.finalRole === null ? [] : subjectId,
      )
      const [item] = access.chain
      await tellOfCollab(transaction, actor, { userIds: told, action: 'collab_role', item, at })
      const isChanged = ({ subject, row }: Member) =>
        row !== null && changes.some((each) => each.isGroup === subject.isGroup && each.subjectId === subject.id)
      const members = await membersOf(transaction, actor, access)
      return { access, members: members.filter(isChanged) }
    },
    { by: actor },
  )
}

/** @throws Refused invalid_request where nobody, or one twice, is named; collab_not_found */
async function changesOf(db: Db, actor: UserActor, access: Access, asked: ChangesAsked): Promise<Change[]> {
  const members = await membersOf(db, actor, access)
  const standing = await rolesFromAbove(db, access, asked.users)
  const changes = [
    ...asked.direct.map((change) => direct(members, change)),
    ...asked.users.map((change) => beginning(members, { ...change, isGroup: false }, standing)),
    ...asked.groups.map((change) => beginning(members, { ...change, isGroup: true }, standing)),
  ]
  const named = new Set(changes.map(({ subjectId, isGroup }) => `${isGroup ? 'g' : 'u'}${subjectId}`))
  if (changes.length === 0 || named.size < changes.length) throw invalidRequest('edit_collabs_roles')
  return changes
}

function direct(members: readonly Member[], { collab_id: id, user_id: subjectId, role }: RoleAsked): Change {
  const member = members.find(({ row, subject }) => row !== null && row.id === id && subject.id === subjectId)
  if (!member) throw new Refused('collab_not_found')
  return changeOf(member, role)
}

/** Of somebody who has a role by another way, be it as one of a group. */
function beginning(
  members: readonly Member[],
  { user_id: subjectId, role, isGroup }: RoleAsked & { isGroup: boolean },
  standing: (userId: number) => Role | null,
): Change {
  const found = members.filter(({ subject }) => subject.isGroup === isGroup && subject.id === subjectId)
  const member = found.find(({ row }) => row !== null) ?? found[0]
  if (member) return changeOf(member, role)
  const finalRole = isGroup ? null : standing(subjectId)
  if (finalRole === null) throw new Refused('collab_not_found')
  const target: CollabTarget = {
    isGroup,
    isSelf: false,
    directRole: null,
    finalRole,
    unacceptedRole: null,
    isMembership: false,
    isQuitAllowed: false,
    isOwnInvitation: false,
  }
  return { subjectId, isGroup, role, rowId: null, target }
}

function changeOf(member: Member, role: Role): Change {
  const { subject, row } = member
  return {
    subjectId: subject.id,
    isGroup: subject.isGroup,
    role,
    rowId: row?.id ?? null,
    target: targetOfMember(member),
  }
}

/** What counts for some people, whichever way they have it. */
async function rolesFromAbove(db: Db, { chain }: Access, asked: readonly RoleAsked[]) {
  const held = await grantsByWay(
    db,
    chain.map(({ id }) => id),
    asked.map(({ user_id }) => user_id),
  )
  return (userId: number) => {
    const grants = new Map<number, typeof held>()
    for (const grant of held)
      if (grant.userId === userId) grants.set(grant.itemId, [...(grants.get(grant.itemId) ?? []), grant])
    return waysOf(userId, chain, grants).role
  }
}

/**
 * Removes members, quits, and withdraws invitations, all or none (2§5); what is gone, and what the actor may not know of, is passed over.
 * @returns whether the actor still sees the folder; true where nothing was named that they know of
 * @throws Refused collab_remove_refused
 */
export function removeCollabs({ db, clock }: Needs, actor: UserActor, ids: readonly number[]): Promise<boolean> {
  return inTransaction(
    db,
    async (transaction) => {
      const entries = await lockEntries(transaction, actor, ids)
      if (!entries.every((entry) => isRemovable(actor, entry))) throw new Refused('collab_remove_refused')
      const at = clock()
      await deleteCollabs(
        transaction,
        entries.map(({ member }) => member.row.id),
      )
      for (const { access, member } of entries) {
        const { row } = member
        const told = { item: access.chain[0], at }
        if (row.accepted)
          await tellOfCollab(transaction, actor, { ...told, userIds: [row.user_id], action: 'collab_removed' })
      }
      const itemIds = [...new Set(entries.map(({ access }) => access.chain[0].id))]
      const left = await accessOf(transaction, actor, itemIds)
      return [...left.values()].every((access) => isAllowed(access))
    },
    { by: actor },
  )
}

/** Who is invited refuses: that is another call, which tells who invited. */
function isRemovable(actor: UserActor, { access, member }: Entry): boolean {
  if (isOwn(actor, member.row) && !isAllowed(access)) return false
  return mayRemove(access, targetOfMember(member))
}
