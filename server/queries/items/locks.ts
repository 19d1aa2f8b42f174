import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/**
 * Locks items and the folders above them, up to the root of their space, until the transaction ends. If two transactions delete, restore or purge in
 * one path, the second sees the result of the first. Locks the deepest rows first, as all writers do: an item before the folder that counts the
 * item, and the folder before the root of its space. Transactions therefore never wait for each other in a circle.
 */
export async function lockItems(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    with recursive ${placed(ids)}
    select from items join placed using (id) order by placed.depth desc, items.id for no key update of items`.execute(
    db,
  )
}

/**
 * Locks items to purge, everything in them, and the folders above. Nobody can add anything to the locked folders until the transaction ends. Items
 * added while this call waits are locked too. Do not call after `lockItems` in the same transaction, because that would deadlock. `lockItems` lets
 * another writer refer to the folder with a new item. That writer then waits to count the item in the folder, while this call waits for that writer.
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

/** Common table expressions: items and everything above as `placed`, with the root of the space at depth 0. */
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

/** The locks on some items, with the names of their owners. */
export async function locksOf(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('items')
    .innerJoin('users', 'users.id', 'items.lock_user_id')
    .select(['items.lock_user_id', 'items.lock_kind', 'users.name'])
    .where('items.id', 'in', ids)
    .execute()
}

/** kind of a lock set by a user (decisions 4.14) */
const MANUAL_LOCK = 1

/** Locks the item's row against changes until the transaction ends. */
export async function lockForUpdate(db: Db, id: number): Promise<void> {
  await db.selectFrom('items').select('id').where('id', '=', id).forUpdate().execute()
}

/** kind of the lock that shows who edits a document; it keeps nobody from anything */
export const ONLINE_EDITING_LOCK = 3

/** No longer shows that an item is edited online. @param userId only if the item shows this user as its editor */
export async function endEditingLock(db: Db, id: number, userId?: number): Promise<void> {
  await db
    .updateTable('items')
    .set({ lock_user_id: null, lock_kind: null, locked_at: null })
    .where('id', '=', id)
    .where('lock_kind', '=', ONLINE_EDITING_LOCK)
    .$if(userId !== undefined, (query) => query.where('lock_user_id', '=', userId!))
    .execute()
}

/** Locks an item for a user, unless it is locked already. */
export async function setManualLock(db: Db, id: number, userId: number, at: Date): Promise<void> {
  await db
    .updateTable('items')
    .set({ lock_user_id: userId, lock_kind: MANUAL_LOCK, locked_at: at })
    .where('id', '=', id)
    .where((where) => where.or([where('lock_user_id', 'is', null), where('lock_kind', '=', ONLINE_EDITING_LOCK)]))
    .execute()
}

/** @param ownerId only this user's lock; null = anybody's @returns whether a lock was released */
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
