import type { Db } from '../database/connect'
import type { RenditionKind } from './representations'
import type { PreviewTarget } from './target'

/** What is made for good of an item for one actor; copies of a document share a body, but not what was written after its last version. */
interface Conversion {
  fileId: number
  kind: RenditionKind
}

/** The body of which a conversion is made or was made: the item may have a newer version by now. Undefined if there is none. */
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
 * Forgets a conversion that is made and leaves its blob to the caller, who makes a file of it.
 * @returns null if it is not made, or somebody was faster
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

/** Forgets conversions that ended and that nobody took. @returns the keys of their blobs */
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
