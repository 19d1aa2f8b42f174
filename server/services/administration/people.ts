import type { Request } from '@/contract/api'
import { checkName } from '@/domain/items/naming'
import { checkEmail, checkLogin, checkPhone } from '@/domain/session/logins'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { permissionDenied, Refused } from '../../errors'
import { mayGiveRole } from '../../policies/administration'
import {
  changeAccounts,
  endAllSessions,
  isLoginTaken,
  putMembers,
  replaceMemberships,
} from '../../queries/administration/accounts'
import { departmentNodes } from '../../queries/administration/departments'
import { addToGroups, groupsOf, knownGroups, replaceGroups } from '../../queries/administration/groups'
import { createUser } from '../../queries/enterprise/accounts'
import { clearSecret } from '../../queries/session/twoStep'
import { isUniqueViolation } from '../../database/transaction'
import { requireName } from '../access/preconditions'
import { act, difference, requirePeople, requirePerson, requireRight, type Act, type Ports } from './acts'
import { makeSignInLink, type SignInLink } from '../session/oneTimeLinks'
import { requireUnowned } from './owned'

/** What only programs know about a person (OAPI-06). */
interface FurtherFacts {
  phone?: string
  hides_phone?: boolean
  downloads_nothing?: boolean
}

type NewPerson = Request<'POST /admin/people/create'> & FurtherFacts
type PersonChange = Request<'POST /admin/people/edit'> & FurtherFacts

/**
 * Adds a person with the root of their own space and a one-time link.
 * @throws Refused permission_denied, login_invalid, login_taken, email_invalid, name_…, department_not_found, group_not_found
 */
export function createPerson(
  ports: Ports,
  actor: UserActor,
  asked: NewPerson,
): Promise<{ userId: number; link: SignInLink }> {
  return act(ports, actor, async (given) => {
    const { db, at, record } = given
    requireRight(given.actor, 'createPerson')
    const { role = null, departments = [], group_ids: groupIds = [] } = asked
    if (role !== null && !mayGiveRole(given.actor)) throw permissionDenied()
    const person = {
      login: requireLogin(asked.login),
      name: requireName(checkName(asked.name)),
      email: requireEmail(asked.email ?? ''),
    }
    await requirePlaces(given, departments, groupIds)
    const userId = await insertPerson(db, {
      ...person,
      enterpriseId: actor.enterprise.id,
      role,
      quotaBytes: asked.quota_bytes ?? null,
    })
    await putMembers(db, membersFrom(departments, userId))
    await addToGroups(db, groupIds, [userId])
    const further = furtherOf(asked)
    if (!(await changeAccounts(db, [userId], further))) throw loginTaken()
    const after = { ...person, ...further, ...(role && { role }) }
    await record('person_created', { user_id: userId, before: null, after })
    return { userId, link: await makeSignInLink(db, userId, at) }
  })
}

/** @throws Refused as createPerson, person_not_found, directory_owned */
export function editPerson(ports: Ports, actor: UserActor, asked: PersonChange): Promise<void> {
  const { user_id: userId, login, name, email, departments, group_ids: groupIds, quota_bytes: quota } = asked
  return act(ports, actor, async (given) => {
    const { db, record } = given
    const person = await requirePerson(given, 'editPerson', userId)
    await requirePlaces(given, departments ?? [], groupIds ?? [])
    const changed = difference(person, {
      ...(login !== undefined && { login: requireLogin(login) }),
      ...(name !== undefined && { name: requireName(checkName(name)) }),
      ...(email !== undefined && { email: requireEmail(email) }),
      ...(quota !== undefined && { quota_bytes: quota }),
      ...furtherOf(asked),
    })
    const moved = departments?.map(({ department_id: id }) => id)
    await requireUnowned(db, actor.enterprise.id, userId, Object.keys(changed?.after ?? {}), moved)
    if (changed?.after.login !== undefined && (await isLoginTaken(db, changed.after.login, userId))) throw loginTaken()
    if (changed && !(await changeAccounts(db, [userId], changed.after))) throw loginTaken()
    if (departments) await replaceMemberships(db, userId, unique(departments))
    const groups = groupIds && (await changeGroups(db, userId, groupIds))
    if (changed || groups)
      await record('person_changed', {
        user_id: userId,
        before: { ...changed?.before, ...groups?.before },
        after: { ...changed?.after, ...groups?.after },
      })
  })
}

