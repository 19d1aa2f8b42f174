import type { Insertable } from 'kysely'
import { nameKey } from '@/domain/items/naming'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { EnterpriseTable } from '../../database/accountTables'
import type { DepartmentRow, EnterpriseRow, UserRow } from '../../database/tables'
import type { AdministratorRole } from '@/contract/administration/role'
import type { Role } from '@/contract/entities'

type NewEnterprise = Partial<Insertable<EnterpriseTable>> & { name: string }

/** Creates an enterprise without an owner; its first administrator becomes the owner. */
export function createEnterprise(db: Db, values: NewEnterprise): Promise<EnterpriseRow> {
  return db.insertInto('enterprises').values(values).returningAll().executeTakeFirstOrThrow()
}

/** The active owners of an enterprise. */
export async function ownerIds(db: Db, enterpriseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('administrator_role', '=', 'owner')
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The login of the only active owner on the server; null if there are several or none. */
export async function onlyOwner(db: Db): Promise<string | null> {
  const rows = await db
    .selectFrom('users')
    .select('login')
    .where('administrator_role', '=', 'owner')
    .where('is_active', '=', true)
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]!.login : null
}

export interface NewUser {
  enterpriseId: number
  login: string
  name: string
  /** null = cannot sign in with a password */
  passwordHash: string | null
  email?: string
  /** null: no administrator */
  role?: AdministratorRole | null
  quotaBytes?: number | null
  isDemo?: boolean
}

/** Creates a user with the root of their own space. The first owner owns the folders of departments created later. */
export function createUser(
  db: Db,
  { enterpriseId, login, name, passwordHash, email = '', role = null, quotaBytes = null, isDemo = false }: NewUser,
): Promise<UserRow> {
  return inTransaction(db, async (transaction) => {
    const user = await transaction
      .insertInto('users')
      .values({
        enterprise_id: enterpriseId,
        login,
        name,
        password_hash: passwordHash,
        email,
        administrator_role: role,
        quota_bytes: quotaBytes,
        is_demo: isDemo,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('items')
      .values({
        ...rootOf(user.id, ''),
        personal_of: user.id,
      })
      .execute()
    if (role === 'owner') {
      await transaction
        .updateTable('enterprises')
        .set({ owner_id: user.id })
        .where('id', '=', enterpriseId)
        .where('owner_id', 'is', null)
        .execute()
    }
    return user
  })
}

export interface NewDepartment {
  enterpriseId: number
  parentId?: number | null
  name: string
  position?: number
}

/**
 * Creates a department with its root folder, inside the folder of the parent department.
 * @throws Error if the enterprise has no administrator yet
 */
export function createDepartment(
  db: Db,
  { enterpriseId, parentId = null, name, position = 0 }: NewDepartment,
): Promise<DepartmentRow> {
  return inTransaction(db, async (transaction) => {
    const { owner_id } = await transaction
      .selectFrom('enterprises')
      .select('owner_id')
      .where('id', '=', enterpriseId)
      .executeTakeFirstOrThrow()
    if (owner_id === null) throw new Error(`Enterprise ${enterpriseId} has no administrator to own its departments`)
    const department = await transaction
      .insertInto('departments')
      .values({ enterprise_id: enterpriseId, parent_id: parentId, name, position })
      .returningAll()
      .executeTakeFirstOrThrow()
    const parent =
      parentId === null
        ? undefined
        : await transaction
            .selectFrom('items')
            .select('id')
            .where('department_id', '=', parentId)
            .executeTakeFirstOrThrow()
    await transaction
      .insertInto('items')
      .values({
        ...rootOf(owner_id, name),
        department_id: department.id,
        parent_id: parent?.id,
      })
      .execute()
    return department
  })
}

/** @param role ignored for managers, who are coowners */
export async function addDepartmentMember(
  db: Db,
  departmentId: number,
  userId: number,
  { role = 'editor', isManager = false }: { role?: Role; isManager?: boolean } = {},
): Promise<void> {
  await db
    .insertInto('department_members')
    .values({ department_id: departmentId, user_id: userId, role, is_manager: isManager })
    .execute()
}

/** Stores which guides a user has seen; guides that are not given stay unchanged. */
export async function setGuides(
  db: Db,
  userId: number,
  guides: Partial<Pick<UserRow, 'user_guide_h5_sync' | 'user_guide_h5_upload' | 'user_guide_h5_logout'>>,
): Promise<void> {
  await db.updateTable('users').set(guides).where('id', '=', userId).execute()
}

function rootOf(owner: number, name: string) {
  return {
    is_folder: true,
    name,
    name_key: nameKey(name),
    creator_id: owner,
    updater_id: owner,
    space_owner_id: owner,
  }
}
