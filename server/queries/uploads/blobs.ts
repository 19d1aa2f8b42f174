import { sql } from 'kysely'
import type { Db } from '../../database/connect'

export interface NewBlob {
  key: string
  /** bytes */
  size: number
  /** When a picture was taken, as its device says. */
  originalDate: Date | null
}

/** @returns the id of the row */
export async function insertBlob(db: Db, { key, size, originalDate }: NewBlob): Promise<number> {
  const { id } = await db
    .insertInto('bodies')
    .values({ key, size, image_width: null, image_height: null, original_date: originalDate })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A blob that no version refers to. */
export interface UnusedBlob {
  key: string
  /** The archive that it was taken from, and its number there. */
  archiveId: number | null
  entry: number | null
}

/**
 * Locks a blob until the transaction ends; undefined where a version refers to it. First the lock, then the question: a version that takes
 * the blob meanwhile is either seen, or waits and finds none.
 */
export async function lockUnusedBlob(db: Db, id: number): Promise<UnusedBlob | undefined> {
  const blob = await db
    .selectFrom('bodies')
    .select(['key', 'archive_id as archiveId', 'entry'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const version = await db.selectFrom('versions').select('id').where('body_id', '=', id).limit(1).executeTakeFirst()
  return version === undefined ? blob : undefined
}

/** The keys of what was made of a blob: files taken out of an archive, and the renditions of all. */
export async function keysMadeOf(db: Db, id: number): Promise<string[]> {
  const entries = await db.selectFrom('bodies').select(['id', 'key']).where('archive_id', '=', id).execute()
  const made = await db
    .selectFrom('representations')
    .select('body_key')
    .where('body_id', 'in', [id, ...entries.map((entry) => entry.id)])
    .execute()
  return [...entries.map(({ key }) => key), ...made.flatMap((row) => row.body_key ?? [])]
}

/** Deletes a blob's row; where it was taken out of an archive, also the note that it was. */
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

/** Blobs without a version from before then, those taken out of archives aside. */
export async function blobsWithoutVersion(db: Db, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from bodies where created_at < ${before} and archive_id is null
      and not exists (select from versions where body_id = bodies.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Blobs that were taken out of archives before then. */
export async function archiveEntries(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('bodies')
    .select('id')
    .where('archive_id', 'is not', null)
    .where('created_at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of some keys under which the database knows neither a blob nor a rendition nor an upload nor a recording. */
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
