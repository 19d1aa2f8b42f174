import { sql } from 'kysely'
import type { Role } from '@/contract/entities'
import { anyNumberOf, preparedStatement, type Db } from '../../database/connect'
import type { CollabRow } from '../../policies/access/facts'
import type { Window } from '../items/children'

const collab = sql`${preparedStatement}
  select collabs.id, item_id, user_id, collabs.group_id, collabs.role, accepted, is_added, inviter_id, inviter.name as inviter_name, message,
    case when accepted then null else invited_at end as invited_at, collabs.expires_at, coalesce(users.name, departments.name, groups.name) as name, coalesce(users.login, '') as login,
    coalesce(users.is_active, true) as is_active,
    coalesce(users.enterprise_id, groups.enterprise_id) as enterprise_id, groups.department_id
  from collabs left join users on users.id = user_id left join groups on groups.id = collabs.group_id
  left join departments on departments.id = groups.department_id left join users inviter on inviter.id = inviter_id`

/** Ids of users and groups. */
export interface Subjects {
  users: readonly number[]
  groups: readonly number[]
}

/** The entries of some folders, accepted or pending, oldest first. @param among only entries of these subjects; omitted: all */
export async function collabsOn(db: Db, itemIds: readonly number[], among?: Subjects): Promise<CollabRow[]> {
  const given = among
    ? sql`and (user_id = any(${anyNumberOf(among.users)}) or collabs.group_id = any(${anyNumberOf(among.groups)}))`
    : sql``
  const { rows } =
    await sql<CollabRow>`${collab} where item_id = any(${anyNumberOf(itemIds)}) ${given} order by collabs.id`.execute(
      db,
    )
  return rows
}

/**
 * A page of the pending invitations into a folder, newest first.
 * @returns `page`: the users. `total`: the pending invitations that match the search. `unaccepted`: those whose user is not the owner and has no
 * accepted entry on the folder or a folder above
 */
export async function pageOfInvited(
  db: Db,
  { itemId, itemIds, ownerId, key, lookedUpId }: Omit<MembersAsked, 'departments'>,
  { offset, limit }: Window,
): Promise<{ unaccepted: number; total: number; page: number[] }> {
  const { rows } = await sql<{ unaccepted: number; total: number; user_id: number | null }>`
    with found as materialized (
      select collabs.id, user_id, invited_at, name, login, enterprise_id from collabs join users on users.id = user_id
      where item_id = ${itemId} and not accepted and ${matchingName(key, lookedUpId)}
    )
    select unaccepted, total, user_id from (
      select count(*)::int as total, count(*) filter (where user_id <> ${ownerId} and not exists (
        select from collabs given where given.user_id = found.user_id and given.item_id = any(${itemIds}::bigint[]) and given.accepted
      ))::int as unaccepted from found
    ) counted
    left join (select id, user_id, invited_at from found order by invited_at desc, id desc offset ${offset} limit ${limit}) page on true
    order by invited_at desc, id desc`.execute(db)
  const { unaccepted, total } = rows[0]!
  return { unaccepted, total, page: rows.flatMap(({ user_id: id }) => id ?? []) }
}

export interface MembersAsked {
  itemId: number
  /** The folder, and the folders above whose grants apply to it. */
  itemIds: readonly number[]
  ownerId: number
  /** The department's group, once per role that its members have; listed beside the entries. */
  departments: readonly { groupId: number; name: string; enterpriseId: number }[]
  /** as searchKey; '' = everybody */
  key: string
  /** The enterprise whose people are also found by their login. */
  lookedUpId: number | null
}

/** A subject with a role on a folder. `department`: index in the given departments, from 1; 0: the subject has an entry. */
export interface MemberKey {
  user_id: number | null
  group_id: number | null
  department: number
}

