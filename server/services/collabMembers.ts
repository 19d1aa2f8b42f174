import { searchKey, searchWords } from '@/domain/search/words'
import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import { itemNotFound } from '../errors'
import { isQuitAllowed, mayInviteInto, maySeeInvitations } from '../policies/collabs'
import { mayLookUp } from '../policies/contacts'
import type { Access, CollabRow, Grant } from '../policies/facts'
import type { Member, Subject } from '../policies/members'
import { waysOf } from '../policies/ways'
import { collabsOn, countPeopleOf, managersOfAny, memberRoles } from '../queries/collabs'
import { grantsByWay, type HeldWay } from '../queries/ways'
import { requireAccess } from './access'

/** Everybody who is in a folder, or was invited to it: each subject once; a department's members once a role. */
export async function membersOf(db: Db, actor: UserActor, access: Access): Promise<Member[]> {
  const { chain, space } = access
  const [item] = chain
  const ids = chain.map(({ id }) => id)
  const home = chain.find(({ departmentId }) => departmentId !== null)
  const [rows, roles, own] = await Promise.all([
    collabsOn(db, ids),
    home ? memberRoles(db, home.departmentId!) : [],
    grantsByWay(db, ids, [actor.user.id]),
  ])
  const mine = withoutOwn(own, item.id)
  const bySubject = new Map<string, { subject: Subject; rows: CollabRow[] }>()
  for (const row of rows) {
    const key = row.user_id === null ? `g${row.group_id}` : `u${row.user_id}`
    const held = bySubject.get(key)
    if (held) held.rows.push(row)
    else bySubject.set(key, { subject: subjectOf(row), rows: [row] })
  }
  const owner = `u${space.owner.id}`
  if (!bySubject.has(owner)) bySubject.set(owner, { subject: ownerOf(access), rows: [] })
  const members = [...bySubject.values()].map(({ subject, rows: given }): Member => {
    const isSelf = !subject.isGroup && subject.id === actor.user.id
    const row = given.find(({ item_id }) => item_id === item.id) ?? null
    const standing = standingOf(subject, chain, grantsFrom(given, subject.isGroup ? 'group' : 'user'))
    const otherwise = isSelf && row?.accepted ? waysOf(subject.id, chain, mine).role : null
    return {
      ...standing,
      subject,
      isSelf,
      row,
      isQuitAllowed: isSelf && row !== null && row.accepted && isQuitAllowed(row.role, otherwise),
      isOwnInvitation: row !== null && !row.accepted && row.inviter_id === actor.user.id,
    }
  })
  const departments = roles.map(({ role, group_id, name, user_count, enterprise_id }): Member => {
    const subject = {
      id: group_id,
      name,
      login: '',
      isGroup: true,
      departmentId: home!.departmentId,
      enterpriseId: enterprise_id,
    }
    const held = grantsFrom(bySubject.get(`g${group_id}`)?.rows ?? [], 'group')
    add(held, home!.id, { role, by: 'member' })
    return {
      ...standingOf(subject, chain, held),
      subject: { ...subject, isActive: true, userCount: user_count },
      isSelf: false,
      row: null,
      isQuitAllowed: false,
      isOwnInvitation: false,
    }
  })
  return [...members, ...departments.filter(({ way }) => way?.grant?.by === 'member')].filter(
    ({ role, row }) => role !== null || row !== null,
  )
}

/** A page of the members of a folder (2§7). */
export interface MemberPage {
  access: Access
  accepted: Member[]
  total: number
  invited: Member[]
  managers: { id: number; name: string }[]
  counts: ReadonlyMap<number, number>
  mayInvite: boolean
}

/** @throws Refused as requireAccess; item_not_found for a file */
export async function listMembers(
  db: Db,
  actor: UserActor,
  folderId: number,
  { search, page, size }: { search: string; page: number; size: number },
): Promise<MemberPage> {
  const access = await requireAccess(db, actor, folderId)
  if (!access.chain[0].isFolder) throw itemNotFound()
  const key = searchKey(searchWords(search))
  const isFound = (named: Named) => isCalled(actor, named, key)
  const departmentIds = access.chain.flatMap(({ departmentId }) => departmentId ?? [])
  const [all, managers] = await Promise.all([membersOf(db, actor, access), managersOfAny(db, departmentIds)])
  const found = all.filter(({ subject }) => isFound(subject))
  const standing = found.filter(({ role }) => role !== null).sort(inOrder)
  const accepted = standing.slice((page - 1) * size, page * size)
  const invited =
    page === 1 && maySeeInvitations(actor, access)
      ? found.filter(({ row }) => row !== null && !row.accepted).sort((a, b) => +b.row!.invited_at! - +a.row!.invited_at!)
      : []
  return {
    access,
    accepted,
    total: standing.length,
    invited,
    managers: page === 1 ? managers.filter(isFound) : [],
    counts: await countsOf(db, [...accepted, ...invited]),
    mayInvite: mayInviteInto(actor, access),
  }
}

/** How many people the groups among some members stand for. */
export function countsOf(db: Db, members: readonly Pick<Member, 'subject'>[]): Promise<Map<number, number>> {
  return countPeopleOf(
    db,
    members.flatMap(({ subject }) => (subject.isGroup && subject.userCount === null ? subject.id : [])),
  )
}

type Named = Pick<Subject, 'name' | 'login' | 'enterpriseId'>

/** Whether a search finds somebody: by name, and by login who can look up people of their enterprise. @param key as searchKey */
export function isCalled(actor: UserActor, { name, login, enterpriseId }: Named, key: string): boolean {
  if (key === '') return true
  return searchKey(name).includes(key) || (mayLookUp(actor, enterpriseId) && searchKey(login).includes(key))
}

const collator = new Intl.Collator('zh-u-kn-true')

/** The owner, then who was given a role here, then who has one from above. */
function inOrder(one: Member, other: Member): number {
  const rank = ({ row, way }: Member) => (way?.grant === null ? 0 : row?.accepted ? 1 : 2)
  return (
    rank(one) - rank(other) ||
    collator.compare(one.subject.name, other.subject.name) ||
    one.subject.id - other.subject.id
  )
}

function standingOf(subject: Pick<Subject, 'id' | 'isGroup'>, chain: Access['chain'], grants: Map<number, Grant[]>) {
  const { role, ways } = waysOf(subject.isGroup ? 0 : subject.id, chain, grants)
  return { role, way: ways.find(({ isDecisive }) => isDecisive) ?? null }
}

/** What was accepted of some entries, by folder. */
function grantsFrom(rows: readonly Pick<CollabRow, 'item_id' | 'role' | 'accepted'>[], by: Grant['by']) {
  const grants = new Map<number, Grant[]>()
  for (const { item_id: itemId, role, accepted } of rows) if (accepted) add(grants, itemId, { role, by })
  return grants
}

function add(grants: Map<number, Grant[]>, itemId: number, grant: Grant): void {
  const here = grants.get(itemId)
  if (here) here.push(grant)
  else grants.set(itemId, [grant])
}

/** What somebody would have without what was given to themself on the folder. */
function withoutOwn(held: readonly HeldWay[], itemId: number): Map<number, Grant[]> {
  const grants = new Map<number, Grant[]>()
  for (const grant of held)
    if (grant.by !== 'user' || grant.itemId !== itemId) add(grants, grant.itemId, { role: grant.role, by: grant.by })
  return grants
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
