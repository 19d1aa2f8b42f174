import { searchKey, searchWords } from '@/domain/search/words'
import type { UserActor } from '../actors/actor'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { itemNotFound, permissionDenied } from '../errors'
import { isUsable } from '../policies/access/authorize'
import { isGuest, isOver, maySeeInvitations } from '../policies/members/entries'
import { mayLookUp } from '../policies/contacts'
import type { Access, ContactSetting, Directory, DirectoryRow, Taken } from '../policies/access/facts'
import {
  countMembers,
  countPeople,
  findGroup,
  findGroups,
  findPerson,
  groupsLetIn,
  invitedTo,
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

type Ports = Pick<Dependencies, 'db' | 'clock'>

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
  /** A folder that is invited to. */
  inviteTo?: string
  /** An item: only who may see it. */
  seenBy?: number
  page: Page
}

export interface Contacts extends PeoplePage, ContactSetting {
  departments: readonly DirectoryRow[]
  groups: readonly GroupRow[]
}

/**
 * The people, departments and groups of the actor's enterprise that can be chosen; a personal user has none.
 * @throws Refused item_not_found, item_is_deleted, permission_denied for who may not invite there, or not see the item
 */
export async function findContacts(ports: Ports, actor: UserActor, asked: ContactQuestion): Promise<Contacts> {
  const { db } = ports
  const taken = await takenAt(ports, actor, asked.inviteTo)
  const letIn = asked.seenBy === undefined ? null : await letInTo(db, actor, asked.seenBy)
  if (!mayLookUp(actor, actor.enterprise.id)) {
    return { people: [], total: 0, departments: [], groups: [], directory: emptyDirectory, taken }
  }
  const key = searchKey(searchWords(asked.search))
  const isTree = asked.hasDepartments && key === '' && letIn === null
  const filter: PeopleFilter = {
    enterpriseId: actor.enterprise.id,
    key,
    departments: isTree ? 'without' : asked.hasUsersWithoutDepartment ? 'any' : 'within',
    among: letIn?.users,
    excludedId: asked.excludesSelf ? actor.user.id : undefined,
    isActiveOnly: asked.excludesInactive,
  }
  const isFirst = asked.page.number === 1
  const [listed, directory, groups] = await Promise.all([
    isTree && !asked.hasUsersWithoutDepartment ? { people: [], total: 0 } : listPeople(db, filter, asked.page, true),
    directoryOf(db, actor),
    asked.hasGroups && isFirst ? findGroups(db, { ...filter, among: letIn?.groups }, asked.page.size) : [],
  ])
  const departments =
    asked.hasDepartments && isFirst ? departmentsOf(directory, key, letIn?.groups).slice(0, asked.page.size) : []
  return { ...listed, departments, groups, taken, directory: await counted(db, directory, departments) }
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

/** The people of a department. @throws Refused item_not_found for one that is foreign, deleted or missing; as findContacts */
export async function findMembers(
  ports: Ports,
  actor: UserActor,
  asked: MembersQuestion,
): Promise<PeoplePage & ContactSetting> {
  const { db } = ports
  const taken = await takenAt(ports, actor, asked.inviteTo)
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

/** The departments directly below one. @throws Refused as findMembers */
export async function findDepartmentsBelow(
  ports: Ports,
  actor: UserActor,
  id: number,
  inviteTo?: string,
): Promise<ContactSetting & { departments: readonly DirectoryRow[] }> {
  const { db } = ports
  const taken = await takenAt(ports, actor, inviteTo)
  const { directory, department } = await requireDepartment(db, actor, id)
  const departments = directory.childrenOf.get(department.id) ?? []
  return { departments, taken, directory: await counted(db, directory, departments) }
}

/** Who manages a department itself. @throws Refused as findMembers */
export async function findManagers(db: Db, actor: UserActor, id: number): Promise<{ id: number; name: string }[]> {
  const { department } = await requireDepartment(db, actor, id)
  return managersOf(db, department.id)
}

/** @param from the item that it is opened from @throws Refused item_not_found for somebody foreign and nobody alike, and as requireItem */
export async function personCard(
  ports: Ports,
  actor: UserActor,
  id: number,
  from?: string,
): Promise<ContactSetting & { person: PersonRow }> {
  const { db } = ports
  const taken = await takenFor(ports, actor, from)
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
  const taken = await takenFor(ports, actor, from)
  const { directory, department } = await requireDepartment(db, actor, id)
  return { department, taken, directory: await counted(db, directory, [department]) }
}

/** @throws Refused item_not_found for a foreign group, that of a department and a missing one alike */
export async function groupCard(
  ports: Ports,
  actor: UserActor,
  id: number,
  from?: string,
): Promise<{ group: GroupRow; taken: Taken }> {
  const { db } = ports
  const taken = await takenFor(ports, actor, from)
  const group = await findGroup(db, id)
  if (!group || !mayLookUp(actor, group.enterprise_id)) throw itemNotFound()
  return { group, taken }
}

const nobodyTaken: Taken = { users: new Set(), groups: new Set() }
const emptyDirectory: Directory = { byId: new Map(), childrenOf: new Map(), counts: new Map() }

/** Who is in an item already, for who may invite there. */
async function takenAt(ports: Ports, actor: UserActor, inviteTo: string | undefined): Promise<Taken> {
  if (inviteTo === undefined) return nobodyTaken
  const access = await requireItem(ports.db, actor, inviteTo, 'item_create_collab')
  if (isGuest(actor, access)) throw permissionDenied()
  return takenIn(ports, access)
}

/** The same beside a card, which who may see the item opens from there, too. */
async function takenFor(ports: Ports, actor: UserActor, from: string | undefined): Promise<Taken> {
  if (from === undefined) return nobodyTaken
  const access = await requireItem(ports.db, actor, from)
  return maySeeInvitations(actor, access) ? takenIn(ports, access) : nobodyTaken
}

/** Its owner, and whoever was invited, unless that has run out. */
async function takenIn({ db, clock }: Ports, { chain: [item], space }: Access): Promise<Taken> {
  const now = clock()
  const held = (await invitedTo(db, item.id)).filter((row) => !isOver(row, now))
  return {
    users: new Set([...held.flatMap(({ user_id: id }) => id ?? []), space.owner.id]),
    groups: new Set(held.flatMap(({ group_id: id }) => id ?? [])),
  }
}

/** Who of the actor's enterprise may see an item, and the groups that were let in there or above. */
async function letInTo(db: Db, actor: UserActor, itemId: number): Promise<{ users: number[]; groups: number[] }> {
  const { chain } = await requireAccess(db, actor, itemId)
  const [roles, groups] = await Promise.all([
    rolesOn(db, chain, { enterpriseId: actor.enterprise.id }),
    groupsLetIn(
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

/** What lies below a deleted department is not there either. */
async function directoryOf(db: Db, actor: UserActor): Promise<Directory> {
  const childrenOf = new Map<number | null, DirectoryRow[]>()
  for (const department of await loadDirectory(db, actor.enterprise.id)) {
    const siblings = childrenOf.get(department.parentId)
    if (siblings) siblings.push(department)
    else childrenOf.set(department.parentId, [department])
  }
  return { byId: new Map(below(childrenOf, null).map((each) => [each.id, each])), childrenOf, counts: new Map() }
}

/** Each before those below it. */
function below(childrenOf: Directory['childrenOf'], id: number | null): DirectoryRow[] {
  return (childrenOf.get(id) ?? []).flatMap((each) => [each, ...below(childrenOf, each.id)])
}

async function counted(db: Db, directory: Directory, shown: readonly DirectoryRow[]): Promise<Directory> {
  if (shown.length === 0) return directory
  const ids = shown.map(({ id }) => id)
  return { ...directory, counts: await countMembers(db, ids) }
}

/** Without a search the top ones; of an item those that were let in. */
function departmentsOf({ byId, childrenOf }: Directory, key: string, letIn?: readonly number[]): DirectoryRow[] {
  if (key === '' && !letIn) return [...(childrenOf.get(null) ?? [])]
  return [...byId.values()].filter(
    ({ name, groupId }) => searchKey(name).includes(key) && (letIn?.includes(groupId) ?? true),
  )
}

async function requireDepartment(db: Db, actor: UserActor, id: number) {
  const directory = await directoryOf(db, actor)
  const department = directory.byId.get(id)
  if (!department || !mayLookUp(actor, actor.enterprise.id)) throw itemNotFound()
  return { directory, department }
}
