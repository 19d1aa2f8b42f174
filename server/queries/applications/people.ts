import { sql } from 'kysely'
import type { AdministratorRole } from '@/contract/administration/role'
import { anyNumberOf, type Db } from '../../database/connect'

/** A person as the open platform shows them. */
export interface OpenUserRow {
  id: number
  name: string
  login: string
  email: string
  phone: string
  /** The person or one of their departments hides the phone. */
  hides_phone: boolean
  hides_own_phone: boolean
  downloads_nothing: boolean
  enterprise_id: number
  enterprise_name: string
  owner_id: number | null
  picture_key: string | null
  is_active: boolean
  administrator_role: AdministratorRole | null
  /** bytes; null = unlimited */
  quota: number | null
  used_bytes: number
  last_sign_in_at: Date | null
  created_at: Date
  /** As soundsOf. */
  sounds: string
}

/** A person whose name may wait for its sounds. */
type StoredUserRow = Omit<OpenUserRow, 'sounds'> & { sounds: string | null }

/** People of any enterprise in the order of the ids, without deleted ones. */
export async function openUserRows(db: Db, ids: readonly number[]): Promise<StoredUserRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StoredUserRow>`
    select users.id, users.name, users.login, users.email, users.phone, users.enterprise_id, enterprises.name as enterprise_name,
      enterprises.owner_id, users.picture_key, users.is_active, users.administrator_role, users.last_sign_in_at,
      users.created_at, users.sounds,
      users.hides_phone as hides_own_phone, users.downloads_nothing,
      coalesce(users.quota_bytes, enterprises.user_quota_bytes) as quota, items.used_bytes,
      users.hides_phone or exists (
        select from department_members join departments on departments.id = department_id
        where user_id = users.id and departments.hides_phone) as hides_phone
    from users join enterprises on enterprises.id = users.enterprise_id join items on items.personal_of = users.id
    where users.id = any(${anyNumberOf(ids)}) and users.removed_at is null
    order by array_position(${ids}::bigint[], users.id)`.execute(db)
  return rows
}

/** A person with the departments of their enterprise. */
export interface MiniUserRow {
  id: number
  name: string
  login: string
  enterprise_id: number
  departments: { id: number; name: string }[]
}

/** MiniUserRow of a row of `users`. */
export const miniUser = sql<MiniUserRow>`json_build_object('id', users.id, 'name', users.name, 'login', users.login,
  'enterprise_id', users.enterprise_id, 'departments', (
    select coalesce(json_agg(json_build_object('id', own.id, 'name', own.name) order by own.position, own.id), '[]')
    from department_members of_user join departments own on own.id = of_user.department_id and own.enterprise_id = users.enterprise_id
    where of_user.user_id = users.id))`

/** The facts about a department that the tree of the console lacks. */
export interface DepartmentExtras {
  id: number
  created_at: Date
  root_id: number
  /** Items directly in the department's folder, without the folders of departments below. */
  item_count: number
  hides_phone: boolean
  director: MiniUserRow | null
}

/** The departments of an enterprise that are not in the trash. The named manager leads, else the first one by id. */
export async function departmentExtras(db: Db, enterpriseId: number): Promise<Map<number, DepartmentExtras>> {
  const { rows } = await sql<DepartmentExtras>`
    select departments.id, departments.created_at, departments.hides_phone, items.id as root_id,
      items.child_count - (select count(*) from items below where below.parent_id = items.id and below.department_id is not null
        and below.deleted_at is null) as item_count,
      (select ${miniUser}
        from department_members join users on users.id = user_id and users.is_active
        where department_members.department_id = departments.id and is_manager
        order by users.id = departments.director_id desc nulls last, users.id limit 1) as director
    from departments join items on items.department_id = departments.id
    where departments.enterprise_id = ${enterpriseId} and items.deleted_at is null`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface OpenGroupRow {
  id: number
  name: string
  description: string
  created_at: Date
  user_count: number
  is_visible: boolean
  admin: MiniUserRow | null
}

/** Selects groups of an enterprise that are no department's. */
export interface GroupFilter {
  enterpriseId: number
  /** Only groups that this user sees: visible ones, and their own; null: all. */
  seenBy: number | null
  /** as searchKey; '' = all */
  key?: string
  id?: number
}

/** A page of groups by name, and the number of all matches. */
export async function openGroupRows(
  db: Db,
  { enterpriseId, seenBy, key = '', id }: GroupFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ groups: OpenGroupRow[]; total: number }> {
  const matching = sql`enterprise_id = ${enterpriseId} and department_id is null
    ${id === undefined ? sql`` : sql`and groups.id = ${id}`}
    ${key === '' ? sql`` : sql`and strpos(search_key(groups.name), ${key}) > 0`}
    ${
      seenBy === null
        ? sql``
        : sql`and (is_visible or exists (select from group_members where group_id = groups.id and user_id = ${seenBy}))`
    }`
  const [{ rows: groups }, { rows: counted }] = await Promise.all([
    sql<OpenGroupRow>`
      select groups.id, groups.name, groups.description, groups.created_at, groups.is_visible,
        (select count(*) from group_members join users on users.id = user_id and users.is_active
          where group_id = groups.id) as user_count,
        (select ${miniUser}
          from users where users.id = groups.admin_id and users.is_active) as admin
      from groups where ${matching}
      order by groups.name collate natural_order, groups.id offset ${offset} limit ${limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from groups where ${matching}`.execute(db),
  ])
  return { groups, total: counted[0]!.total }
}

/**
 * People of an enterprise, without deleted ones, whose login, e-mail address or phone is the identifier: a login goes before the others.
 * @param phone as checkPhone; '' = the identifier is none
 */
export async function peopleNamed(db: Db, enterpriseId: number, identifier: string, phone: string): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_login: boolean }>`
    select id, login_key(login) = login_key(${identifier}) as is_login from users
    where enterprise_id = ${enterpriseId} and removed_at is null and (
      login_key(login) = login_key(${identifier}) or (email <> '' and email = lower(${identifier})) or (phone <> '' and phone = ${phone}))
    order by is_login desc, id limit 3`.execute(db)
  return (rows[0]?.is_login ? rows.slice(0, 1) : rows).map(({ id }) => id)
}
