import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect'
import { fileSize } from '../documents/documents'

/*
 * Rows that contradict others. Each statement sees one moment, in which the triggers have counted, so that a running server causes no false finds.
 */

/** A row with a value that follows from other rows. */
export interface WrongValue {
  id: number
  name: string
  stored: number
  right: number
}

/** The counters that triggers maintain, each with the SQL of its true value. */
export interface Counter {
  name: 'child_count' | 'folder_count' | 'comment_count' | 'unread_count' | 'used_bytes' | 'size'
  table: 'items' | 'messages'
  /** Rows that have the counter, of `row`. */
  where: RawBuilder<boolean>
  /** The true value for `row`. */
  right: RawBuilder<number>
}

export const counters: readonly Counter[] = [
  {
    name: 'child_count',
    table: 'items',
    where: sql`true`,
    right: sql`(select count(*) from items child where child.parent_id = row.id and child.deleted_at is null)`,
  },
  {
    name: 'folder_count',
    table: 'items',
    where: sql`true`,
    right: sql`(select count(*) from items child where child.parent_id = row.id and child.deleted_at is null and child.is_folder)`,
  },
  {
    name: 'comment_count',
    table: 'items',
    where: sql`true`,
    right: sql`(select count(*) from comments where item_id = row.id)`,
  },
  {
    name: 'unread_count',
    table: 'messages',
    where: sql`row.comment_item_id is not null`,
    right: sql`(select count(*) from comment_notices where message_id = row.id and not is_read)`,
  },
  {
    name: 'size',
    table: 'items',
    where: sql`row.current_version_id is not null`,
    right: fileSize,
  },
  {
    name: 'used_bytes',
    table: 'items',
    where: sql`row.space_owner_id is not null`,
    /* All versions and pictures of texts below the root, except those in spaces inside, such as departments below. */
    right: sql`(
      with recursive inside as (
        select row.id union all
        select items.id from items join inside on items.parent_id = inside.id where items.space_owner_id is null
      ) select coalesce(sum(stored.size), 0)::bigint from (
        select item_id, size from versions union all select item_id, size from document_pictures
      ) stored join inside on inside.id = stored.item_id)`,
  },
]

/** Rows whose counter is wrong. */
export async function wrongCounts(db: Db, counter: Counter): Promise<WrongValue[]> {
  const { name, table, where, right } = counter
  const shown = table === 'items' ? sql`row.name` : sql`row.item_name`
  const { rows } = await sql<WrongValue>`
    select * from (
      select row.id, ${shown} as name, row.${sql.ref(name)}::bigint as stored, (${right})::bigint as right
      from ${sql.table(table)} row where ${where}
    ) checked where stored <> "right" order by id`.execute(db)
  return rows
}

/** Sets a counter to its true value, after locking its row: what others add meanwhile waits, and is counted on top. */
export async function correctCount(db: Db, { name, table, where, right }: Counter, id: number): Promise<void> {
  await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(db)
  await sql`
    update ${sql.table(table)} row set ${sql.ref(name)} = ${right} where row.id = ${id} and ${where}`.execute(db)
}

export interface NamedRow {
  id: number
  name: string
}

/** Items that no root leads to: folders that lie in each other, and what is in them. */
export async function unreachableItems(db: Db): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    with recursive reached as (
      select id from items where parent_id is null union all
      select items.id from items join reached on items.parent_id = reached.id
    )
    select id, name from items where not exists (select from reached where reached.id = items.id) order by id`.execute(
    db,
  )
  return rows
}

/** Items that lie in a file. `place`: the folder of that file. */
export async function itemsInFiles(db: Db): Promise<(NamedRow & { isFolder: boolean; place: number | null })[]> {
  const { rows } = await sql<NamedRow & { isFolder: boolean; place: number | null }>`
    select child.id, child.name, child.is_folder as "isFolder", parent.parent_id as place
    from items child join items parent on parent.id = child.parent_id where not parent.is_folder order by child.id`.execute(
    db,
  )
  return rows
}

/** Files whose current version is missing or another file's. `newest`: the version to use instead; null: the file has none. */
export async function withoutCurrentVersion(db: Db): Promise<(NamedRow & { newest: number | null })[]> {
  const { rows } = await sql<NamedRow & { newest: number | null }>`
    select id, name, (select versions.id from versions where item_id = items.id order by number desc limit 1) as newest
    from items where not is_folder
      and not exists (select from versions where versions.id = current_version_id and item_id = items.id)
    order by id`.execute(db)
  return rows
}

/** Active people without a space of their own. */
export async function withoutOwnRoot(db: Db): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select id, login as name from users where is_active and not exists (select from items where personal_of = users.id)
    order by id`.execute(db)
  return rows
}

/** Departments without a folder. */
export async function withoutDepartmentRoot(db: Db): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select id, name from departments where not exists (select from items where department_id = departments.id) order by id`.execute(
    db,
  )
  return rows
}

/** Spaces that hold more than their quota allows. */
export async function spacesOverQuota(db: Db): Promise<(NamedRow & { used: number; quota: number })[]> {
  const { rows } = await sql<NamedRow & { used: number; quota: number }>`
    select * from (
      select items.id, coalesce(users.login, departments.name) as name, used_bytes as used,
        case when personal_of is not null then coalesce(users.quota_bytes, of_user.user_quota_bytes)
          else coalesce(departments.quota_bytes, of_department.department_quota_bytes) end as quota
      from items left join users on users.id = personal_of left join enterprises of_user on of_user.id = users.enterprise_id
        left join departments on departments.id = department_id
        left join enterprises of_department on of_department.id = departments.enterprise_id
      where space_owner_id is not null
    ) spaces where used > quota order by id`.execute(db)
  return rows
}

/** Names of items and the form in which they are compared, in the order of ids. */
export async function namesAfter(
  db: Db,
  id: number,
  limit: number,
): Promise<{ id: number; name: string; key: string; isFolder: boolean; parentId: number | null }[]> {
  return db
    .selectFrom('items')
    .select(['id', 'name', 'name_key as key', 'is_folder as isFolder', 'parent_id as parentId'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()
}