/** A page of the subjects with a role on a folder: first the owner, then subjects with an entry on the folder, then inherited ones; each by name. */
export async function pageOfMembers(
  db: Db,
  { itemId, itemIds, ownerId, departments, key, lookedUpId }: MembersAsked,
  { offset, limit }: Window,
): Promise<{ total: number; page: MemberKey[] }> {
  const order = sql`order by rank, name_order collate natural_order, coalesce(user_id, group_id), user_id is null, department`
  const { rows } = await sql<{ total: number } & Nullable<MemberKey>>`
    with given as (
      select user_id, group_id, item_id = ${itemId} as is_here from collabs where item_id = any(${itemIds}::bigint[]) and accepted
      union all select ${ownerId}::bigint, null, false
    ), subjects as (
      select user_id, group_id, bool_or(is_here) as is_here from given group by user_id, group_id
    ), named as (
      select user_id, subjects.group_id, 0::bigint as department, coalesce(users.login, '') as login,
        coalesce(users.name, departments.name, groups.name) as name,
        coalesce(users.name_order, departments.name, groups.name) as name_order, coalesce(users.enterprise_id, groups.enterprise_id) as enterprise_id,
        case when user_id = ${ownerId} then 0 when is_here then 1 else 2 end as rank
      from subjects left join users on users.id = user_id left join groups on groups.id = subjects.group_id
      left join departments on departments.id = groups.department_id
      union all
      select null, group_id, department, '', name, name, enterprise_id, 2
      from unnest(${departments.map(({ groupId }) => groupId)}::bigint[], ${departments.map(({ name }) => name)}::text[],
        ${departments.map(({ enterpriseId }) => enterpriseId)}::bigint[]) with ordinality as given (group_id, name, enterprise_id, department)
    ), found as materialized (select * from named where ${matchingName(key, lookedUpId)})
    select total, user_id, group_id, department from (select count(*)::int as total from found) counted
    left join (select * from found ${order} offset ${offset} limit ${limit}) page on true ${order}`.execute(db)
  return { total: rows[0]!.total, page: rows.filter((row): row is typeof row & MemberKey => row.department !== null) }
}

type Nullable<T> = { [K in keyof T]: T[K] | null }

/** Whether a row's name contains the search key, or the row's login if the viewer may look up the row's enterprise. */
export function matchingName(key: string, lookedUpId: number | null) {
  if (key === '') return sql`true`
  const login =
    lookedUpId === null ? sql`` : sql`or enterprise_id = ${lookedUpId} and strpos(search_key(login), ${key}) > 0`
  return sql`(strpos(search_key(name), ${key}) > 0 ${login})`
}

/** Entries by id, in ascending order. Missing ids are left out. */
export async function findCollabs(db: Db, ids: readonly number[]): Promise<CollabRow[]> {
  const { rows } =
    await sql<CollabRow>`${collab} where collabs.id = any(${anyNumberOf(ids)}) order by collabs.id`.execute(db)
  return rows
}

/** Locks entries until the transaction ends, so that the second of two concurrent changes sees the first. */
export async function lockCollabs(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select from collabs where id = any(${ids}::bigint[]) order by id for update`.execute(db)
}

/** Locks a folder against other changes of the folder's members. The folder's contents can still change. */
export async function lockMembers(db: Db, itemId: number): Promise<void> {
  await sql`select from items where id = ${itemId} for no key update`.execute(db)
}

export interface NewCollab {
  userId: number | null
  groupId: number | null
  role: Role
  accepted: boolean
  /** Whether the role adds to what the user has otherwise. */
  isAdded: boolean
}

/** The common values of all entries of one call. */
export interface CollabSource {
  itemId: number
  inviterId: number
  message: string
  at: Date
  /** null = never */
  expiresAt: Date | null
}

/** Writes entries of a folder in one statement per kind of subject; replaces existing ones. @returns the ids */
export async function putCollabs(db: Db, source: CollabSource, given: readonly NewCollab[]): Promise<number[]> {
  const ids: number[] = []
  for (const [column, subjects] of [
    ['user_id', given.filter(({ userId }) => userId !== null)],
    ['group_id', given.filter(({ groupId }) => groupId !== null)],
  ] as const) {
    if (subjects.length === 0) continue
    const { rows } = await sql<{ id: number }>`
      insert into collabs (item_id, ${sql.ref(column)}, role, accepted, is_added, inviter_id, message, invited_at, expires_at, created_at)
      select ${source.itemId}::bigint, subject, role, accepted, is_added, ${source.inviterId}::bigint, ${source.message}, ${source.at}::timestamptz,
        case when accepted then null else ${source.expiresAt}::timestamptz end, ${source.at}::timestamptz
      from unnest(${subjects.map(({ userId, groupId }) => userId ?? groupId)}::bigint[], ${subjects.map(({ role }) => role)}::text[],
        ${subjects.map(({ accepted }) => accepted)}::boolean[], ${subjects.map(({ isAdded }) => isAdded)}::boolean[])
        as given (subject, role, accepted, is_added)
      on conflict (item_id, ${sql.ref(column)}) do update set
        role = excluded.role, accepted = excluded.accepted, is_added = excluded.is_added, inviter_id = excluded.inviter_id, message = excluded.message,
        invited_at = excluded.invited_at, expires_at = excluded.expires_at
      returning id`.execute(db)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Sets roles of entries. The roles then replace what the users have otherwise. */
export async function setRoles(db: Db, changes: readonly { id: number; role: Role }[]): Promise<void> {
  await sql`
    update collabs set role = change.role, is_added = false
    from unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ role }) => role)}::text[]) as change (id, role)
    where collabs.id = change.id and (collabs.role <> change.role or collabs.is_added)`.execute(db)
}

export async function acceptCollab(db: Db, id: number): Promise<void> {
  await db
    .updateTable('collabs')
    .set({ accepted: true, is_added: true, expires_at: null })
    .where('id', '=', id)
    .execute()
}

export async function renewCollab(db: Db, id: number, at: Date, expiresAt: Date | null): Promise<void> {
  await db.updateTable('collabs').set({ invited_at: at, expires_at: expiresAt }).where('id', '=', id).execute()
}

export async function deleteCollabs(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from collabs where id = any(${ids}::bigint[])`.execute(db)
}

