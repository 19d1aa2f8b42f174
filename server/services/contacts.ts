import { searchKey, searchWords } from '@/domain/search/words'
import type { UserActor } from '../actors/actor'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { itemNotFound, permissionDenied } from '../errors'
import { isUsable } from '../policies/access/authorize'
import { isGuest, isOver, maySeeInvitations } from '../policies/members/entries'
import { mayLookUp, maySendTo } from '../policies/contacts'
import type { Access, ContactSetting, Directory, DirectoryRow, AlreadyInvited } from '../policies/access/facts'
import {
  countMembers,
  countPeople,
  findGroup,
  findGroups,
  findPerson,
  groupsWithAccess,
  likelyReceivers,
  entriesOf,
  loadDirectory,
  managersOf,
  pageOfPeople,
  type GroupRow,
  type PeopleFilter,
  type PersonRow,
} from '../queries/contacts'
import { requireAccess } from './access/itemAccess'
import { requireItem } from './access/places'
import { rolesOn } from './members/roles'
import { fillSoundsFor } from './search/soundIndex'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/**
 * Bounds of the people to whom the user sent something recently, or is likely to. A link that names more receivers is an announcement and does not
 * count. In a department with more members people do not know each other.
 */
const RECENT = { links: 200, receivers: 20, members: 200, people: 6 }

interface Page {
  number: number
  size: number
}

export interface PeoplePage {
  people: PersonRow[]
  /** null: not counted */
  total: number | null
}

export interface ContactQuestion {
  search: string
  hasGroups: boolean
  hasDepartments: boolean
  hasUsersWithoutDepartment: boolean
  excludesSelf: boolean
  excludesInactive: boolean
  /** typed id of a folder to invite to */
  inviteTo?: string
  /** id of an item: finds only users who may see the item, and only groups with access */
  seenBy?: number
  page: Page
}

export interface Contacts extends PeoplePage, ContactSetting {
  departments: readonly DirectoryRow[]
  groups: readonly GroupRow[]
}

/**
 * The people, departments and groups of the actor's enterprise to choose from; empty for a personal user.
 * @throws Refused item_not_found, item_is_deleted, permission_denied without the right to invite to the folder or to see the item
 */
export async function findContacts(ports: Ports, actor: UserActor, asked: ContactQuestion): Promise<Contacts> {
  const { db } = ports
  const taken = await takenToInvite(ports, actor, asked.inviteTo)
  const withAccess = asked.seenBy === undefined ? null : await accessListOf(db, actor, asked.seenBy)
  if (!mayLookUp(actor, actor.enterprise.id)) {
    return { people: [], total: 0, departments: [], groups: [], directory: emptyDirectory, taken }
  }
  const key = searchKey(searchWords(asked.search))
  await fillSoundsFor(db, [key])
  const isTree = asked.hasDepartments && key === '' && withAccess === null
  const filter: PeopleFilter = {
    enterpriseId: actor.enterprise.id,
    key,
    departments: isTree ? 'without' : asked.hasUsersWithoutDepartment ? 'any' : 'within',
    among: withAccess?.users,
    excludedId: asked.excludesSelf ? actor.user.id : undefined,
    isActiveOnly: asked.excludesInactive,
  }
  const isFirst = asked.page.number === 1
  const [page, directory, groups] = await Promise.all([
    isTree && !asked.hasUsersWithoutDepartment ? { people: [], total: 0 } : listPeople(db, filter, asked.page, true),
    directoryOf(db, actor),
    asked.hasGroups && isFirst ? findGroups(db, { ...filter, among: withAccess?.groups }, asked.page.size) : [],
  ])
  const departments =
    asked.hasDepartments && isFirst ? departmentsOf(directory, key, withAccess?.groups).slice(0, asked.page.size) : []
  return { ...page, departments, groups, taken, directory: await withCounts(db, directory, departments) }
}

export interface MembersQuestion {
  departmentId: number
  isDirect: boolean
  isCounted: boolean
  excludesSelf: boolean
  excludesInactive: boolean
  inviteTo?: string
  page: Page
}

