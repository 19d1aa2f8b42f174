import type { Role } from '@/contract/entities'
import { mayRemove, mayReset, rolesToChange, type CollabTarget } from '@/domain/members/rules'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, itemNotFound, Refused } from '../../errors'
import { isAllowed, isUsable } from '../../policies/access/authorize'
import { isOwn } from '../../policies/members/entries'
import type { Access } from '../../policies/access/facts'
import { targetOfMember, type Member } from '../../policies/members/members'
import { deleteCollabs, lockMembers, putCollabs, setRoles } from '../../queries/members/entries'
import { accessOf, requireAccess } from '../access/itemAccess'
import { lockEntries, type Entry } from './entries'
import { membersOf } from './members'
import { notifyOfChange } from './notices'
import { rolesOn } from './roles'

type Needs = Pick<Dependencies, 'db' | 'clock'>

/** A requested role for a subject (2§7). */
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
  /** null: a new entry on this folder overrides an inherited role */
  rowId: number | null
  target: CollabTarget
}

/**
 * Changes the roles of members of a folder, all or none (2§5). A role that is inherited from above is overridden by a new entry on this
 * folder.
 * @throws Refused as requireAccess, collab_not_found for a subject without a role in the folder, collab_role_refused
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
      for (const change of changes) if (!mayGive(access, change)) throw new Refused('collab_role_refused')
      const at = clock()
      const before = await rolesOfUsers(transaction, access, usersOf(changes))
      await setRoles(
        transaction,
        changes.flatMap(({ rowId, role }) => (rowId === null ? [] : { id: rowId, role })),
      )
      const source = { itemId, inviterId: actor.user.id, message: '', at, expiresAt: null }
      const newEntries = changes
        .filter(({ rowId }) => rowId === null)
        .map(({ subjectId, isGroup, role }) => ({
          userId: isGroup ? null : subjectId,
          groupId: isGroup ? subjectId : null,
          role,
          accepted: true,
          isAdded: false,
        }))
      await putCollabs(transaction, source, newEntries)
      await notifyRoleChanges(transaction, actor, access, { before, at })
      const members = await membersOf(transaction, actor, access, {
        users: usersOf(changes),
        groups: changes.flatMap(({ isGroup, subjectId }) => (isGroup ? subjectId : [])),
      })
      return { access, members: members.filter(({ row }) => row !== null) }
    },
    { actor },
  )
}

/** Whether the actor may give this role. A pending invitation can offer another role, but cannot be reset. */
function mayGive(access: Access, { role, rowId, target }: Change): boolean {
  if (role !== 'reset') return rolesToChange(access, target).includes(role)
  return mayReset(access, target) && (rowId === null || target.directRole !== null)
}

const usersOf = (changes: readonly Change[]) => changes.flatMap(({ isGroup, subjectId }) => (isGroup ? [] : subjectId))

