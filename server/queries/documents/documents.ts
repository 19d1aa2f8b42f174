import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import type { DocumentRow } from '../../database/documentTables'
import { ONLINE_EDITING_LOCK } from '../items/locks'

/** Records that an item is a document that several people edit. Another process may have done so already. */
export async function insertDocument(
  db: Db,
  { itemId, state, at }: { itemId: number; state: Uint8Array; at: Date },
): Promise<void> {
  await db
    .insertInto('documents')
    .values({
      item_id: itemId,
      state: Buffer.from(state),
      size: state.length,
      changed_at: null,
      changed_by: null,
      versioned_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether people edit an item together. */
export async function isDocument(db: Db, itemId: number): Promise<boolean> {
  const { rows } = await sql`select from documents where item_id = ${itemId}`.execute(db)
  return rows.length > 0
}

/** Everything about a document except its contents; undefined if the item is none yet. */
export async function documentFacts(
  db: Db,
  itemId: number,
): Promise<(Omit<DocumentRow, 'state'> & { changerName: string | null }) | undefined> {
  return db
    .selectFrom('documents')
    .leftJoin('users', 'users.id', 'documents.changed_by')
    .select([
      'item_id',
      'sequence',
      'folded',
      'versioned',
      'size',
      'changed_at',
      'changed_by',
      'versioned_at',
      'users.name as changerName',
    ])
    .where('item_id', '=', itemId)
    .executeTakeFirst()
}

/**
 * Documents with changes that no version contains, if nobody has written since `quietSince`, or if the last version is older than `lastBefore`.
 */
export async function unversionedDocuments(
  db: Db,
  { quietSince, lastBefore, limit }: { quietSince: Date; lastBefore: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select item_id as id from documents
    where versioned < sequence and (changed_at <= ${quietSince} or versioned_at <= ${lastBefore})
    order by changed_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Records that a version contains the updates up to a number. @returns false if a version contains them already */
export async function markVersioned(
  db: Db,
  { itemId, sequence, at }: { itemId: number; sequence: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ versioned: sequence, versioned_at: at })
    .where('item_id', '=', itemId)
    .where('versioned', '<', sequence)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * SQL of the size of a file `row`: that of its current version, or of its document's state where the state has changes that no version has.
 */
export const fileSize = sql<number>`coalesce(
  (select octet_length(state) from documents where documents.item_id = row.id and folded > versioned),
  (select size from versions where versions.id = row.current_version_id))`

/** Gives an item the size of its document. */
export async function showSize(db: Db, itemId: number): Promise<void> {
  await sql`update items row set size = ${fileSize} where id = ${itemId}`.execute(db)
}

/** Gives an item the size of its document; outside the trash also the time of the last change and the person who made it. */
export async function showChange(db: Db, itemId: number): Promise<void> {
  await showSize(db, itemId)
  await sql`
    update items set updater_id = documents.changed_by, modified_at = documents.changed_at,
      changed_at = greatest(items.changed_at, documents.changed_at)
    from documents where documents.item_id = items.id and items.id = ${itemId} and items.deleted_at is null
      and documents.changed_at is not null and documents.changed_by is not null`.execute(db)
}

/** Shows that a user edits an item online, unless the item has a lock already. */
export async function setEditingLock(db: Db, itemId: number, userId: number, at: Date): Promise<void> {
  await db
    .updateTable('items')
    .set({ lock_user_id: userId, lock_kind: ONLINE_EDITING_LOCK, locked_at: at })
    .where('id', '=', itemId)
    .where('lock_user_id', 'is', null)
    .execute()
}

/** Ends the editing locks of items in which nobody has written since a time, and which the office service does not lock. */
export async function releaseEditingLocks(db: Db, since: Date, now: Date): Promise<void> {
  await sql`
    update items set lock_user_id = null, lock_kind = null, locked_at = null
    where lock_kind = ${sql.lit(ONLINE_EDITING_LOCK)} and not exists (
      select from documents where item_id = items.id and changed_at > ${since}
    ) and not exists (
      select from office_locks where item_id = items.id and expires_at > ${now}
    ) and locked_at <= ${since}`.execute(db)
}

export interface HistoryRow {
  id: number
  created_at: Date
  remark: string
  size: number
  userId: number
  userName: string
}

/** Versions of a document, newest first. @param before only older ones than this version */
export function documentVersions(
  db: Db,
  itemId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<HistoryRow[]> {
  return versionsOf(db, itemId)
    .$if(before !== undefined, (query) => query.where('versions.id', '<', before!))
    .orderBy('versions.id', 'desc')
    .limit(limit)
    .execute()
}

/** A version of a document, with the key of its bytes; undefined for a version of another file. */
export async function documentVersion(
  db: Db,
  itemId: number,
  versionId: number,
): Promise<(HistoryRow & { bodyKey: string }) | undefined> {
  return versionsOf(db, itemId)
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select('bodies.key as bodyKey')
    .where('versions.id', '=', versionId)
    .executeTakeFirst()
}

function versionsOf(db: Db, itemId: number) {
  return db
    .selectFrom('versions')
    .innerJoin('users', 'users.id', 'versions.creator_id')
    .select([
      'versions.id',
      'versions.created_at',
      'versions.remark',
      'versions.size',
      'users.id as userId',
      'users.name as userName',
    ])
    .where('versions.item_id', '=', itemId)
}