async function changeGroups(db: Db, userId: number, ids: readonly number[]) {
  const before = await groupsOf(db, userId)
  await replaceGroups(db, userId, ids)
  const after = await groupsOf(db, userId)
  return difference({ groups: before.map(({ name }) => name) }, { groups: after.map(({ name }) => name) })
}

/** Ends all sessions and application tokens of people. @returns the number of ended sessions @throws Refused as requirePeople */
export function endSessionsOf(ports: Ports, actor: UserActor, userIds: readonly number[]): Promise<number> {
  return act(ports, actor, async (given) => {
    await requirePeople(given, 'endSessions', userIds)
    let ended = 0
    for (const userId of userIds) {
      const count = await endAllSessions(given.db, [userId])
      await given.record('sessions_ended', { user_id: userId, count })
      ended += count
    }
    return ended
  })
}

/** Switches the second step of a person off and ends their sessions. @throws Refused as requirePerson */
export function resetSecondStep(ports: Ports, actor: UserActor, userId: number): Promise<void> {
  return act(ports, actor, async (given) => {
    await requirePerson(given, 'resetSecondStep', userId)
    if (!(await clearSecret(given.db, userId))) return
    const count = await endAllSessions(given.db, [userId])
    await given.record('second_step_reset', { user_id: userId, count })
  })
}

/** @throws Refused login_invalid for a phone that is none */
function furtherOf({ phone: typed, hides_phone, downloads_nothing }: FurtherFacts) {
  const phone = typed === undefined || typed.trim() === '' ? typed?.trim() : checkPhone(typed)
  if (phone === null) throw new Refused('login_invalid', { field: 'phone' })
  return {
    ...(phone !== undefined && { phone }),
    ...(hides_phone !== undefined && { hides_phone }),
    ...(downloads_nothing !== undefined && { downloads_nothing }),
  }
}

interface Inserted {
  enterpriseId: number
  login: string
  name: string
  email: string
  role: Parameters<typeof createUser>[1]['role']
  quotaBytes: number | null
}

async function insertPerson(db: Db, person: Inserted): Promise<number> {
  if (await isLoginTaken(db, person.login)) throw loginTaken()
  try {
    return (await createUser(db, { ...person, passwordHash: null })).id
  } catch (error) {
    throw isUniqueViolation(error, 'users_login') ? loginTaken() : error
  }
}

/** @throws Refused department_not_found, group_not_found */
async function requirePlaces(
  { db, actor: { enterprise } }: Act,
  departments: readonly { department_id: number }[],
  groupIds: readonly number[],
): Promise<void> {
  const known = departments.length > 0 ? await departmentNodes(db, enterprise.id) : new Map()
  if (departments.some(({ department_id: id }) => !known.has(id)))
    throw new Refused('department_not_found', { field: 'departments' })
  if (groupIds.length > 0 && (await knownGroups(db, enterprise.id, groupIds)).length < groupIds.length)
    throw new Refused('group_not_found', { field: 'group_ids' })
}

function membersFrom(departments: NonNullable<NewPerson['departments']>, userId: number) {
  return unique(departments).map(({ department_id: departmentId, is_manager: isManager = false }) => ({
    departmentId,
    userId,
    isManager,
  }))
}

/** The last of several entries of one department counts. */
function unique<T extends { department_id: number }>(departments: readonly T[]): T[] {
  return [...new Map(departments.map((each) => [each.department_id, each])).values()]
}

/** @throws Refused login_invalid */
export function requireLogin(typed: string): string {
  const login = checkLogin(typed)
  if (login === null) throw new Refused('login_invalid', { field: 'login' })
  return login
}

function requireEmail(typed: string): string {
  const email = typed.trim() === '' ? '' : checkEmail(typed)
  if (email === null) throw new Refused('email_invalid', { field: 'email' })
  return email
}

const loginTaken = () => new Refused('login_taken', { field: 'login' })
