import { sql } from 'kysely'
import type { AdministratorRole } from '@/contract/administration/role'
import type { Role } from '@/contract/entities'
import type { Db } from '../../database/connect'
import type { UserRow } from '../../database/tables'
import { isUniqueViolation } from '../../database/transaction'

export type Subject = Pick<
  UserRow,
  | 'id'
  | 'enterprise_id'
  | 'administrator_role'
  | 'is_active'
  | 'removed_at'
  | 'name'
  | 'login'
  | 'email'
  | 'phone'
  | 'hides_phone'
  | 'downloads_nothing'
  | 'quota_bytes'
  | 'password_hash'
  | 'deactivated_at'
  | 'totp_enrolled_at'
  | 'last_sign_in_at'
>

/** Locks people until the transaction ends, in the order of their ids. Ids that do not exist are missing in the answer. */
export function lockPeople(db: Db, ids: readonly number[]): Promise<Subject[]> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'enterprise_id',
      'administrator_role',
      'is_active',
      'removed_at',
      'name',
      'login',
      'email',
      'phone',
      'hides_phone',
      'downloads_nothing',
      'quota_bytes',
      'password_hash',
      'deactivated_at',
      'totp_enrolled_at',
      'last_sign_in_at',
    ])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Keeps an administrator's role until the transaction ends. @returns the present role; null also for an inactive account */
export async function holdRole(db: Db, userId: number): Promise<AdministratorRole | null> {
  const found = await db
    .selectFrom('users')
    .select('administrator_role')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  return found?.administrator_role ?? null
}

/** Lets changes of an organisation's owners happen one after another, until the transaction ends. */
export async function lockOwners(db: Db, enterpriseId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('owners', ${enterpriseId}))`.execute(db)
}

export type AccountChange = Partial<
  Pick<
    UserRow,
    | 'login'
    | 'name'
    | 'email'
    | 'phone'
    | 'hides_phone'
    | 'downloads_nothing'
    | 'quota_bytes'
    | 'administrator_role'
    | 'is_active'
    | 'deactivated_at'
    | 'removed_at'
    | 'keeps_links'
    | 'password_hash'
  >
>

/** Changes accounts. The caller writes the entry of the audit log. @returns false if the login or the phone is taken */
export async function changeAccounts(db: Db, ids: readonly number[], change: AccountChange): Promise<boolean> {
  if (Object.keys(change).length === 0) return true
  await sql`select set_config('satchel.audited', 'on', true)`.execute(db)
  try {
    await db
      .updateTable('users')
      .set(change)
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'users_login') || isUniqueViolation(error, 'users_phone')) return false
    throw error
  }
}

/** Whether a user has a login, without regard to case, width and composition. */
export async function isLoginTaken(db: Db, login: string, exceptId = 0): Promise<boolean> {
  const { rows } =
    await sql`select from users where login_key(login) = login_key(${login}) and id <> ${exceptId}`.execute(db)
  return rows.length > 0
}

/** Ends all sessions and application tokens of people, and forgets their devices. @returns the number of ended sessions */
export async function endAllSessions(db: Db, ids: readonly number[]): Promise<number> {
  const mine = sql<boolean>`user_id = any(${ids}::bigint[])`
  const { numDeletedRows } = await db.deleteFrom('sessions').where(mine).executeTakeFirst()
  for (const table of [
    'application_tokens',
    'application_grants',
    'application_codes',
    'application_sign_ins',
  ] as const)
    await db.deleteFrom(table).where(mine).execute()
  await db.deleteFrom('devices').where(mine).execute()
  return Number(numDeletedRows)
}

/** The administrators of an organisation, without deleted accounts. */
export function administratorRows(db: Db, enterpriseId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'login', 'name', 'administrator_role', 'is_active', 'removed_at', 'last_sign_in_at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('administrator_role', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy(sql`array_position(array['owner', 'people', 'auditor'], administrator_role)`)
    .orderBy('name_order')
    .orderBy('id')
    .execute()
}

/** Replaces the departments of a person. Departments in the trash keep their members. */
export async function replaceMemberships(
  db: Db,
  userId: number,
  wanted: readonly { department_id: number; is_manager?: boolean }[],
): Promise<void> {
  const ids = wanted.map(({ department_id: id }) => id)
  await sql`
    delete from department_members using items
    where user_id = ${userId} and items.department_id = department_members.department_id and items.deleted_at is null
      and department_members.department_id <> all(${ids}::bigint[])`.execute(db)
  await putMembers(
    db,
    wanted.map((each) => ({ departmentId: each.department_id, userId, isManager: each.is_manager ?? false })),
  )
}

/** Adds members to departments; members that are there become managers or not. */
export async function putMembers(
  db: Db,
  members: readonly { departmentId: number; userId: number; isManager: boolean }[],
): Promise<void> {
  if (members.length === 0) return
  await db
    .insertInto('department_members')
    .values(
      members.map(({ departmentId, userId, isManager }) => ({
        department_id: departmentId,
        user_id: userId,
        is_manager: isManager,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['department_id', 'user_id'])
        .doUpdateSet((eb) => ({ is_manager: eb.ref('excluded.is_manager') }))
        .where((eb) => eb('department_members.is_manager', '<>', eb.ref('excluded.is_manager'))),
    )
    .execute()
}

/** Those of the people who do not belong to a department. */
export async function nonMembers(db: Db, departmentId: number, userIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('department_members')
    .select('user_id')
    .where('department_id', '=', departmentId)
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .execute()
  const members = new Set(rows.map(({ user_id: id }) => id))
  return userIds.filter((id) => !members.has(id))
}

export async function removeMembers(db: Db, departmentId: number, userIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('department_members')
    .where('department_id', '=', departmentId)
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .execute()
}

/** The active managers of a department: who leads it comes first. */
export async function managersByRank(db: Db, departmentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from department_members join users on users.id = user_id and users.is_active
    join departments on departments.id = department_id
    where department_id = ${departmentId} and is_manager
    order by users.id = departments.director_id desc nulls last, users.id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function setManager(db: Db, departmentId: number, userId: number, isManager: boolean): Promise<void> {
  await db
    .updateTable('department_members')
    .set({ is_manager: isManager })
    .where('department_id', '=', departmentId)
    .where('user_id', '=', userId)
    .execute()
}

export async function setMemberRole(db: Db, departmentId: number, userId: number, role: Role): Promise<void> {
  await db
    .updateTable('department_members')
    .set({ role })
    .where('department_id', '=', departmentId)
    .where('user_id', '=', userId)
    .execute()
}
