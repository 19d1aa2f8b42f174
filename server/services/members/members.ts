import type { Role } from '@/contract/entities'
import { mayRemove } from '@/domain/members/rules'
import { searchKey, searchWords } from '@/domain/search/words'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemNotFound } from '../../errors'
import { isOwn, isQuitAllowed, mayInviteInto, maySeeEntry, maySeeInvitations } from '../../policies/members/entries'
import { mayLookUp } from '../../policies/contacts'
import type { Access, CollabRow, Grant } from '../../policies/access/facts'
import { targetOfMember, type Member, type Subject } from '../../policies/members/members'
import { inheritedChain, accessPaths } from '../../policies/members/accessPaths'
import {
  collabsOn,
  countPeopleOf,
  managersOfAny,
  memberRoles,
  pageOfInvited,
  pageOfMembers,
  type Subjects,
} from '../../queries/members/entries'
import { requireAccess } from '../access/itemAccess'
import { grantsOf, rolesOn } from './roles'

/**
 * The subjects with a role in a folder, and the invited subjects that the actor may see. Lists each subject once, and the members of the folder's
 * department once per role.
 * @param among only these subjects, and the department's members; omitted: all
 */
export async function membersOf(db: Db, actor: UserActor, access: Access, among?: Subjects): Promise<Member[]> {
  const [given, departments] = await Promise.all([membersByEntry(db, actor, access, among), departmentsIn(db, access)])
  return [...given, ...departments].filter(isThere)
}

/** The owner and the subjects of entries, including subjects without a role. */
async function membersByEntry(db: Db, actor: UserActor, access: Access, among?: Subjects): Promise<Member[]> {
  const { chain, space } = access
  const [item] = chain
  const all = await collabsOn(db, idsOf(chain), among)
  const rows = all.filter((row) => row.accepted || (row.item_id === item.id && maySeeEntry(actor, access, row)))
  const bySubject = new Map<string, { subject: Subject; rows: CollabRow[] }>()
  for (const row of rows) {
    const key = row.user_id === null ? `g${row.group_id}` : `u${row.user_id}`
    const held = bySubject.get(key)
    if (held) held.rows.push(row)
    else bySubject.set(key, { subject: subjectOf(row), rows: [row] })
  }
  const owner = `u${space.owner.id}`
  const hasOwner = among?.users.includes(space.owner.id) ?? true
  if (hasOwner && !bySubject.has(owner)) bySubject.set(owner, { subject: ownerOf(access), rows: [] })
  const isHeld = (row: CollabRow) => row.item_id === item.id && row.accepted && isOwn(actor, row)
  const people = [...bySubject.values()].flatMap(({ subject }) => (subject.isGroup ? [] : subject.id))
  const [otherwise, held] = await Promise.all([
    rows.some(isHeld) ? roleOtherwise(db, actor, access) : null,
    grantsOf(db, chain, people),
  ])
  return [...bySubject.values()].map(({ subject, rows: given }): Member => {
    const isSelf = !subject.isGroup && subject.id === actor.user.id
    const row = given.find(({ item_id }) => item_id === item.id) ?? null
    // An inactive user has no grants of their own; show the grants of the entries instead.
    const grants = (!subject.isGroup && held.get(subject.id)) || grantsFrom(given, subject.isGroup ? 'group' : 'user')
    return {
      ...standingOf(subject, chain, grants),
      subject,
      isSelf,
      row,
      isQuitAllowed: row !== null && isHeld(row) && (row.is_added || isQuitAllowed(row.role, otherwise)),
      isOwnInvitation: row !== null && !row.accepted && row.inviter_id === actor.user.id,
    }
  })
}

async function roleOtherwise(db: Db, { user }: UserActor, { chain }: Access): Promise<Role | null> {
  return (await rolesOn(db, chain, { userIds: [user.id], isWithoutOwn: true })).get(user.id) ?? null
}

