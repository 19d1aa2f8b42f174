import type { Role } from '@/contract/entities'
import type { UserActor } from '../../../actors/actor'
import { inTransaction } from '../../../database/transaction'
import type { Dependencies } from '../../../dependencies'
import { invalidRequest, Refused } from '../../../errors'
import {
  managedDepartments,
  memberRoles,
  type AdministeredDepartment,
  type OpenDepartmentRow,
  type Organisation,
} from '../../../queries/applications/departments'
import { lockPeople } from '../../../queries/administration/accounts'
import { departmentsOf as membershipsOf } from '../../../queries/administration/people'
import { requireRight } from '../../administration/acts'
import { createDepartment, editDepartment, moveDepartment } from '../../administration/departments'
import {
  addDepartmentMembers,
  giveMemberRoles,
  nameDirector,
  removeDepartmentMembers,
} from '../../administration/departmentMembers'
import { quotaOf } from './people'
import { organisationOf, requireDepartment } from '../organisation'
import { personNotFound } from '../people'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/** most departments of a user */
const MOST_DEPARTMENTS = 100
/** gigabytes of a new department */
const FIRST_SPACE = 20

/** The enterprise's departments. @throws Refused permission_denied */
export function administeredOrganisation(db: Ports['db'], actor: UserActor): Promise<Organisation> {
  requireRight(actor, 'readDepartments')
  return organisationOf(db, actor.enterprise)
}

/** @throws Refused permission_denied, department_not_found */
export async function administeredDepartment(
  db: Ports['db'],
  actor: UserActor,
  id: number,
): Promise<AdministeredDepartment> {
  const organisation = await administeredOrganisation(db, actor)
  const row = requireDepartment(organisation, id)
  return { organisation, row, roles: row ? await memberRoles(db, row.id) : [] }
}

interface Facts {
  director_id?: number
  special_users?: readonly { user_id: number; role: string }[]
  space_total?: number
  hide_phone?: boolean
  disable_share?: boolean
  file_managers?: readonly number[]
}

/** @returns the id @throws Refused as createDepartment, editDepartment, addDepartmentMembers, invalid_request for an unknown role */
export function addDepartment(
  ports: Ports,
  actor: UserActor,
  { name, parent_id: parentId, ...facts }: Facts & { name: string; parent_id: number },
): Promise<number> {
  return inTransaction(
    ports.db,
    async (db) => {
      const within = { ...ports, db }
      const place = { name, parent_id: parentId === 0 ? null : parentId, quota_bytes: quotaOf(FIRST_SPACE) }
      const id = await createDepartment(within, actor, place)
      await applyFacts(within, actor, id, facts)
      return id
    },
    { actor },
  )
}

/** @throws Refused as addDepartment, moveDepartment */
export function changeDepartment(
  ports: Ports,
  actor: UserActor,
  id: number,
  { name, parent_id: parentId, ...facts }: Facts & { name?: string; parent_id?: number },
): Promise<void> {
  return inTransaction(
    ports.db,
    async (db) => {
      const within = { ...ports, db }
      const { row } = await administeredDepartment(db, actor, id)
      if (!row) throw new Refused('department_not_found')
      if (name !== undefined) await editDepartment(within, actor, { department_id: id, name })
      if (parentId !== undefined && parentId !== (row.parent_id ?? 0)) {
        const place = { department_id: id, parent_id: parentId === 0 ? null : parentId, before_id: null }
        await moveDepartment(within, actor, place)
      }
      await applyFacts(within, actor, id, facts)
    },
    { actor },
  )
}

async function applyFacts(ports: Ports, actor: UserActor, id: number, facts: Facts): Promise<void> {
  const { space_total: space, hide_phone: hidesPhone, disable_share: isClosed } = facts
  await editDepartment(ports, actor, {
    department_id: id,
    ...(space !== undefined && { quota_bytes: quotaOf(space) }),
    ...(hidesPhone !== undefined && { hides_phone: hidesPhone }),
    ...(isClosed !== undefined && { share_disabled_for: isClosed ? 'all' : null }),
  })
  const { special_users: special, file_managers: managers, director_id: directorId } = facts
  if (special) await giveMemberRoles(ports, actor, id, special.map(roleOf))
  if (managers) await replaceManagers(ports, actor, id, managers)
  if (directorId !== undefined) await nameDirector(ports, actor, id, directorId < 0 ? null : directorId)
}