/** Users by id, with their enterprises. */
export async function namedUsers(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; enterprise_id: number; is_accepting: boolean }>`
    select users.id, users.name, enterprise_id, accepts_collabs_for_members as is_accepting
    from users join enterprises on enterprises.id = enterprise_id where users.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** Groups by id, except groups of departments that are in the trash or below a department in the trash. */
export async function namedGroups(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; enterprise_id: number; department_id: number | null }>`
    select groups.id, coalesce(departments.name, groups.name) as name, groups.enterprise_id, groups.department_id
    from groups left join departments on departments.id = groups.department_id
    where groups.id = any(${ids}::bigint[]) and not exists (
      with recursive above as (
        select groups.department_id as id
        union all
        select departments.parent_id from above join departments using (id)
      )
      select from above join items on items.department_id = above.id where deleted_at is not null
    )`.execute(db)
  return rows
}

/** The number of a department's members per role, without managers. Each row also has the group that represents the department. */
export async function memberRoles(db: Db, departmentId: number) {
  const { rows } = await sql<{ role: Role; user_count: number; group_id: number; name: string; enterprise_id: number }>`
    select role, count(*)::int as user_count, groups.id as group_id, departments.name, departments.enterprise_id
    from department_members join users on users.id = user_id and users.is_active
    join departments on departments.id = department_members.department_id
    join groups on groups.department_id = departments.id
    where department_members.department_id = ${departmentId} and not is_manager
    group by role, groups.id, departments.name, departments.enterprise_id order by role`.execute(db)
  return rows
}

export interface Manager {
  id: number
  name: string
  login: string
  enterpriseId: number
}

/** The managers of some departments, each once, by name. Leaves out the owner and people with an entry: the list of members has them already. */
export async function managersOfAny(
  db: Db,
  departmentIds: readonly number[],
  { itemIds, ownerId }: Pick<MembersAsked, 'itemIds' | 'ownerId'>,
): Promise<Manager[]> {
  const { rows } = await sql<Manager>`
    select users.id, users.name, users.login, enterprise_id as "enterpriseId" from users
    where is_active and id in (
      select user_id from department_members where department_id = any(${departmentIds}::bigint[]) and is_manager
    ) and id <> ${ownerId} and not exists (
      select from collabs where user_id = users.id and item_id = any(${itemIds}::bigint[]) and accepted
    ) order by users.name_order, users.id`.execute(db)
  return rows
}

/** The number of active people in each group, each counted once. */
export async function countPeopleOf(db: Db, groupIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`${preparedStatement}
    with recursive below as (
      select id as group_id, department_id as id from groups where id = any(${anyNumberOf(groupIds)}) and department_id is not null
      union
      select below.group_id, departments.id from below join departments on departments.parent_id = below.id
    ), held as (
      select group_id, user_id from group_members where group_id = any(${anyNumberOf(groupIds)})
      union
      select below.group_id, user_id from below join department_members on department_id = below.id
    )
    select group_id as id, count(*)::int as count from held join users on users.id = user_id and is_active group by group_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
