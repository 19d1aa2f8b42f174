import type { Db } from '../database/connect'

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
