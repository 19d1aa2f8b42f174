import { sql } from 'kysely'
import { extensionsOf } from '@/domain/items/kinds'
import type { Db } from '../../database/connect'
import { groupsOf } from '../access/rightsFacts'
import type { ItemFacts } from '../../policies/access/facts'

/** An item that not everybody may move or delete, because it is encrypted or locked. */
export interface RestrictedItem {
  id: number
  is_encrypted: boolean
  is_locked: boolean
}

/** Encrypted and locked items among some items and inside them. The query visits every folder below, but loads only the restricted files. */
export async function restrictedWithin(db: Db, ids: readonly number[]): Promise<RestrictedItem[]> {
  const { rows } = await sql<RestrictedItem>`
    with recursive folders as (
      select id from items where id = any(${ids}) and is_folder
      union
      select below.id from folders join items below on below.parent_id = folders.id where below.is_folder and below.deleted_at is null
    )
    select id, is_encrypted, lock_user_id is not null as is_locked from items
    where id = any(${ids}) and (is_encrypted or lock_user_id is not null)
    union
    select held.id, held.is_encrypted, held.lock_user_id is not null from folders join items held on held.parent_id = folders.id
    where (held.is_encrypted or held.lock_user_id is not null) and held.deleted_at is null`.execute(db)
  return rows
}

/** The number of items in some trees, counted up to `limit`. */
export async function countWithin(db: Db, ids: readonly number[], limit: number): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ count: number }>`
    with recursive tree as (
      select id, is_folder from items where id = any(${ids})
      union all
      select below.id, below.is_folder from tree join items below on below.parent_id = tree.id
      where tree.is_folder and below.deleted_at is null
    )
    select count(*) as count from (select from tree limit ${limit}) counted`.execute(db)
  return row!.count
}

/**
 * The number of nested folder levels below some items at the deepest place, counted up to `limit`.
 * @param options.withTrash includes folders in the trash
 */
export async function depthWithin(
  db: Db,
  ids: readonly number[],
  limit: number,
  { withTrash }: { withTrash: boolean },
): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ depth: number }>`
    with recursive folders as (
      select id, 0 as depth from items where id = any(${ids}) and is_folder
      union all
      select below.id, depth + 1 from folders join items below on below.parent_id = folders.id
      where below.is_folder and depth < ${limit} and (${withTrash}::boolean or below.deleted_at is null)
    )
    select coalesce(max(depth), 0) as depth from folders`.execute(db)
  return row!.depth
}

/** Removes the tags of items that leave the enterprise of the tags. */
export async function dropTags(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    with recursive tree as (
      select id from items where id = any(${ids})
      union all
      select below.id from tree join items below on below.parent_id = tree.id
    )
    delete from item_tags where item_id in (select id from tree)`.execute(db)
}

/**
 * Items on which a user may have fewer rights than on the folder above: the folders of departments below the given ones, and all items with an
 * entry for the user or a group of the user.
 */
export async function itemsWithOwnRights(db: Db, userId: number, departments: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    with recursive roots as (
      select id from items where parent_id = any(${departments}) and department_id is not null and deleted_at is null
      union all
      select below.id from roots join items below on below.parent_id = roots.id
      where below.department_id is not null and below.deleted_at is null
    )
    select id as item_id from roots
    union
    select item_id from collabs where user_id = ${userId}
    union
    select item_id from collabs where group_id in (${groupsOf(userId)})`.execute(db)
  return rows.map((row) => row.item_id)
}

/** The columns that decide whether an item's bytes may leave the server. */
export type DownloadRow = { id: number; current_version_id: number | null } & Pick<
  ItemFacts,
  'is_folder' | 'extension' | 'is_encrypted' | 'scanned'
>

export async function downloadRows(db: Db, ids: readonly number[]): Promise<DownloadRow[]> {
  const { rows } = await sql<DownloadRow>`
    select id, current_version_id, is_folder, extension, is_encrypted, scanned from items where id = any(${ids})`.execute(
    db,
  )
  return rows
}

/**
 * Items inside some folders that a copy may have to omit. Such an item is marked (encrypted, scanned, in approval, a department's folder or a
 * collaborative document), has sharing disabled for somebody, or may give the user other rights than its folder.
 */
export async function possiblyWithheldBelow(db: Db, userId: number, ids: readonly number[]): Promise<DownloadRow[]> {
  const { rows } = await sql<DownloadRow>`
    with recursive tree as (
      select id from items where id = any(${ids}) and is_folder
      union
      select below.id from tree join items below on below.parent_id = tree.id where below.deleted_at is null
    )
    select items.id, current_version_id, is_folder, extension, is_encrypted, scanned from tree join items using (id)
    where items.id <> all(${ids}) and (
      is_encrypted or scanned = 1 or lock_kind = 2 or share_disabled_for is not null or department_id is not null
      or extension = any(${extensionsOf.ydoc.split(' ')})
      or items.id in (select item_id from collabs where user_id = ${userId} or group_id in (${groupsOf(userId)}))
    )`.execute(db)
  return rows
}
