import { checkName } from '@/domain/items/naming'
import type { UserActor } from '../../actors/actor'
import { Refused } from '../../errors'
import type { OrganisationAct } from '../../policies/administration'
import {
  addToGroups,
  changeGroup,
  deleteGroup as removeGroup,
  groupRows,
  insertGroup,
  isGroupNameTaken,
  lockGroup,
  lockGroupNames,
  removeFromGroup,
  renameGroup as setGroupName,
} from '../../queries/administration/groups'
import { requireName } from '../access/preconditions'
import { act, recordedName, requirePeople, requireRight, type Act, type Ports } from './acts'

/** The organisation's groups by name. @throws Refused permission_denied */
export async function groupsOfOrganisation({ db }: Pick<Ports, 'db'>, actor: UserActor) {
  requireRight(actor, 'readGroups')
  return groupRows(db, actor.enterprise.id)
}

/** What only programs know about a group (OAPI-06). */
export interface GroupFacts {
  description?: string
  is_visible?: boolean
  /** null: nobody */
  admin_id?: number | null
}

/** @returns the id @throws Refused permission_denied, name_…, group_name_taken, as requirePeople */
export function createGroup(
  ports: Ports,
  actor: UserActor,
  typed: string,
  userIds: readonly number[],
  facts: GroupFacts = {},
): Promise<number> {
  return act(ports, actor, async (given) => {
    requireRight(given.actor, 'createGroup')
    const name = await requireFreeName(given, typed)
    if (userIds.length > 0) await requirePeople(given, 'receive', userIds)
    const id = await insertGroup(given.db, actor.enterprise.id, name)
    await addToGroups(given.db, [id], userIds)
    await applyFacts(given, id, facts)
    await given.record('group_created', {
      group_id: id,
      before: null,
      after: { group: name, members: userIds.length, ...facts },
    })
    return id
  })
}

/** @throws Refused permission_denied, group_not_found, name_…, group_name_taken */
export function renameGroup(ports: Ports, actor: UserActor, id: number, typed: string): Promise<void> {
  return onGroup(ports, actor, 'changeGroup', id, async (given, before) => {
    const name = await requireFreeName(given, typed, id)
    if (name === before) return
    await setGroupName(given.db, id, name)
    await given.record('group_changed', { group_id: id, before: { group: before }, after: { group: name } })
  })
}

/** @throws Refused permission_denied, group_not_found, as requirePeople */
export function describeGroup(ports: Ports, actor: UserActor, id: number, facts: GroupFacts): Promise<void> {
  return onGroup(ports, actor, 'changeGroup', id, async (given, name) => {
    if (Object.keys(facts).length === 0) return
    await applyFacts(given, id, facts)
    await given.record('group_changed', { group_id: id, before: { group: name }, after: { ...facts } })
  })
}

async function applyFacts(given: Act, id: number, facts: GroupFacts): Promise<void> {
  if (facts.admin_id != null) await requirePeople(given, 'readPerson', [facts.admin_id])
  if (Object.keys(facts).length > 0) await changeGroup(given.db, id, facts)
}

/** @throws Refused permission_denied, group_not_found, as requirePeople */
export function addGroupMembers(ports: Ports, actor: UserActor, id: number, userIds: readonly number[]): Promise<void> {
  return onGroup(ports, actor, 'changeGroup', id, async (given, name) => {
    const people = await requirePeople(given, 'receive', userIds)
    await addToGroups(given.db, [id], userIds)
    await given.record('group_changed', {
      group_id: id,
      before: { group: name },
      after: { added: people.map(recordedName) },
    })
  })
}

/** @throws Refused permission_denied, group_not_found, as requirePeople */
export function removeGroupMembers(
  ports: Ports,
  actor: UserActor,
  id: number,
  userIds: readonly number[],
): Promise<void> {
  return onGroup(ports, actor, 'changeGroup', id, async (given, name) => {
    const people = await requirePeople(given, 'editPerson', userIds)
    await removeFromGroup(given.db, id, userIds)
    await given.record('group_changed', {
      group_id: id,
      before: { group: name },
      after: { removed: people.map(recordedName) },
    })
  })
}

/** The members lose what the group was given. @throws Refused permission_denied, group_not_found */
export function deleteGroup(ports: Ports, actor: UserActor, id: number): Promise<void> {
  return onGroup(ports, actor, 'deleteGroup', id, async (given, name) => {
    await removeGroup(given.db, id)
    await given.record('group_deleted', { group_id: id, before: { group: name }, after: null })
  })
}

function onGroup<T>(
  ports: Ports,
  actor: UserActor,
  right: OrganisationAct,
  id: number,
  run: (given: Act, name: string) => Promise<T>,
): Promise<T> {
  return act(ports, actor, async (given) => {
    requireRight(given.actor, right)
    const group = await lockGroup(given.db, actor.enterprise.id, id)
    if (!group) throw new Refused('group_not_found', { field: 'group_id' })
    return run(given, group.name)
  })
}

async function requireFreeName({ db, actor: { enterprise } }: Act, typed: string, exceptId?: number): Promise<string> {
  const name = requireName(checkName(typed))
  await lockGroupNames(db, enterprise.id)
  if (await isGroupNameTaken(db, enterprise.id, name, exceptId))
    throw new Refused('group_name_taken', { field: 'name' })
  return name
}
