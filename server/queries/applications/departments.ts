import type { Role } from '@/contract/entities'
import type { Db } from '../../database/connect'
import type { DepartmentRow } from '../administration/departments'
import { miniUser, type DepartmentExtras, type MiniUserRow } from './people'

/** A department with what its shapes show. */
export type OpenDepartmentRow = DepartmentRow & Omit<DepartmentExtras, 'id'>

/** The departments of an enterprise. */
export interface Organisation {
  enterprise: { id: number; name: string; createdAt: Date }
  byId: Map<number, OpenDepartmentRow>
  /** In their order; null holds the top departments. */
  childrenOf: Map<number | null, OpenDepartmentRow[]>
  /** Active people of the enterprise. */
  userCount: number
}

/** A department with its members of other roles than the usual one. */
export interface AdministeredDepartment {
  organisation: Organisation
  /** null: the enterprise itself */
  row: OpenDepartmentRow | null
  roles: MemberRole[]
}

/** A member who is a manager, or has another role than the usual one. */
export interface MemberRole {
  user: MiniUserRow
  role: Role
  isManager: boolean
}

/** The role that members have unless they get another one. */
const USUAL: Role = 'editor'

/** The active managers of a department, and its members with roles of their own, by id. */
export async function memberRoles(db: Db, departmentId: number): Promise<MemberRole[]> {
  const rows = await db
    .selectFrom('department_members')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['role', 'is_manager as isManager'])
    .select(miniUser.as('user'))
    .where('department_id', '=', departmentId)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('is_manager', '=', true), eb('role', '<>', USUAL)]))
    .orderBy('users.id')
    .execute()
  return rows
}

/** The departments that a person manages directly. */
export async function managedDepartments(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('department_members')
    .select('department_id')
    .where('user_id', '=', userId)
    .where('is_manager', '=', true)
    .execute()
  return rows.map(({ department_id: id }) => id)
}
