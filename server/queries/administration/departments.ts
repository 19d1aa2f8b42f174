import { sql } from 'kysely'
import { nameKey } from '@/domain/items/naming'
import type { ShareDisabledFor } from '@/contract/administration/departments'
import type { Db } from '../../database/connect'
import { countPeople, type Memberships } from './departmentCounts'

export interface DepartmentRow {
  id: number
  parent_id: number | null
  name: string
  member_count: number
  all_member_count: number
  managers: { id: number; name: string }[]
  used_bytes: number
  quota_bytes: number | null
  share_disabled_for: ShareDisabledFor
  /** The directory that owns the department. */
  directory: string | null
}

/** All departments of an organisation that are not in the trash. Those with the same parent follow each other in their order. */
export async function departmentRows(db: Db, enterpriseId: number): Promise<DepartmentRow[]> {
  const [{ rows }, managers, memberships] = await Promise.all([
    sql<Omit<DepartmentRow, 'member_count' | 'all_member_count' | 'managers'>>`
      select departments.id, departments.parent_id, departments.name, departments.quota_bytes, items.used_bytes, items.share_disabled_for,
        directories.label as directory
      from departments join items on items.department_id = departments.id
      left join directory_departments owned on owned.department_id = departments.id
      left join directories on directories.id = owned.directory_id
      where departments.enterprise_id = ${enterpriseId} and items.deleted_at is null
      order by departments.parent_id nulls first, departments.position, departments.name, departments.id`.execute(db),
    activeManagers(db, enterpriseId),
    activeMemberships(db, enterpriseId),
  ])
  const counts = countPeople(rows, memberships)
  // A literal: spreads of thousands of rows take longer than the rest.
  return rows.map((row) => {
    const { own, all } = counts.get(row.id)!
    return {
      id: row.id,
      parent_id: row.parent_id,
      name: row.name,
      member_count: own,
      all_member_count: all,
      managers: managers.get(row.id) ?? [],
      used_bytes: row.used_bytes,
      quota_bytes: row.quota_bytes,
      share_disabled_for: row.share_disabled_for,
      directory: row.directory,
    }
  })
}

/** The managers of each department of an organisation, in the order of their names. Deactivated people are left out. */
async function activeManagers(db: Db, enterpriseId: number): Promise<Map<number, DepartmentRow['managers']>> {
  // By department first: comparing names is slow, and most departments have few managers.
  const { rows } = await sql<{ department_id: number; id: number; name: string }>`
    select department_id, users.id, users.name
    from department_members join users on users.id = user_id and users.is_active
    where is_manager and department_id in (select id from departments where enterprise_id = ${enterpriseId})
    order by department_id, users.name_order, users.id`.execute(db)
  const managers = new Map<number, DepartmentRow['managers']>()
  for (const { department_id: departmentId, id, name } of rows) {
    const list = managers.get(departmentId)
    if (list) list.push({ id, name })
    else managers.set(departmentId, [{ id, name }])
  }
  return managers
}

/** How many people belong to each department of an organisation, and who belongs to several. Deactivated people are left out. */
async function activeMemberships(db: Db, enterpriseId: number): Promise<Memberships> {
  const isActive = sql`department_id in (select id from departments where enterprise_id = ${enterpriseId})
    and not exists (select from users where users.id = user_id and not users.is_active)`
  const [counted, repeated] = await Promise.all([
    sql<Record<'departmentIds' | 'counts', string | null>>`
      select array_agg(department_id)::text as "departmentIds", array_agg(people)::text as counts
      from (select department_id, count(*) as people from department_members where ${isActive} group by department_id) counted`.execute(
      db,
    ),
    sql<Record<'departmentIds' | 'userIds', string | null>>`
      select array_agg(department_id)::text as "departmentIds", array_agg(user_id)::text as "userIds"
      from department_members
      where ${isActive} and user_id in (
        select user_id from department_members where ${isActive} group by user_id having count(*) > 1
      )`.execute(db),
  ])
  return {
    counts: pairsOf(counted.rows[0]!.departmentIds, counted.rows[0]!.counts),
    repeated: pairsOf(repeated.rows[0]!.departmentIds, repeated.rows[0]!.userIds),
  }
}

function pairsOf(ones: string | null, others: string | null): [number, number][] {
  const second = numbersOf(others)
  return numbersOf(ones).map((first, at) => [first, second[at]!])
}

const ZERO = 48

/** Parses an array of ids in the database's notation (`{1,20}`), ten times faster than the driver, which parses each number by itself. */
function numbersOf(text: string | null): number[] {
  const numbers: number[] = []
  let number = 0
  for (let at = 1; text !== null && at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit >= 0 && digit <= 9) number = number * 10 + digit
    else {
      numbers.push(number)
      number = 0
    }
  }
  return numbers
}

/** What changes of departments need to know. */
export interface DepartmentNode {
  id: number
  parentId: number | null
  name: string
  rootId: number
  quota: number | null
  shareDisabledFor: ShareDisabledFor
  hidesPhone: boolean
  directorId: number | null
}

/** The departments of an organisation that are not in the trash, by id, those of one parent in their order. Locks the tree until the transaction ends. */
export async function lockDepartments(db: Db, enterpriseId: number): Promise<Map<number, DepartmentNode>> {
  await sql`select pg_advisory_xact_lock(hashtextextended('departments', ${enterpriseId}))`.execute(db)
  return departmentNodes(db, enterpriseId)
}