/** The roles of a department's members in the department's folder and below, each role once. Omits roles that an entry grants to the department. */
async function departmentsIn(db: Db, { chain }: Access): Promise<Member[]> {
  const home = homeOf(chain)
  if (!home) return []
  const roles = await memberRoles(db, home.departmentId!)
  const rows = await collabsOn(db, idsOf(chain), { users: [], groups: roles.map(({ group_id: id }) => id) })
  const departments = roles.map(({ role, group_id: id, name, user_count, enterprise_id }): Member => {
    const held = grantsFrom(rows, 'group')
    add(held, home.id, { role, by: 'member' })
    const subject = { id, name, login: '', isGroup: true, departmentId: home.departmentId, enterpriseId: enterprise_id }
    return {
      ...standingOf(subject, chain, held),
      subject: { ...subject, isActive: true, userCount: user_count },
      isSelf: false,
      row: null,
      isQuitAllowed: false,
      isOwnInvitation: false,
    }
  })
  return departments.filter(({ way }) => way?.grant?.by === 'member')
}

/** The nearest department folder in the chain. */
function homeOf(chain: Access['chain']) {
  return chain.find(({ departmentId }) => departmentId !== null)
}

/** A page of the members of a folder (2§7). */
export interface MemberPage {
  access: Access
  /** Members with a role, without their pending invitations to another role. */
  accepted: Member[]
  total: number
  invited: Member[]
  totalInvited: number
  /** How many of the invited are not among the accepted. */
  unaccepted: number
  managers: { id: number; name: string }[]
  mayInvite: boolean
}

/** @throws Refused as requireAccess; item_not_found for a file */
export async function listMembers(
  db: Db,
  actor: UserActor,
  folderId: number,
  { search, page: number, size }: { search: string; page: number; size: number },
): Promise<MemberPage> {
  const access = await requireAccess(db, actor, folderId)
  const { chain, space } = access
  if (!chain[0].isFolder) throw itemNotFound()
  const key = searchKey(searchWords(search))
  const isFirst = number === 1
  const window = { offset: (number - 1) * size, limit: size }
  const asked = {
    itemId: folderId,
    itemIds: idsOf(inheritedChain(chain)),
    ownerId: space.owner.id,
    ...searchOf(actor, key),
  }
  const [departments, managers, waiting] = await Promise.all([
    departmentsIn(db, access),
    isFirst
      ? managersOfAny(
          db,
          chain.flatMap(({ departmentId }) => departmentId ?? []),
          asked,
        )
      : [],
    maySeeInvitations(actor, access) ? pageOfInvited(db, asked, window) : noneInvited,
  ])
  const { total, page } = await pageOfMembers(
    db,
    {
      ...asked,
      departments: departments.map(({ subject: { id, name, enterpriseId } }) => ({ groupId: id, name, enterpriseId })),
    },
    window,
  )
  const members = await membersByEntry(db, actor, access, {
    users: [...page.flatMap(({ user_id: id }) => id ?? []), ...waiting.page],
    groups: page.flatMap(({ group_id: id }) => id ?? []),
  })
  const given = new Map(members.filter(isThere).map((member) => [keyOf(member.subject), member]))
  // Members who left meanwhile are omitted.
  const standing = page.flatMap(({ user_id: userId, group_id: groupId, department }) => {
    const member = given.get(userId === null ? `g${groupId}` : `u${userId}`)
    return (department > 0 ? departments[department - 1] : member) ?? []
  })
  return {
    access,
    accepted: standing.map(withoutInvitation),
    total,
    invited: waiting.page.flatMap((id) => given.get(`u${id}`) ?? []).filter(({ row }) => row?.accepted === false),
    totalInvited: waiting.total,
    unaccepted: waiting.unaccepted,
    managers: managers.filter((manager) => matchesSearch(actor, manager, key)),
    mayInvite: mayInviteInto(actor, access),
  }
}

const noneInvited = { total: 0, unaccepted: 0, page: [] }

const idsOf = (chain: readonly { id: number }[]) => chain.map(({ id }) => id)
const keyOf = ({ id, isGroup }: Pick<Subject, 'id' | 'isGroup'>) => `${isGroup ? 'g' : 'u'}${id}`
const isThere = ({ role, row }: Member) => role !== null || row !== null

/** Removes a pending invitation to another role from a member with a role. */
function withoutInvitation(member: Member): Member {
  return member.row?.accepted === false ? { ...member, row: null, isOwnInvitation: false } : member
}