/**
 * The people of a department, and of the departments below unless `isDirect`.
 * @throws Refused item_not_found for a foreign, deleted or missing department; as findContacts
 */
export async function findMembers(
  ports: Ports,
  actor: UserActor,
  asked: MembersQuestion,
): Promise<PeoplePage & ContactSetting> {
  const { db } = ports
  const taken = await takenToInvite(ports, actor, asked.inviteTo)
  const { directory, department } = await requireDepartment(db, actor, asked.departmentId)
  const filter: PeopleFilter = {
    enterpriseId: actor.enterprise.id,
    key: '',
    departments: 'any',
    memberOf: [
      department.id,
      ...(asked.isDirect ? [] : below(directory.childrenOf, department.id).map(({ id }) => id)),
    ],
    excludedId: asked.excludesSelf ? actor.user.id : undefined,
    isActiveOnly: asked.excludesInactive,
  }
  return { ...(await listPeople(db, filter, asked.page, asked.isCounted)), directory, taken }
}

/** The departments directly below a department. @throws Refused as findMembers */
export async function findDepartmentsBelow(
  ports: Ports,
  actor: UserActor,
  id: number,
  inviteTo?: string,
): Promise<ContactSetting & { departments: readonly DirectoryRow[] }> {
  const { db } = ports
  const taken = await takenToInvite(ports, actor, inviteTo)
  const { directory, department } = await requireDepartment(db, actor, id)
  const departments = directory.childrenOf.get(department.id) ?? []
  return { departments, taken, directory: await withCounts(db, directory, departments) }
}

/** The direct managers of a department. @throws Refused as findMembers */
export async function findManagers(db: Db, actor: UserActor, id: number): Promise<{ id: number; name: string }[]> {
  const { department } = await requireDepartment(db, actor, id)
  return managersOf(db, department.id)
}

/** The colleagues to whom the actor is likely to send something; empty for an actor who may send nothing to colleagues (AH-48). */
export async function recentPeople(db: Db, actor: UserActor): Promise<ContactSetting & { people: PersonRow[] }> {
  const enterpriseId = actor.enterprise.id
  if (!maySendTo(actor, enterpriseId)) return { people: [], directory: emptyDirectory, taken: nobodyTaken }
  const [people, directory] = await Promise.all([
    likelyReceivers(db, { senderId: actor.user.id, enterpriseId }, RECENT),
    directoryOf(db, actor),
  ])
  return { people, directory, taken: nobodyTaken }
}

/**
 * A person of the actor's enterprise.
 * @param from typed id of the item from which the card is opened
 * @throws Refused item_not_found for a foreign or missing user, and as requireItem
 */
export async function personCard(
  ports: Ports,
  actor: UserActor,
  id: number,
  from?: string,
): Promise<ContactSetting & { person: PersonRow }> {
  const { db } = ports
  const taken = await takenForCard(ports, actor, from)
  const [person, directory] = await Promise.all([findPerson(db, id), directoryOf(db, actor)])
  if (!person || !mayLookUp(actor, person.enterprise_id)) throw itemNotFound()
  return { person, directory, taken }
}

/** @throws Refused as findMembers */
export async function departmentCard(
  ports: Ports,
  actor: UserActor,
  id: number,
  from?: string,
): Promise<ContactSetting & { department: DirectoryRow }> {
  const { db } = ports
  const taken = await takenForCard(ports, actor, from)
  const { directory, department } = await requireDepartment(db, actor, id)
  return { department, taken, directory: await withCounts(db, directory, [department]) }
}

/** @throws Refused item_not_found for a group that is foreign or missing, or belongs to a department */
export async function groupCard(
  ports: Ports,
  actor: UserActor,
  id: number,
  from?: string,
): Promise<{ group: GroupRow; taken: AlreadyInvited }> {
  const { db } = ports
  const taken = await takenForCard(ports, actor, from)
  const group = await findGroup(db, id)
  if (!group || !mayLookUp(actor, group.enterprise_id)) throw itemNotFound()
  return { group, taken }
}

const nobodyTaken: AlreadyInvited = { users: new Set(), groups: new Set() }
const emptyDirectory: Directory = { byId: new Map(), childrenOf: new Map(), counts: new Map() }

