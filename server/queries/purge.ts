import { sql } from 'kysely'
import type { Db } from '../database/connect'
import { inTransaction } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { lockToPurge } from './lockItems'
import { trashRecords } from './trash'

/**
 * Takes items that lie in the trash, with all they hold, out of the database. What had been deleted from a folder among them before stays in the trash, without
 * the folder. Their blobs are for `removeBlobs`, once the transaction has ended.
 * @returns blobs that versions of them referred to
 */
export function purge(db: Db, ids: readonly number[]): Promise<number[]> {
  return inTransaction(db, async (transaction) => {
    if (ids.length === 0) return []
    await lockToPurge(transaction, ids)
    const blobs: number[] = []
    // Asked once more behind the lock: somebody may have restored one.
    const lying = await trashRecords(transaction, ids)
    for (const id of lying.keys()) blobs.push(...(await purgeOne(transaction, id)))
    return blobs
  })
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
  const bytes = versions.reduce((sum, version) => sum + version.size, 0)
  await db
    .deleteFrom('items')
    .where(sql<boolean>`id = any(${gone})`)
    .execute()
  await db
    .updateTable('items')
    .set((eb) => ({ used_bytes: eb('used_bytes', '-', bytes) }))
    .where('id', '=', rootId)
    .execute()
  return [...new Set(versions.map((version) => version.body_id))]
}

/** The root of the space; undefined where the item is gone. */
async function rootOf(db: Db, id: number) {
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

/**
 * Removes blobs that no version refers to any more, and what was made of them; the others stay. The files go first: what a crash
 * leaves is a row that the next sweep finds.
 */
export async function removeBlobs(
  { db, storage }: Pick<Dependencies, 'db' | 'storage'>,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    await inTransaction(db, async (transaction) => {
      // First the lock, then the question: a version that takes the body meanwhile is either seen or waits and finds none.
      const body = await transaction
        .selectFrom('bodies')
        .select(['key', 'archive_id', 'entry'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      const version = await transaction
        .selectFrom('versions')
        .select('id')
        .where('body_id', '=', id)
        .limit(1)
        .executeTakeFirst()
      if (body === undefined || version !== undefined) return
      const entries = await transaction
        .selectFrom('bodies')
        .select(['id', 'key'])
        .where('archive_id', '=', id)
        .execute()
      const made = await transaction
        .selectFrom('representations')
        .select('body_key')
        .where('body_id', 'in', [id, ...entries.map((entry) => entry.id)])
        .execute()
      const keys = [body.key, ...entries.map(({ key }) => key), ...made.flatMap((row) => row.body_key ?? [])]
      if (body.archive_id !== null) {
        await transaction
          .deleteFrom('representations')
          .where('body_id', '=', body.archive_id)
          .where('kind', '=', `entry_${body.entry}`)
          .execute()
      }
      for (const key of new Set(keys)) await storage.remove(key)
      await transaction.deleteFrom('bodies').where('id', '=', id).execute()
    })
  }
}
