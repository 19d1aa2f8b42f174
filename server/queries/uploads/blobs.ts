import { sql } from 'kysely'
import type { Db } from '../../database/connect'

export interface NewBlob {
  key: string
  /** bytes */
  size: number
  /** in hexadecimal digits; absent: a job computes it */
  sha1?: string
  /** the time a picture was taken, according to its device */
  originalDate: Date | null
}

/** @returns the id of the row */
export async function insertBlob(db: Db, { key, size, sha1, originalDate }: NewBlob): Promise<number> {
  const { id } = await db
    .insertInto('bodies')
    .values({ key, size, sha1: sha1 ?? null, image_width: null, image_height: null, original_date: originalDate })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A blob without a version. */
export interface UnusedBlob {
  key: string
  /** The archive from which the blob was extracted, and the entry number in the archive. */
  archiveId: number | null
  entry: number | null
}

/**
 * Locks a blob's row until the transaction ends; undefined if a version or a text's picture refers to the blob. Locks the row before looking for
 * them. A version
 * inserted concurrently is therefore either found, or waits for the lock and then fails because the blob is gone.
 */
export async function lockUnusedBlob(db: Db, id: number): Promise<UnusedBlob | undefined> {
  const blob = await db
    .selectFrom('bodies')
    .select(['key', 'archive_id as archiveId', 'entry'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from versions where body_id = ${id}) or exists (select from document_pictures where body_id = ${id}) as "isUsed"`.execute(
    db,
  )
  return rows[0]!.isUsed ? undefined : blob
}

/** The keys of a blob's derivatives: files extracted from the archive, and the renditions of the blob and of these files. */
export async function keysMadeOf(db: Db, id: number): Promise<string[]> {
  const entries = await db.selectFrom('bodies').select(['id', 'key']).where('archive_id', '=', id).execute()
  const made = await db
    .selectFrom('representations')
    .select('body_key')
    .where('body_id', 'in', [id, ...entries.map((entry) => entry.id)])
    .execute()
  return [...entries.map(({ key }) => key), ...made.flatMap((row) => row.body_key ?? [])]
}

/** Deletes a blob's row; for a file extracted from an archive, also the record of the extraction. */
export async function deleteBlob(db: Db, id: number, { archiveId, entry }: UnusedBlob): Promise<void> {
  if (archiveId !== null) {
    await db
      .deleteFrom('representations')
      .where('body_id', '=', archiveId)
      .where('kind', '=', `entry_${entry}`)
      .execute()
  }
  await db.deleteFrom('bodies').where('id', '=', id).execute()
}

/** Blobs that no version and no picture of a text refers to and that were created before `before`, except files extracted from archives. */
export async function blobsWithoutVersion(db: Db, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from bodies where created_at < ${before} and archive_id is null
      and not exists (select from versions where body_id = bodies.id)
      and not exists (select from document_pictures where body_id = bodies.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Blobs of versions whose contents were not hashed yet, oldest first. */
export function blobsWithoutHash(db: Db, limit: number): Promise<{ id: number; key: string }[]> {
  return db
    .selectFrom('bodies')
    .select(['id', 'key'])
    .where('sha1', 'is', null)
    .where('archive_id', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('versions').select('versions.id').whereRef('versions.body_id', '=', 'bodies.id')),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** @param sha1 in hexadecimal digits; '' if the storage lacks the bytes */
export async function setHash(db: Db, id: number, sha1: string): Promise<void> {
  await db.updateTable('bodies').set({ sha1 }).where('id', '=', id).execute()
}

/** Blobs extracted from archives before `before`. */
export async function archiveEntries(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('bodies')
    .select('id')
    .where('archive_id', 'is not', null)
    .where('created_at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns those of the keys that belong to no blob, rendition, upload or recording in the database. */
export async function unknownKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as stored(key)
    where not exists (select from bodies where bodies.key = stored.key)
      and not exists (select from representations where body_key = stored.key)
      and not exists (select from uploads where part_key = stored.key)
      and not exists (select from comments where voice_key = stored.key)
      and not exists (select from deleted_comments where voice_key = stored.key)`.execute(db)
  return rows.map(({ key }) => key)
}