/** The current collaborators of an item, for a user who may invite to the item. */
async function takenToInvite(ports: Ports, actor: UserActor, inviteTo: string | undefined): Promise<AlreadyInvited> {
  if (inviteTo === undefined) return nobodyTaken
  const access = await requireItem(ports.db, actor, inviteTo, 'item_create_collab')
  if (isGuest(actor, access)) throw permissionDenied()
  return takenIn(ports, access)
}

/** The current collaborators of an item for a card; empty unless the user may see the item's invitations. */
async function takenForCard(ports: Ports, actor: UserActor, from: string | undefined): Promise<AlreadyInvited> {
  if (from === undefined) return nobodyTaken
  const access = await requireItem(ports.db, actor, from)
  return maySeeInvitations(actor, access) ? takenIn(ports, access) : nobodyTaken
}

/** An item's owner and its collaborators, except expired invitations. */
async function takenIn({ db, clock }: Ports, { chain: [item], space }: Access): Promise<AlreadyInvited> {
  const now = clock()
  const current = (await entriesOf(db, item.id)).filter((row) => !isOver(row, now))
  return {
    users: new Set([...current.flatMap(({ user_id: id }) => id ?? []), space.owner.id]),
    groups: new Set(current.flatMap(({ group_id: id }) => id ?? [])),
  }
}

/** The users of the actor's enterprise who may see an item, and the groups with access to the item or to a folder above. */
async function accessListOf(db: Db, actor: UserActor, itemId: number): Promise<{ users: number[]; groups: number[] }> {
  const { chain } = await requireAccess(db, actor, itemId)
  const [roles, groups] = await Promise.all([
    rolesOn(db, chain, { enterpriseId: actor.enterprise.id }),
    groupsWithAccess(
      db,
      chain.map(({ id }) => id),
    ),
  ])
  return { users: [...roles].flatMap(([userId, role]) => (isUsable(role) ? userId : [])), groups }
}

async function listPeople(db: Db, filter: PeopleFilter, page: Page, isCounted: boolean): Promise<PeoplePage> {
  const [people, total] = await Promise.all([
    pageOfPeople(db, filter, { offset: (page.number - 1) * page.size, limit: page.size }),
    isCounted ? countPeople(db, filter) : null,
  ])
  return { people, total }
}

/** Omits everything below a deleted department. */
async function directoryOf(db: Db, actor: UserActor): Promise<Directory> {
  const childrenOf = new Map<number | null, DirectoryRow[]>()
  for (const department of await loadDirectory(db, actor.enterprise.id)) {
    const siblings = childrenOf.get(department.parentId)
    if (siblings) siblings.push(department)
    else childrenOf.set(department.parentId, [department])
  }
  return { byId: new Map(below(childrenOf, null).map((each) => [each.id, each])), childrenOf, counts: new Map() }
}

/** All departments below `id`, parents first. */
function below(childrenOf: Directory['childrenOf'], id: number | null): DirectoryRow[] {
  return (childrenOf.get(id) ?? []).flatMap((each) => [each, ...below(childrenOf, each.id)])
}

async function withCounts(db: Db, directory: Directory, shown: readonly DirectoryRow[]): Promise<Directory> {
  if (shown.length === 0) return directory
  const ids = shown.map(({ id }) => id)
  return { ...directory, counts: await countMembers(db, ids) }
}

/** Without a search and `withAccess`: the top departments. Otherwise all that match the search; with `withAccess`, only departments in that list. */
function departmentsOf({ byId, childrenOf }: Directory, key: string, withAccess?: readonly number[]): DirectoryRow[] {
  if (key === '' && !withAccess) return [...(childrenOf.get(null) ?? [])]
  return [...byId.values()].filter(
    ({ name, groupId }) => searchKey(name).includes(key) && (withAccess?.includes(groupId) ?? true),
  )
}

async function requireDepartment(db: Db, actor: UserActor, id: number) {
  const directory = await directoryOf(db, actor)
  const department = directory.byId.get(id)
  if (!department || !mayLookUp(actor, actor.enterprise.id)) throw itemNotFound()
  return { directory, department }
}
