import { sql } from 'kysely'
import { nameKey } from '@/domain/items/naming'
import type { Item } from '@/contract/entities'
import { extensionOf } from '@/domain/items/extension'
import { preparedStatement, type Db } from '../../database/connect'
import type { ItemRow } from '../../database/tables'
import { hasCollabs } from '../access/rightsFacts'
import { idArray, isNamed, type ItemIds } from '../access/itemIds'

/** The columns of an item that answers may contain. */
type PresentedColumns = Omit<
  ItemRow,
  | 'name_key'
  | 'used_bytes'
  | 'locked_at'
  | 'deleted_by'
  | 'deleted_space_owner_id'
  | 'is_record_hidden'
  | 'is_parent_gone'
>

/** An item with everything that its row on a screen shows. */
export interface ItemDetail extends PresentedColumns {
  /** Whether the item has entries of its own. */
  has_collabs: boolean
  creator_name: string
  updater_name: string
  updater_login: string
  updater_enterprise_id: number
  deleter_name: string | null
  /** The contributor who took the file back, in the recycle bin. */
  taken_back_by: string | null
  locker_name: string | null
  locker_login: string | null
  version_number: number
  version_key: string | null
  body_id: number | null
  /** null for folders, and for files until it is computed */
  sha1: string | null
  exif_rotation: number
  original_date: Date | null
  is_frequently_used: boolean
  /** Kinds of pictures that were made, or that cannot be made. */
  pictures: { made: string[] | null; failed: string[] | null }
  tags: Item['tags']
}

/** Details of items, in the order of the ids. Missing ids are left out. @param userId the user for whom favourites are marked */
export async function loadItems(db: Db, userId: number | null, ids: ItemIds): Promise<ItemDetail[]> {
  if (isNamed(ids) && ids.length === 0) return []
  const one = isNamed(ids) && ids.length === 1
  const { rows } = await sql<Omit<ItemDetail, 'taken_back_by'>>`${preparedStatement}
    select items.id, items.parent_id, items.is_folder, items.name, items.extension, items.description, items.size, items.current_version_id,
      items.creator_id, items.updater_id, items.created_at, items.modified_at, items.changed_at, items.personal_of, items.department_id,
      items.space_owner_id, items.child_count, items.folder_count, items.comment_count, items.is_encrypted, items.scope, items.scanned,
      items.share_disabled_for, items.lock_user_id, items.lock_kind, items.deleted_at, ${hasCollabs('items')} as has_collabs,
      creator.name as creator_name, updater.name as updater_name, updater.login as updater_login,
      updater.enterprise_id as updater_enterprise_id, locker.name as locker_name, locker.login as locker_login,
      deleter.name as deleter_name,
      coalesce(versions.number, 0) as version_number, versions.key as version_key, versions.body_id,
      bodies.sha1, coalesce(bodies.exif_rotation, 0) as exif_rotation, bodies.original_date,
      exists (
        select from favourites where favourites.user_id = ${userId}::bigint and favourites.target_id = coalesce(items.department_id, items.id)
          and favourites.kind =
            case when items.department_id is not null then 'department' when items.is_folder then 'folder' else 'file' end
      ) as is_frequently_used,
      (
        select json_build_object(
          'made', array_agg(kind) filter (where status = 'generated'), 'failed', array_agg(kind) filter (where status = 'generating_failed')
        ) from representations where representations.body_id = versions.body_id and kind in ('image_64', 'image_128')
      ) as pictures,
      coalesce((
        select json_agg(json_build_object('id', tags.id, 'name', tags.name) order by item_tags.position, tags.id)
        from item_tags join tags on tags.id = item_tags.tag_id where item_tags.item_id = items.id
      ), '[]') as tags
    from ${one ? sql`items` : sql`unnest(${idArray(ids)}) with ordinality asked (id, at) join items on items.id = asked.id`}
    join users creator on creator.id = items.creator_id
    join users updater on updater.id = items.updater_id
    left join users locker on locker.id = items.lock_user_id
    left join users deleter on deleter.id = items.deleted_by
    left join versions on versions.id = items.current_version_id
    left join bodies on bodies.id = versions.body_id
    ${one ? sql`where items.id = ${ids[0]}::bigint` : sql`order by asked.at`}`.execute(db)
  const takers = await takersBack(
    db,
    rows.flatMap(({ id, deleted_at }) => (deleted_at === null ? [] : [id])),
  )
  return rows.map((row) => ({ ...row, taken_back_by: takers.get(row.id) ?? null }))
}

/** The contributors who took deleted files back, by the file's id. Lists outside the recycle bin never read the tables of collecting. */
async function takersBack(db: Db, deleted: readonly number[]): Promise<Map<number, string>> {
  if (deleted.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`${preparedStatement}
    select items.id, person.name from items
    join collect_files handed on handed.item_id = items.id and handed.taken_back_at = items.deleted_at
    join collect_people person on person.id = handed.person_id
    where items.id = any(${idArray(deleted)})`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The id of the folder with this name in a parent folder; undefined without such a folder. */
export async function folderNamed(db: Db, parentId: number, name: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('items')
    .select('id')
    .where('parent_id', '=', parentId)
    .where('name_key', '=', nameKey(name))
    .where('is_folder', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.id
}

/** The item of that name in a folder. */
export async function itemNamed(db: Db, parentId: number, name: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('items')
    .select('id')
    .where('parent_id', '=', parentId)
    .where('name_key', '=', nameKey(name))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.id
}

/** Creator and creation time of an item; undefined for a missing item. */
export async function originOf(db: Db, id: number) {
  return db
    .selectFrom('items')
    .innerJoin('users', 'users.id', 'items.creator_id')
    .select(['creator_id', 'users.name', 'items.created_at'])
    .where('items.id', '=', id)
    .executeTakeFirst()
}

export interface Renaming {
  name: string
  isFolder: boolean
  at: Date
}

export async function renameItem(db: Db, id: number, { name, isFolder, at }: Renaming): Promise<void> {
  await db
    .updateTable('items')
    .set({ name, name_key: nameKey(name), changed_at: at, ...(!isFolder && { extension: extensionOf(name) }) })
    .where('id', '=', id)
    .execute()
}

export async function loadDescription(db: Db, id: number): Promise<string> {
  return (await db.selectFrom('items').select('description').where('id', '=', id).executeTakeFirstOrThrow()).description
}

export async function describeItem(db: Db, id: number, description: string, at: Date): Promise<void> {
  await db.updateTable('items').set({ description, changed_at: at }).where('id', '=', id).execute()
}

/** Marks items in one owner's space as deleted. Items already deleted stay unchanged. */
export async function markDeleted(
  db: Db,
  ids: readonly number[],
  { by, ownerId, at }: { by: number; ownerId: number; at: Date },
): Promise<void> {
  await db
    .updateTable('items')
    .set({ deleted_at: at, deleted_by: by, deleted_space_owner_id: ownerId, is_record_hidden: false })
    .where(sql<boolean>`id = any(${ids})`)
    .where('deleted_at', 'is', null)
    .execute()
}