/** Makes exactly these people managers, beside the director. */
async function replaceManagers(ports: Ports, actor: UserActor, id: number, wanted: readonly number[]): Promise<void> {
  const { row, roles } = await administeredDepartment(ports.db, actor, id)
  const former = roles.filter(({ isManager, user }) => isManager && user.id !== row?.director?.id)
  const ended = former.flatMap(({ user: { id: userId } }) => (wanted.includes(userId) ? [] : userId))
  if (ended.length > 0) await addDepartmentMembers(ports, actor, id, ended, false)
  if (wanted.length > 0) await addDepartmentMembers(ports, actor, id, [...new Set(wanted)], true)
}

const memberRolesKnown: ReadonlySet<string> = new Set<Role>([
  'editor',
  'viewer_uploader',
  'viewer',
  'previewer_uploader',
  'previewer',
  'uploader',
  'coowner',
])

function roleOf({ user_id: userId, role }: { user_id: number; role: string }): { userId: number; role: Role } {
  if (!memberRolesKnown.has(role)) throw invalidRequest('special_users')
  return { userId, role: role as Role }
}

/** @throws Refused as addDepartmentMembers, invalid_request for a member, and for a person with a hundred departments */
export async function addUserToDepartment(ports: Ports, actor: UserActor, id: number, userId: number): Promise<void> {
  return inTransaction(
    ports.db,
    async (db) => {
      requireRight(actor, 'changeDepartment')
      await lockPeople(db, [userId])
      const departments = (await membershipsOf(db, [userId])).get(userId) ?? []
      if (departments.some((each) => each.department_id === id))
        throw new Refused('invalid_request', { field: 'user_id', open: 'user_already_in_department' })
      if (departments.length >= MOST_DEPARTMENTS)
        throw new Refused('invalid_request', { field: 'user_id', open: 'user_exceed_department_limit' })
      await addDepartmentMembers({ ...ports, db }, actor, id, [userId], false)
    },
    { actor },
  )
}

/** @throws Refused as removeDepartmentMembers, invalid_request for somebody who is no member, and for the director */
export async function removeUserFromDepartment(
  ports: Ports,
  actor: UserActor,
  id: number,
  userId: number,
): Promise<void> {
  const { row } = await administeredDepartment(ports.db, actor, id)
  if (!row) throw new Refused('department_not_found')
  await requireSubject(ports, actor, userId)
  const departments = (await membershipsOf(ports.db, [userId])).get(userId) ?? []
  if (!departments.some((each) => each.department_id === id))
    throw new Refused('invalid_request', { field: 'user_id', open: 'user_not_in_department' })
  if (row.director?.id === userId)
    throw new Refused('invalid_request', { field: 'user_id', open: 'department_director_can_not_delete' })
  await removeDepartmentMembers(ports, actor, id, [userId])
}

async function requireSubject({ db }: Ports, actor: UserActor, id: number) {
  const [subject] = await lockPeople(db, [id])
  if (subject?.enterprise_id !== actor.enterprise.id || subject.removed_at !== null) throw personNotFound()
  return subject
}

/**
 * The departments whose space an operator manages: all for an administrator, else those that the operator manages, and those below.
 * @throws Refused permission_denied, person_not_found
 */
export async function managedSpaces(ports: Ports, actor: UserActor, operatorId: number): Promise<OpenDepartmentRow[]> {
  const organisation = await administeredOrganisation(ports.db, actor)
  const operator = await requireSubject(ports, actor, operatorId)
  const rows = [...organisation.byId.values()]
  if (operator.administrator_role === 'owner' || operator.administrator_role === 'people') return rows
  const managed = new Set(await managedDepartments(ports.db, operatorId))
  const isManaged = (row: OpenDepartmentRow | undefined): boolean =>
    row !== undefined &&
    (managed.has(row.id) || (row.parent_id !== null && isManaged(organisation.byId.get(row.parent_id))))
  return rows.filter(isManaged)
}

/** @throws Refused as managedSpaces, editDepartment; permission_denied for an operator who does not manage the department */
export async function changeSpace(
  ports: Ports,
  actor: UserActor,
  id: number,
  { operatorId, gigabytes }: { operatorId: number | undefined; gigabytes: number },
): Promise<OpenDepartmentRow> {
  if (operatorId !== undefined) {
    const managed = await managedSpaces(ports, actor, operatorId)
    if (!managed.some((row) => row.id === id)) throw new Refused('department_not_found')
  }
  await editDepartment(ports, actor, { department_id: id, quota_bytes: quotaOf(gigabytes) })
  return (await administeredDepartment(ports.db, actor, id)).row!
}