/**
 * The roles that members would keep without their entry on the folder, by entry id; null if no role would remain. A group keeps the role granted
 * above. The folder's own department keeps the highest role of its members. Omits members that the actor may not remove.
 */
export async function rolesOtherwise(
  db: Db,
  access: Access,
  members: readonly Member[],
): Promise<Map<number, Role | null>> {
  const { chain } = access
  const removable = members.filter((member) => member.row?.accepted && mayRemove(access, targetOfMember(member)))
  const subjects = (isGroup: boolean) =>
    removable.flatMap(({ subject }) => (subject.isGroup === isGroup ? subject.id : []))
  if (removable.length === 0) return new Map()
  const home = homeOf(chain)
  const isHome = removable.some(({ subject }) => home && subject.departmentId === home.departmentId)
  const [users, above, held] = await Promise.all([
    rolesOn(db, chain, { userIds: subjects(false), isWithoutOwn: true }),
    collabsOn(db, idsOf(chain.slice(1)), { users: [], groups: subjects(true) }),
    isHome ? memberRoles(db, home!.departmentId!) : [],
  ])
  return new Map(
    removable.map(({ subject, row }) => {
      if (!subject.isGroup) return [row!.id, users.get(subject.id) ?? null]
      const grants = grantsFrom(
        above.filter(({ group_id: id }) => id === subject.id),
        'group',
      )
      for (const { group_id: id, role } of held) if (id === subject.id) add(grants, home!.id, { role, by: 'member' })
      return [row!.id, standingOf(subject, chain, grants).role]
    }),
  )
}

/** The number of people in each group among the members. */
export function countsOf(db: Db, members: readonly Pick<Member, 'subject'>[]): Promise<Map<number, number>> {
  return countPeopleOf(
    db,
    members.flatMap(({ subject }) => (subject.isGroup && subject.userCount === null ? subject.id : [])),
  )
}

type Named = Pick<Subject, 'name' | 'login' | 'enterpriseId'>

/** Whether a search matches a person by name, or by login if the actor may look up the person's enterprise. @param key as searchKey */
export function matchesSearch(actor: UserActor, { name, login, enterpriseId }: Named, key: string): boolean {
  if (key === '') return true
  return searchKey(name).includes(key) || (mayLookUp(actor, enterpriseId) && searchKey(login).includes(key))
}

/** The search of matchesSearch, as parameters of a query. */
export function searchOf(actor: UserActor, key: string): { key: string; lookedUpId: number | null } {
  return { key, lookedUpId: mayLookUp(actor, actor.enterprise.id) ? actor.enterprise.id : null }
}

function standingOf(
  subject: Pick<Subject, 'id' | 'isGroup'>,
  chain: Access['chain'],
  grants: ReadonlyMap<number, readonly Grant[]>,
) {
  const { role, ways } = accessPaths(subject.isGroup ? 0 : subject.id, chain, grants)
  return { role, way: ways.find(({ isDecisive }) => isDecisive) ?? null }
}

/** The accepted entries as grants, by folder. */
function grantsFrom(rows: readonly CollabRow[], by: 'user' | 'group') {
  const grants = new Map<number, Grant[]>()
  for (const { item_id: itemId, role, accepted, is_added: isAdded } of rows)
    if (accepted) add(grants, itemId, { role, by: by === 'user' && isAdded ? 'added' : by })
  return grants
}

function add(grants: Map<number, Grant[]>, itemId: number, grant: Grant): void {
  const here = grants.get(itemId)
  if (here) here.push(grant)
  else grants.set(itemId, [grant])
}

function subjectOf(row: CollabRow): Subject {
  return {
    id: row.user_id ?? row.group_id!,
    name: row.name,
    login: row.login,
    isGroup: row.user_id === null,
    departmentId: row.department_id,
    enterpriseId: row.enterprise_id,
    isActive: row.is_active,
    userCount: row.user_id === null ? null : 1,
  }
}

function ownerOf({ space: { owner } }: Access): Subject {
  const { id, name, login, enterpriseId } = owner
  return { id, name, login, isGroup: false, departmentId: null, enterpriseId, isActive: true, userCount: 1 }
}
