import { sql, type RawBuilder } from 'kysely'
import type { Request } from '@/contract/api'
import type { AdministratorRole } from '@/contract/administration/role'
import { searchKey } from '@/domain/search/words'
import type { Db } from '../../database/connect'
import type { Window } from '../items/children'

export interface PersonRow {
  id: number
  login: string
  name: string
  email: string
  is_active: boolean
  created_at: Date
  deactivated_at: Date | null
  removed_at: Date | null
  last_sign_in_at: Date | null
  administrator_role: AdministratorRole | null
  has_password: boolean
  has_second_step: boolean
  quota_bytes: number | null
  used_bytes: number
  link_expires_at: Date | null
  password_asked_at: Date | null
  departments: { department_id: number; name: string; is_manager: boolean }[]
}

/** Filters and order of the list. */
export type PeopleQuestion = Request<'GET /admin/people/export'>

export interface PeopleFilter extends PeopleQuestion {
  enterpriseId: number
  now: Date
  /** Deleted people of an earlier time are left out. */
  deletedSince: Date
}

const columns = sql`users.id, users.login, users.name, users.email, users.is_active, users.created_at, users.deactivated_at, users.removed_at,
  users.last_sign_in_at, users.administrator_role, users.password_hash is not null as has_password,
  users.totp_enrolled_at is not null as has_second_step, users.quota_bytes,
  (select used_bytes from items where personal_of = users.id) as used_bytes, links.expires_at as link_expires_at,
  requests.asked_at as password_asked_at`

/** @param now expired links are left out */
const links = (now: Date) =>
  sql`left join sign_in_links links on links.user_id = users.id and links.purpose = 'invitation' and links.expires_at > ${now}
    left join password_requests requests on requests.user_id = users.id`

/** A page of people in the order of the filter, and the number of all matches. One scan finds both. */
export async function pageOfPeople(
  db: Db,
  filter: PeopleFilter,
  { offset, limit }: Window,
): Promise<{ people: PersonRow[]; total: number }> {
  const { rows: found } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (
      select array(select users.id from users where ${matching(filter)} order by ${orderOf(filter)}) as ids
    ) select cardinality(ids) as total, ids[${offset + 1}:${offset + limit}] as ids from found`.execute(db)
  const { total, ids } = found[0]!
  const [{ rows }, departments] = await Promise.all([
    sql<Page>`
      select ${columns} from unnest(${ids}::bigint[]) with ordinality as page (id, place)
      join users on users.id = page.id ${links(filter.now)} order by page.place`.execute(db),
    departmentsOf(db, ids),
  ])
  return { people: rows.map((row) => ({ ...row, departments: departments.get(row.id) ?? [] })), total }
}

type Page = Omit<PersonRow, 'departments'>

/** The departments of people, without those in the trash, in the order of the tree's levels. */
export async function departmentsOf(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, PersonRow['departments']>> {
  const { rows } = await sql<{ user_id: number; departments: PersonRow['departments'] }>`
    select user_id, json_agg(json_build_object('department_id', departments.id, 'name', departments.name, 'is_manager', is_manager)
      order by departments.position, departments.name, departments.id) as departments
    from department_members join departments on departments.id = department_id
    join items on items.department_id = departments.id and items.deleted_at is null
    where user_id = any(${userIds}::bigint[]) group by user_id`.execute(db)
  return new Map(rows.map(({ user_id: id, departments }) => [id, departments]))
}

/** One person with the columns of the list, of any enterprise. */
export async function findPersonRow(
  db: Db,
  id: number,
  now: Date,
): Promise<(PersonRow & { enterprise_id: number }) | undefined> {
  const { rows } = await sql<Page & { enterprise_id: number }>`
    select ${columns}, users.enterprise_id from users ${links(now)} where users.id = ${id}`.execute(db)
  return rows[0] && { ...rows[0], departments: (await departmentsOf(db, [id])).get(id) ?? [] }
}

function orderOf({ sort_by: by = 'name', sort_direction: direction = 'asc' }: PeopleFilter): RawBuilder<unknown> {
  const way = direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`
  const key = {
    name: sql`users.name_order`,
    login: sql`login_key(users.login)`,
    created_at: sql`users.created_at`,
    last_sign_in_at: sql`users.last_sign_in_at`,
    used_bytes: sql`(select used_bytes from items where personal_of = users.id)`,
  }[by]
  // The index on names has nulls last, but names are never null.
  return by === 'name'
    ? sql`${key} ${sql.raw(direction)}, users.id ${sql.raw(direction)}`
    : sql`${key} ${way}, users.id`
}

function matching(filter: PeopleFilter): RawBuilder<unknown> {
  const {
    enterpriseId,
    search = '',
    state,
    role,
    department_id: departmentId,
    group_id: groupId,
    has_second_step: step,
    has_asked: asked,
  } = filter
  const key = searchKey(search)
  const conditions = [
    sql`users.enterprise_id = ${enterpriseId}`,
    stateCondition(state, filter.deletedSince),
    ...(key === ''
      ? []
      : [sql`(strpos(users.search_text, ${key}) > 0 or strpos(users.email, ${search.trim().toLowerCase()}) > 0)`]),
    ...(role === undefined
      ? []
      : [role === 'any' ? sql`users.administrator_role is not null` : sql`users.administrator_role = ${role}`]),
    ...(departmentId === undefined ? [] : [departmentId === 0 ? sql`not ${inSomeDepartment}` : within(departmentId)]),
    ...(groupId === undefined
      ? []
      : [sql`users.id in (select user_id from group_members where group_id = ${groupId})`]),
    ...(step === undefined
      ? []
      : [step ? sql`users.totp_enrolled_at is not null` : sql`users.totp_enrolled_at is null`]),
    ...(asked ? [sql`users.id in (select user_id from password_requests)`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

function stateCondition(state: PeopleFilter['state'], deletedSince: Date): RawBuilder<unknown> {
  switch (state) {
    case undefined:
      return sql`users.removed_at is null`
    case 'active':
      return sql`users.is_active and users.last_sign_in_at is not null`
    case 'new':
      return sql`users.is_active and users.last_sign_in_at is null`
    case 'deactivated':
      return sql`not users.is_active and users.removed_at is null`
    case 'deleted':
      return sql`users.removed_at > ${deletedSince}`
  }
}

const inSomeDepartment = sql`exists (
  select from department_members join items on items.department_id = department_members.department_id and items.deleted_at is null
  where user_id = users.id)`

function within(departmentId: number) {
  return sql`users.id in (
    with recursive below as (
      select ${departmentId}::bigint as id union all select departments.id from departments join below on departments.parent_id = below.id
    ) select user_id from department_members join below on department_id = below.id)`
}
