import type { Db } from '../database/connect'
import type { RenditionKind } from './representations'
import type { PreviewTarget } from './target'

/** A conversion of an item for one actor. Copies of a document share a body, but not what was written after its last version. */
interface Conversion {
  fileId: number
  kind: RenditionKind
}

/** The body that a conversion reads or has read: the item may have a newer version by now. Undefined without a conversion. */
export function findConverted(
  db: Db,
  { fileId, kind }: Conversion,
): Promise<Pick<PreviewTarget, 'bodyId' | 'bodyKey' | 'size' | 'extension'> | undefined> {
  return db
    .selectFrom('versions')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .innerJoin('representations', 'representations.body_id', 'versions.body_id')
    .select(['bodies.id as bodyId', 'bodies.key as bodyKey', 'versions.size', 'versions.extension'])
    .where('versions.item_id', '=', fileId)
    .where('representations.kind', '=', kind)
    .orderBy('versions.id', 'desc')
    .executeTakeFirst()
}

/**
 * Forgets a finished conversion, and leaves its blob to the caller for a file.
 * @returns null if the conversion is not finished, or another call was faster
 */
export async function takeConverted(
  db: Db,
  { bodyId, kind }: { bodyId: number; kind: RenditionKind },
): Promise<{ key: string; size: number } | null> {
  const row = await db
    .deleteFrom('representations')
    .where('body_id', '=', bodyId)
    .where('kind', '=', kind)
    .where('status', '=', 'generated')
    .returning(['body_key as key', 'size'])
    .executeTakeFirst()
  return row === undefined || row.key === null || row.size === null ? null : { key: row.key, size: row.size }
}

/** Forgets the conversions that have ended. @returns the keys of their blobs */
export async function forgetConverted(db: Db, { fileId, kind }: Conversion): Promise<string[]> {
  const rows = await db
    .deleteFrom('representations')
    .where('kind', '=', kind)
    .where('status', 'in', ['generated', 'generating_failed'])
    .where('body_id', 'in', (select) => select.selectFrom('versions').select('body_id').where('item_id', '=', fileId))
    .returning('body_key')
    .execute()
  return rows.flatMap(({ body_key: key }) => key ?? [])
}
