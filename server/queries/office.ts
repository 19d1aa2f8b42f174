import type { Selectable } from 'kysely'
import type { Db } from '../database/connect'
import type { OfficeLockTable } from '../database/documentTables'
import { itemNotFound } from '../errors'
import { endEditingLock } from './items/locks'

export type OfficeLock = Selectable<OfficeLockTable>

/** The lock of the office service on a file; undefined without one, or after its end. */
export function currentOfficeLock(db: Db, itemId: number, now: Date): Promise<OfficeLock | undefined> {
  return db
    .selectFrom('office_locks')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Sets or replaces the lock of the office service. */
export async function putOfficeLock(db: Db, lock: OfficeLock): Promise<void> {
  await db
    .insertInto('office_locks')
    .values(lock)
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(lock))
    .execute()
}

/** Ends the lock of the office service, and no longer shows that the item is edited online. */
export async function endOfficeLock(db: Db, itemId: number): Promise<void> {
  await db.deleteFrom('office_locks').where('item_id', '=', itemId).execute()
  await endEditingLock(db, itemId)
}

export async function deleteEndedLocks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('office_locks').where('expires_at', '<=', now).execute()
}

/** A file of a folder, not in the trash, by its name's key; undefined without one. */
export function itemByName(
  db: Db,
  parentId: number,
  nameKey: string,
): Promise<{ id: number; is_folder: boolean } | undefined> {
  return db
    .selectFrom('items')
    .select(['id', 'is_folder'])
    .where('parent_id', '=', parentId)
    .where('name_key', '=', nameKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The time of the last change of a file's contents. @throws Refused item_not_found */
export async function contentsChangedAt(db: Db, itemId: number): Promise<Date> {
  const { modified_at } = await db
    .selectFrom('items')
    .select('modified_at')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow(itemNotFound)
  return modified_at
}
