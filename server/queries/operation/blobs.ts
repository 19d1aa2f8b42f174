import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/** A blob that the database knows. */
export interface KnownBlob {
  key: string
  kind: 'version' | 'picture' | 'entry' | 'preview' | 'voice'
  /** The row: the blob's id, the blob that a preview was made of, or the comment's id. */
  id: number
  /** bytes by the database; null = not recorded */
  size: number | null
  /** The kind of a preview. */
  rendition: string | null
}

/** rows per statement */
const BATCH = 1000

/** All blobs that the database knows. Blobs that neither a version nor a text's picture refers to are left out: they are being removed. */
export async function* knownBlobs(db: Db): AsyncGenerator<KnownBlob[]> {
  yield* batches(({ id }) =>
    sql<KnownBlob>`
      select * from (
        select key, case when archive_id is not null then 'entry'
            when exists (select from versions where body_id = bodies.id) then 'version'
            when exists (select from document_pictures where body_id = bodies.id) then 'picture' end as kind,
          id, size, null as rendition
        from bodies where id > ${id}
      ) known where kind is not null order by id limit ${BATCH}`.execute(db),
  )
  // A conversion may have become a file, which then owns the blob.
  yield* batches(({ id, rendition }) =>
    sql<KnownBlob>`
      select body_key as key, 'preview' as kind, body_id as id, size, kind as rendition from representations
      where (body_id, kind) > (${id}, ${rendition ?? ''}) and body_key is not null
        and not exists (select from bodies where key = body_key)
      order by body_id, representations.kind limit ${BATCH}`.execute(db),
  )
  for (const table of ['comments', 'deleted_comments'])
    yield* batches(({ id }) =>
      sql<KnownBlob>`
        select voice_key as key, 'voice' as kind, id, null as size, null as rendition from ${sql.table(table)}
        where id > ${id} and voice_key is not null order by id limit ${BATCH}`.execute(db),
    )
}

async function* batches(
  read: (last: Pick<KnownBlob, 'id' | 'rendition'>) => Promise<{ rows: KnownBlob[] }>,
): AsyncGenerator<KnownBlob[]> {
  let last: Pick<KnownBlob, 'id' | 'rendition'> | undefined = { id: 0, rendition: null }
  while (last !== undefined) {
    const { rows } = await read(last)
    if (rows.length > 0) yield rows
    last = rows.length < BATCH ? undefined : rows.at(-1)
  }
}

/** Whether a row still names a blob. Waits for a transaction that is removing the row. */
export async function isStillKnown(db: Db, { key, kind, id }: KnownBlob): Promise<boolean> {
  const rows =
    kind === 'version' || kind === 'picture' || kind === 'entry'
      ? sql`select 1 from bodies where id = ${id} and key = ${key} for share`
      : kind === 'preview'
        ? sql`select 1 from representations where body_id = ${id} and body_key = ${key} for share`
        : sql`select 1 from comments where id = ${id} and voice_key = ${key}
            union all select 1 from deleted_comments where id = ${id} and voice_key = ${key}`
  return (await rows.execute(db)).rows.length > 0
}

export interface BlobVersion {
  id: number
  size: number
  itemId: number
  name: string
}

/** The versions that refer to a blob. */
export async function versionsOfBlob(db: Db, bodyId: number): Promise<BlobVersion[]> {
  return db
    .selectFrom('versions')
    .innerJoin('items', 'items.id', 'versions.item_id')
    .select(['versions.id', 'versions.size', 'versions.item_id as itemId', 'items.name'])
    .where('body_id', '=', bodyId)
    .orderBy('versions.id')
    .execute()
}

/** The texts with a picture whose bytes a blob holds. */
export async function textsOfPicture(db: Db, bodyId: number): Promise<{ itemId: number; name: string }[]> {
  return db
    .selectFrom('document_pictures')
    .innerJoin('items', 'items.id', 'document_pictures.item_id')
    .select(['items.id as itemId', 'items.name'])
    .where('body_id', '=', bodyId)
    .orderBy('items.id')
    .execute()
}

/** Versions whose size is not that of their blob. */
export async function versionsOfOtherSize(
  db: Db,
): Promise<(BlobVersion & { bodyId: number; key: string; bodySize: number })[]> {
  return db
    .selectFrom('versions')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .innerJoin('items', 'items.id', 'versions.item_id')
    .select(['versions.id', 'versions.size', 'versions.item_id as itemId', 'items.name', 'bodies.id as bodyId'])
    .select(['bodies.key', 'bodies.size as bodySize'])
    .whereRef('versions.size', '<>', 'bodies.size')
    .orderBy('versions.id')
    .execute()
}
