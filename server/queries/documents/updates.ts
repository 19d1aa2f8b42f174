import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'

/** The contents of a document: a state, and the updates to apply to it, in order. */
export interface StoredContents {
  state: Uint8Array
  updates: Uint8Array[]
  /** The number of the newest update in both. */
  sequence: number
  /** bytes of both */
  size: number
}

/** The contents of a document; undefined without one. One statement, so that no job moves updates into the state in between. */
export async function loadContents(db: Db, itemId: number): Promise<StoredContents | undefined> {
  const { rows } = await sql<StoredContents>`
    select state, sequence, size, array(
      select bytes from document_updates where item_id = documents.item_id and document_updates.sequence > folded order by document_updates.sequence
    ) as updates
    from documents where item_id = ${itemId}`.execute(db)
  return rows[0]
}

export interface NewerContents extends Omit<StoredContents, 'state'> {
  /** Present if updates that the reader lacks are in the state by now. */
  state: Uint8Array | null
}

/** The updates after a number; undefined if the document is gone. */
export async function loadNewer(db: Db, itemId: number, seen: number): Promise<NewerContents | undefined> {
  const { rows } = await sql<NewerContents>`
    select case when folded > ${seen} then state end as state, sequence, size, array(
      select bytes from document_updates
      where item_id = documents.item_id and document_updates.sequence > greatest(folded, ${seen}::bigint) order by document_updates.sequence
    ) as updates
    from documents where item_id = ${itemId}`.execute(db)
  return rows[0]
}

export interface NewUpdates {
  itemId: number
  updates: readonly Uint8Array[]
  userId: number
  at: Date
}

/**
 * Stores updates in their order, at once: they are durable when this returns.
 * @returns the number of the last; undefined if the document is gone
 */
export async function insertUpdates(
  db: Db,
  { itemId, updates, userId, at }: NewUpdates,
): Promise<{ sequence: number; size: number } | undefined> {
  const bytes = updates.map((update) => Buffer.from(update.buffer, update.byteOffset, update.byteLength))
  const size = bytes.reduce((sum, each) => sum + each.length, 0)
  const { rows } = await sql<{ sequence: number; size: number }>`
    with numbered as (
      update documents set sequence = sequence + ${bytes.length}, size = size + ${size}, changed_at = ${at}, changed_by = ${userId}
      where item_id = ${itemId} returning sequence, size
    ), added as (
      insert into document_updates (item_id, sequence, bytes)
      select ${itemId}, numbered.sequence - ${bytes.length} + place, bytes
      from numbered, unnest(${bytes}::bytea[]) with ordinality as given(bytes, place)
    )
    select sequence, size from numbered`.execute(db)
  return rows[0]
}

/** Documents whose state lacks updates. */
export async function unfoldedDocuments(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select item_id as id from documents where folded < sequence order by item_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Replaces a state by one that contains the updates up to a number, and removes these updates. Writers wait meanwhile.
 * @param was the number that the state contained before
 * @returns false if another process was faster
 */
export function replaceState(
  db: Db,
  { itemId, state, was, sequence }: { itemId: number; state: Uint8Array; was: number; sequence: number },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const locked = await transaction
      .selectFrom('documents')
      .select('folded')
      .where('item_id', '=', itemId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (locked?.folded !== was) return false
    await transaction
      .deleteFrom('document_updates')
      .where('item_id', '=', itemId)
      .where('sequence', '<=', sequence)
      .execute()
    await sql`
      update documents set state = ${Buffer.from(state)}, folded = ${sequence}, size = ${state.length} + (
        select coalesce(sum(length(bytes)), 0) from document_updates where document_updates.item_id = documents.item_id
      ) where item_id = ${itemId}`.execute(transaction)
    return true
  })
}
