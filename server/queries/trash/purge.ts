import { sql } from 'kysely'
import type { AuditDetail } from '@/contract/audit'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import { insertAuditEvent } from '../audit'
import { lockToPurge } from '../items/locks'
import { releaseBytes } from '../items/spaces'
import { trashRecords } from './records'

/**
 * Deletes items in the trash, with everything in them, from the database. Items inside that were deleted separately before stay in the trash,
 * without their folder. Pass the returned ids to `removeBlobs` once the transaction has ended.
 * @param by `userId`: the user who purges; null: the server
 * @returns ids of the bodies (`bodies.id`) of the deleted versions, and of pictures in texts
 */
export function purge(
  db: Db,
  ids: readonly number[],
  by: { at: Date; userId: number | null; address: string; detail?: AuditDetail },
): Promise<number[]> {
  return inTransaction(db, async (transaction) => {
    if (ids.length === 0) return []
    await lockToPurge(transaction, ids)
    const blobs: number[] = []
    // Read the records again under the lock, because an item may have been restored.
    const inTrash = await trashRecords(transaction, ids)
    await insertAuditEvent(transaction, { ...by, deed: 'item_purged', itemIds: [...inTrash.keys()] })
    for (const id of inTrash.keys()) blobs.push(...(await purgeOne(transaction, id)))
    return blobs
  })
}

/** seconds */
const DAY = 86_400

/** Items whose time in the trash is over, except department folders. Sorted by id; returns only ids greater than `after`. */
export async function expiredItems(db: Db, now: Date, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select items.id from items
    join users owner on owner.id = items.deleted_space_owner_id
    join enterprises on enterprises.id = owner.enterprise_id
    where items.deleted_at <= ${now}::timestamptz - trash_period_days * ${DAY} * interval '1 second'
      and items.department_id is null and items.id > ${after}
    order by items.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

async function purgeOne(db: Db, id: number): Promise<number[]> {
  const rootId = await rootOf(db, id)
  if (rootId === undefined) return []
  const { rows } = await sql<{ id: number; is_kept: boolean }>`
    with recursive below as (
      select id, false as is_kept from items where id = ${id}
      union all
      select items.id, items.deleted_at is not null from items join below on items.parent_id = below.id where not below.is_kept
    )
    select * from below`.execute(db)
  const kept = rows.flatMap((row) => (row.is_kept ? row.id : []))
  if (kept.length > 0) {
    await db
      .updateTable('items')
      .set({ parent_id: rootId, is_parent_gone: true })
      .where(sql<boolean>`id = any(${kept})`)
      .execute()
  }
  const gone = rows.flatMap((row) => (row.is_kept ? [] : row.id))
  const versions = await db
    .deleteFrom('versions')
    .where(sql<boolean>`item_id = any(${gone})`)
    .returning(['body_id', 'size'])
    .execute()
  const pictures = await db
    .deleteFrom('document_pictures')
    .where(sql<boolean>`item_id = any(${gone})`)
    .returning(['body_id', 'size'])
    .execute()
  const blobs = [...versions, ...pictures]
  const bytes = blobs.reduce((sum, blob) => sum + blob.size, 0)
  await db
    .deleteFrom('items')
    .where(sql<boolean>`id = any(${gone})`)
    .execute()
  await releaseBytes(db, rootId, bytes)
  return [...new Set(blobs.map((blob) => blob.body_id))]
}

/** The root of the space; undefined if the item is gone. */
export async function rootOf(db: Db, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select id, parent_id, space_owner_id from items where id = ${id}
      union all
      select items.id, items.parent_id, items.space_owner_id
      from items join above on items.id = above.parent_id where above.space_owner_id is null
    )
    select id from above where space_owner_id is not null`.execute(db)
  return rows[0]?.id
}