/** @throws Refused invalid_request for no subject, or a subject named twice; collab_not_found */
async function changesOf(db: Db, actor: UserActor, access: Access, asked: ChangesAsked): Promise<Change[]> {
  const { direct: rows, users, groups } = asked
  const idsOf = (named: readonly RoleAsked[]) => named.map(({ user_id: id }) => id)
  const [members, rolesBefore] = await Promise.all([
    membersOf(db, actor, access, { users: idsOf([...rows, ...users]), groups: idsOf([...rows, ...groups]) }),
    rolesOfUsers(db, access, idsOf(users)),
  ])
  const changes = [
    ...asked.direct.map((change) => direct(members, change)),
    ...asked.users.map((change) => overrideOf(members, { ...change, isGroup: false }, rolesBefore)),
    ...asked.groups.map((change) => overrideOf(members, { ...change, isGroup: true }, rolesBefore)),
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

/** The change for a subject whose role is inherited or comes from a group. The change replaces a pending invitation on this folder. */
function overrideOf(
  members: readonly Member[],
  { user_id: subjectId, role, isGroup }: RoleAsked & { isGroup: boolean },
  rolesBefore: ReadonlyMap<number, Role | null>,
): Change {
  const found = members.filter(({ subject }) => subject.isGroup === isGroup && subject.id === subjectId)
  const member = found.find(({ row }) => row !== null) ?? found[0]
  const finalRole = isGroup ? null : (rolesBefore.get(subjectId) ?? null)
  // A subject with a role may also have a pending invitation. The change then applies to the role.
  const isStanding = finalRole !== null && member?.row?.accepted === false
  if (member && !isStanding) return changeOf(member, role)
  if (finalRole === null) throw new Refused('collab_not_found')
  const target: CollabTarget = {
    isGroup,
    isSelf: false,
    directRole: null,
    finalRole,
    // Replacing a pending invitation needs the right to change it.
    unacceptedRole: member?.row?.role ?? null,
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

/** The effective roles of some users. */
async function rolesOfUsers(db: Db, { chain }: Access, ids: readonly number[]): Promise<Map<number, Role | null>> {
  const roles = await rolesOn(db, chain, { userIds: ids })
  return new Map(ids.map((id) => [id, roles.get(id) ?? null]))
}

/** Notifies users whose effective role changed or who lost access. @param before the previous role of each user */
async function notifyRoleChanges(
  db: Db,
  actor: UserActor,
  access: Access,
  { before, at }: { before: ReadonlyMap<number, Role | null>; at: Date },
): Promise<void> {
  const after = await rolesOfUsers(db, access, [...before.keys()])
  const changed = [...before].filter(([id, role]) => after.get(id) !== role)
  const notice = { item: access.chain[0], at }
  const isIn = ([id]: [number, unknown]) => isUsable(after.get(id))
  const wasIn = ([, role]: [number, Role | null]) => isUsable(role)
  const idsOf = (those: typeof changed) => those.map(([id]) => id)
  await notifyOfChange(db, actor, { ...notice, userIds: idsOf(changed.filter(isIn)), action: 'collab_role' })
  const out = changed.filter((one) => wasIn(one) && !isIn(one))
  await notifyOfChange(db, actor, { ...notice, userIds: idsOf(out), action: 'collab_removed' })
}

/**
 * Removes members, leaves folders and withdraws invitations, all or none (2§5). Ignores entries that are gone or that the actor may not know of.
 * @returns whether the actor still sees all of the folders; true if no known entry was named
 * @throws Refused collab_remove_refused
 */
export function removeCollabs({ db, clock }: Needs, actor: UserActor, ids: readonly number[]): Promise<boolean> {
  return inTransaction(
    db,
    async (transaction) => {
      const entries = await lockEntries(transaction, actor, ids)
      if (!entries.every((entry) => isRemovable(actor, entry))) throw new Refused('collab_remove_refused')
      const at = clock()
      const folders = [...new Map(entries.map(({ access }) => [access.chain[0].id, access])).values()]
      const before = await Promise.all(
        folders.map(async (access) => ({
          access,
          before: await rolesOfUsers(
            transaction,
            access,
            entries.flatMap((entry) => (entry.access === access ? (entry.member.row.user_id ?? []) : [])),
          ),
        })),
      )
      await deleteCollabs(
        transaction,
        entries.map(({ member }) => member.row.id),
      )
      for (const { access, before: roles } of before)
        await notifyRoleChanges(transaction, actor, access, { before: roles, at })
      const itemIds = folders.map(({ chain: [{ id }] }) => id)
      const left = await accessOf(transaction, actor, itemIds)
      return [...left.values()].every((access) => isAllowed(access))
    },
    { actor },
  )
}

/** Invited users cannot remove their own invitation. They refuse the invitation by another call, which notifies the inviter. */
function isRemovable(actor: UserActor, { access, member }: Entry): boolean {
  if (isOwn(actor, member.row) && !isAllowed(access)) return false
  return mayRemove(access, targetOfMember(member))
}
