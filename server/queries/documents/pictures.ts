import { sql, type Selectable } from 'kysely'
import type { Db } from '../../database/connect'
import type { DocumentTables } from '../../database/documentTables'

export type NewPicture = Selectable<DocumentTables['document_pictures']>

export async function insertPicture(db: Db, picture: NewPicture): Promise<void> {
  await db.insertInto('document_pictures').values(picture).execute()
}

/** The blob of a document's picture; undefined for a key of another document. */
export async function findPicture(
  db: Db,
  itemId: number,
  key: string,
): Promise<{ key: string; size: number; mediaType: string } | undefined> {
  return db
    .selectFrom('document_pictures')
    .innerJoin('bodies', 'bodies.id', 'document_pictures.body_id')
    .select(['bodies.key', 'document_pictures.size', 'document_pictures.media_type as mediaType'])
    .where('item_id', '=', itemId)
    .where('document_pictures.key', '=', key)
    .executeTakeFirst()
}

/** The pictures of a document: their names in the text, and the keys of their blobs. */
export async function picturesOf(db: Db, itemId: number): Promise<{ picture: string; blob: string; size: number }[]> {
  return db
    .selectFrom('document_pictures')
    .innerJoin('bodies', 'bodies.id', 'document_pictures.body_id')
    .select(['document_pictures.key as picture', 'bodies.key as blob', 'document_pictures.size'])
    .where('item_id', '=', itemId)
    .execute()
}

export async function countPictures(db: Db, itemId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from document_pictures where item_id = ${itemId}`.execute(db)
  return rows[0]!.count
}

/** Records which of a document's pictures a version names. */
export async function insertVersionPictures(
  db: Db,
  { itemId, bodyId, keys }: { itemId: number; bodyId: number; keys: readonly string[] },
): Promise<void> {
  if (keys.length === 0) return
  await sql`
    insert into version_pictures (body_id, key)
    select ${bodyId}, key from document_pictures where item_id = ${itemId} and key = any(${keys}::text[])
    on conflict do nothing`.execute(db)
}

/** Documents with pictures from before a time that no version of theirs names, unless somebody has written since. */
export async function documentsToTidy(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct pictures.item_id as id from document_pictures pictures
    left join documents on documents.item_id = pictures.item_id
    where pictures.created_at < ${before} and (documents.changed_at is null or documents.changed_at < ${before}) and ${isUnversioned}
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const isUnversioned = sql`not exists (
  select from version_pictures named join versions on versions.body_id = named.body_id
  where versions.item_id = pictures.item_id and named.key = pictures.key
)`

/** Locks a document against changes until the transaction ends. @returns false if nobody has opened it yet */
export async function lockDocument(db: Db, itemId: number): Promise<boolean> {
  const { rows } = await sql`select from documents where item_id = ${itemId} for no key update`.execute(db)
  return rows.length > 0
}

/** Deletes the pictures from before a time that neither a version nor the present text names. @returns their bodies and bytes */
export async function deleteUnnamed(
  db: Db,
  { itemId, before, named }: { itemId: number; before: Date; named: readonly string[] },
): Promise<{ bodyIds: number[]; bytes: number }> {
  const { rows } = await sql<{ bodyId: number; size: number }>`
    delete from document_pictures pictures
    where item_id = ${itemId} and created_at < ${before} and key <> all(${named}::text[]) and ${isUnversioned}
    returning body_id as "bodyId", size`.execute(db)
  return { bodyIds: rows.map(({ bodyId }) => bodyId), bytes: rows.reduce((sum, { size }) => sum + size, 0) }
}