export async function departmentNodes(db: Db, enterpriseId: number): Promise<Map<number, DepartmentNode>> {
  const { rows } = await sql<DepartmentNode>`
    select departments.id, departments.parent_id as "parentId", departments.name, items.id as "rootId", quota_bytes as quota,
      items.share_disabled_for as "shareDisabledFor", departments.hides_phone as "hidesPhone", director_id as "directorId"
    from departments join items on items.department_id = departments.id
    where departments.enterprise_id = ${enterpriseId} and items.deleted_at is null
    order by departments.parent_id nulls first, departments.position, departments.name, departments.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Renames a department and its folder. */
export async function renameDepartment(db: Db, { id, rootId }: DepartmentNode, name: string, at: Date): Promise<void> {
  await db.updateTable('departments').set({ name }).where('id', '=', id).execute()
  await db
    .updateTable('items')
    .set({ name, name_key: nameKey(name), changed_at: at })
    .where('id', '=', rootId)
    .execute()
}

export async function setDepartmentQuota(db: Db, id: number, quota: number | null): Promise<void> {
  await db.updateTable('departments').set({ quota_bytes: quota }).where('id', '=', id).execute()
}

export async function setPhoneHiding(db: Db, id: number, hidesPhone: boolean): Promise<void> {
  await db.updateTable('departments').set({ hides_phone: hidesPhone }).where('id', '=', id).execute()
}

/** Names the manager who leads a department; null: the first manager does. */
export async function setDirector(db: Db, id: number, directorId: number | null): Promise<void> {
  await db.updateTable('departments').set({ director_id: directorId }).where('id', '=', id).execute()
}

/** Decides who may not share a department's folder. @param value null: everybody may who has the permission */
export async function setDepartmentSharing(
  db: Db,
  { rootId }: DepartmentNode,
  value: ShareDisabledFor,
  at: Date,
): Promise<void> {
  await db.updateTable('items').set({ share_disabled_for: value, changed_at: at }).where('id', '=', rootId).execute()
}

/** Puts a department and its folder below another one. @param parent null: at the top */
export async function putDepartmentBelow(
  db: Db,
  { id, rootId }: DepartmentNode,
  parent: DepartmentNode | null,
  at: Date,
): Promise<void> {
  await db
    .updateTable('departments')
    .set({ parent_id: parent?.id ?? null })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('items')
    .set({ parent_id: parent?.rootId ?? null, changed_at: at })
    .where('id', '=', rootId)
    .execute()
}

/** Orders siblings as given. */
export async function orderDepartments(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update departments set position = places.place from unnest(${ids}::bigint[]) with ordinality as places (id, place)
    where departments.id = places.id and position <> places.place`.execute(db)
}

/** The position of the last department at a level; 0 if there is none. @param parentId null: at the top */
export async function lastPosition(db: Db, enterpriseId: number, parentId: number | null): Promise<number> {
  const { last } = await db
    .selectFrom('departments')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), sql<number>`0`).as('last'))
    .where('enterprise_id', '=', enterpriseId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .executeTakeFirstOrThrow()
  return last
}

/** Whether a folder or another department uses a name at a level. @param rootId the folder of the department above; null: at the top */
export async function isDepartmentNameTaken(
  db: Db,
  enterpriseId: number,
  rootId: number | null,
  name: string,
  exceptRootId = 0,
): Promise<boolean> {
  const { rows } = await sql`
    select from items left join departments on departments.id = items.department_id
    where items.name_key = ${nameKey(name)} and items.deleted_at is null and items.id <> ${exceptRootId}
      and ${rootId === null ? sql`items.parent_id is null and departments.enterprise_id = ${enterpriseId}` : sql`items.parent_id = ${rootId}`}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Moves all members of a department into another one. Managers stay managers. */
export async function moveMembers(db: Db, fromId: number, toId: number): Promise<void> {
  await sql`
    insert into department_members (department_id, user_id, role, is_manager)
    select ${toId}, user_id, role, is_manager from department_members where department_id = ${fromId}
    on conflict (department_id, user_id) do update set is_manager = true where excluded.is_manager and not department_members.is_manager`.execute(
    db,
  )
  await db.deleteFrom('department_members').where('department_id', '=', fromId).execute()
}

/** The live items at the top of a folder, without the folders of departments. */
export async function itemsWithin(db: Db, rootId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where('parent_id', '=', rootId)
    .where('deleted_at', 'is', null)
    .where('department_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The user belongs to the department, or to one above it. */
export async function belongsTo(db: Db, userId: number, departmentId: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive above as (
      select id, parent_id from departments where id = ${departmentId}
      union all
      select departments.id, departments.parent_id from departments join above on departments.id = above.parent_id
    ) select from above join department_members on department_id = above.id where user_id = ${userId} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The user is a member of the department, or of one below it. */
export async function isMemberWithin(db: Db, userId: number, departmentId: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive below as (
      select ${departmentId}::bigint as id
      union all
      select departments.id from departments join below on departments.parent_id = below.id
    ) select from below join department_members on department_id = below.id where user_id = ${userId} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
