import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/**
 * Locks items and the folders above them, up to the root of their space, until the transaction ends: of two that delete, restore or
 * purge along one line the second sees what the first did. The deepest first, as everybody locks: an item before the folder that counts
 * it, that before its space; so none waits for one that waits for it.
 */
export async function lockItems(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    with recursive ${placed(ids)}
    select from items join placed using (id) order by placed.depth desc, items.id for no key update of items`.execute(
    db,
  )
}

/**
 * Locks items that are to be purged, all that they hold, and the folders above them. Nobody adds anything to them until the transaction
 * ends; what was added while this waited is locked as well. Not after `lockItems`: who adds something refers to the folder, which that
 * allows, and then waits to be counted there, while this would wait for the reference to go.
 */
export async function lockToPurge(db: Db, ids: readonly number[]): Promise<void> {
  for (let locked = -1; ;) {
    const { rows } = await sql`
      with recursive ${placed(ids)}, tree as (
        select id, depth from placed where id = any(${ids})
        union
        select below.id, tree.depth + 1 from tree join items below on below.parent_id = tree.id
      ), all_placed as (
        select id, max(depth) as depth from (select * from placed union all select * from tree) either group by id
      )
      select from items join all_placed using (id) order by all_placed.depth desc, items.id for update of items`.execute(
      db,
    )
    if (rows.length === locked) return
    locked = rows.length
  }
}

/** Items and what is above them as `placed`, the root of the space at depth 0. */
function placed(ids: readonly number[]) {
  return sql`line as (
      select id, parent_id, space_owner_id from items where id = any(${ids})
      union
      select above.id, above.parent_id, above.space_owner_id
      from items above join line on above.id = line.parent_id where line.space_owner_id is null
    ), placed as (
      select id, 0 as depth from line where space_owner_id is not null
      union all
      select line.id, placed.depth + 1 from line join placed on placed.id = line.parent_id where line.space_owner_id is null
    )`
}

/** The locks on some items, with the name of who set them. */
export async function locksOf(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('items')
    .innerJoin('users', 'users.id', 'items.lock_user_id')
    .select(['items.lock_user_id', 'items.lock_kind', 'users.name'])
    .where('items.id', 'in', ids)
    .execute()
}

/** Kind of the lock that a user sets (decisions 4.14). */
const MANUAL_LOCK = 1

/** Keeps others from changing the item's row until the transaction ends. */
export async function lockForUpdate(db: Db, id: number): Promise<void> {
  await db.selectFrom('items').select('id').where('id', '=', id).forUpdate().execute()
}

/** Sets a user's lock on an item that has none. */
export async function setManualLock(db: Db, id: number, userId: number, at: Date): Promise<void> {
  await db
    .updateTable('items')
    .set({ lock_user_id: userId, lock_kind: MANUAL_LOCK, locked_at: at })
    .where('id', '=', id)
    .where('lock_user_id', 'is', null)
    .execute()
}

/** @param ownerId whose lock it must be; null = anybody's @returns whether there was one */
export async function releaseManualLock(db: Db, id: number, ownerId: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('items')
    .set({ lock_user_id: null, lock_kind: null, locked_at: null })
    .where('id', '=', id)
    .where('lock_kind', '=', MANUAL_LOCK)
    .$if(ownerId !== null, (query) => query.where('lock_user_id', '=', ownerId))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
