import type { AuditDetail, AuditEvent } from '@/contract/audit'
import { Refused } from '../../../errors'
import { refusalOn } from '../../../policies/administration'
import { lockPeople } from '../../../queries/administration/accounts'
import { isDepartmentNameTaken, lastPosition } from '../../../queries/administration/departments'
import { insertGroup } from '../../../queries/administration/groups'
import {
  insertAuditEvents,
  insertPeople,
  replaceDepartments,
  replaceGroupsOf,
  updatePeople,
} from '../../../queries/administration/importedPeople'
import { createDepartment } from '../../../queries/enterprise/accounts'
import type { Act } from '../acts'
import type { ImportPlan, PlannedPerson } from './plan'
import type { PlannedDepartment } from './places'

/** people per statement: few enough for other statements to come between */
const BATCH = 200

interface Entry {
  deed: AuditEvent
  detail: AuditDetail
}

/**
 * Does what a plan says, within the act's transaction. The caller holds the locks of departments and names of groups.
 * @param counted receives the number of people written so far, after each batch
 * @returns the ids of new people
 * @throws Refused login_taken, person_inactive, permission_denied if people changed since the plan was made
 */
export async function carryOut(
  given: Act,
  plan: ImportPlan,
  counted: (written: number) => Promise<void>,
): Promise<number[]> {
  await createDepartments(given, plan.departments)
  await createGroups(given, plan)
  const created: number[] = []
  for (let at = 0; at < plan.people.length; at += BATCH) {
    const batch = plan.people.slice(at, at + BATCH)
    created.push(...(await writeBatch(given, batch)))
    await counted(at + batch.length)
  }
  return created
}

async function createDepartments(given: Act, departments: readonly PlannedDepartment[]): Promise<void> {
  const { db, actor } = given
  const entries: Entry[] = []
  const positions = new Map<PlannedDepartment | null, number>()
  for (const department of departments) {
    const { name, parent } = department
    // A new department is empty, so no name in it is taken.
    const isNewPlace = parent !== null && parent.rootId === null
    if (!isNewPlace && (await isDepartmentNameTaken(db, actor.enterprise.id, parent?.rootId ?? null, name)))
      throw new Refused('department_name_taken')
    const last = positions.get(parent) ?? (await lastPosition(db, actor.enterprise.id, parent?.id ?? null))
    positions.set(parent, last + 1)
    const place = { enterpriseId: actor.enterprise.id, parentId: parent?.id ?? null, name, position: last + 1 }
    department.id = (await createDepartment(db, place)).id
    entries.push({
      deed: 'department_created',
      detail: { before: null, after: { department: name, ...(parent && { folder: parent.name }) } },
    })
  }
  await write(given, entries)
}

async function createGroups(given: Act, { groups }: ImportPlan): Promise<void> {
  const entries: Entry[] = []
  for (const group of groups) {
    group.id = await insertGroup(given.db, given.actor.enterprise.id, group.name)
    entries.push({ deed: 'group_created', detail: { group_id: group.id, before: null, after: { group: group.name } } })
  }
  await write(given, entries)
}

/** @returns the ids of new people */
async function writeBatch(given: Act, batch: readonly PlannedPerson[]): Promise<number[]> {
  const { db, actor } = given
  const fresh = batch.filter(({ known }) => known === null)
  const createdIds =
    fresh.length === 0
      ? []
      : await insertPeople(
          db,
          actor.enterprise.id,
          fresh.map(({ login, account }) => ({ login, ...account })),
        )
  if (createdIds === null) throw new Refused('login_taken')
  const ids = new Map<PlannedPerson, number>(fresh.map((each, at) => [each, createdIds[at]!]))
  const changed = batch.flatMap((each) => (each.known ? [{ ...each, known: each.known, planned: each }] : []))
  for (const { planned, known } of changed) ids.set(planned, known.id)
  await requireUnchanged(
    given,
    changed.map(({ known }) => known.id),
  )
  await updatePeople(
    db,
    changed
      .filter(({ isAccountChanged }) => isAccountChanged)
      .map(({ known, account }) => ({ id: known.id, ...account })),
  )
  const movers = batch.filter(({ departments }) => departments !== null)
  await replaceDepartments(
    db,
    movers.map((each) => ids.get(each)!),
    movers.flatMap((each) =>
      [...each.departments!].map(([department, isManager]) => ({
        userId: ids.get(each)!,
        placeId: department.id!,
        isManager,
      })),
    ),
  )
  const joiners = batch.filter(({ groups }) => groups !== null)
  await replaceGroupsOf(
    db,
    joiners.map((each) => ids.get(each)!),
    joiners.flatMap((each) => [...each.groups!].map((group) => ({ userId: ids.get(each)!, placeId: group.id! }))),
  )
  await write(
    given,
    batch.map((each) => entryOf(each, ids.get(each)!)),
  )
  return createdIds
}

/** Locks people whom the plan changes. Somebody may have become an administrator, or left, since the plan was made. */
async function requireUnchanged({ db, actor }: Act, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  for (const person of await lockPeople(db, ids)) {
    const refusal = refusalOn(actor, 'editPerson', person)
    if (refusal !== null) throw new Refused(refusal)
    if (!person.is_active) throw new Refused('person_inactive')
  }
}

function entryOf({ known, login, account, changes }: PlannedPerson, userId: number): Entry {
  const { name, email } = account
  if (known === null)
    return { deed: 'person_created', detail: { user_id: userId, before: null, after: { login, name, email } } }
  const pick = (side: 'before' | 'after') => Object.fromEntries(changes.map((each) => [each.field, each[side]]))
  return { deed: 'person_changed', detail: { user_id: userId, before: pick('before'), after: pick('after') } }
}

function write({ db, actor, at }: Act, entries: readonly Entry[]): Promise<void> {
  return insertAuditEvents(db, { at, userId: actor.user.id, address: actor.address ?? '' }, entries)
}
