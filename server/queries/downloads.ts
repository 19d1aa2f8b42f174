import { sql } from 'kysely'
import type { ActorKey } from '../actors/actorKey'
import type { Db } from '../database/connect'
import { groupsOf } from './access/rightsFacts'

export interface TreeRow {
  id: number
  parent_id: number
  is_folder: boolean
  name: string
  extension: string
  is_encrypted: boolean
  scanned: number
  reviewer_id: number | null
  modified_at: Date
  size: number
  body_key: string | null
  /** Whether the user's rights on the item may differ from the rights on its folder, or visitors may have no rights on the item. */
  is_turn: boolean
}

/** Some items and everything below them, each once, at most `limit`; siblings by name. */
export async function readTrees(db: Db, userId: number, ids: readonly number[], limit: number): Promise<TreeRow[]> {
  const { rows } = await sql<TreeRow>`
    with recursive tree as (
      select id from items where id = any(${ids})
      union
      select items.id from items join tree on items.parent_id = tree.id where items.deleted_at is null
    ), counted as (
      select id from tree limit ${limit}
    ), turns as (
      select item_id from collabs where user_id = ${userId} or group_id in (${groupsOf(userId)})
    )
    select items.id, items.parent_id, items.is_folder, items.name, items.extension, items.is_encrypted, items.scanned,
      case when items.lock_kind = 2 then items.lock_user_id end as reviewer_id, items.modified_at, items.size, bodies.key as body_key,
      items.department_id is not null or items.share_disabled_for is not null or items.id in (select item_id from turns) as is_turn
    from counted join items using (id)
    left join versions on versions.id = items.current_version_id
    left join bodies on bodies.id = versions.body_id
    order by items.name_order, items.id`.execute(db)
  return rows
}

export interface NewPack {
  id: string
  actorKey: ActorKey
  itemIds: number[]
  expiresAt: Date
}

export async function insertPack(db: Db, { id, actorKey, itemIds, expiresAt }: NewPack): Promise<void> {
  await db.insertInto('packs').values({ id, actor_key: actorKey, item_ids: itemIds, expires_at: expiresAt }).execute()
}

/** The items of an actor's own archive; undefined once it has expired. */
export async function findPack(db: Db, id: string, actorKey: ActorKey, now: Date): Promise<number[] | undefined> {
  const found = await db
    .selectFrom('packs')
    .select('item_ids')
    .where('id', '=', id)
    .where('actor_key', '=', actorKey)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found?.item_ids
}

export async function deleteExpiredPacks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('packs').where('expires_at', '<', now).execute()
}
