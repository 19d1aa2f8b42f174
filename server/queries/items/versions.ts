import type { Db } from '../../database/connect'

export type VersionDetail = Awaited<ReturnType<typeof versionsOfFile>>[number]

/** The versions of a file, latest first. */
export function versionsOfFile(db: Db, fileId: number) {
  return db
    .selectFrom('versions')
    .innerJoin('items', 'items.id', 'versions.item_id')
    .innerJoin('users', 'users.id', 'versions.creator_id')
    .select([
      'versions.id',
      'versions.item_id',
      'versions.number',
      'versions.created_at',
      'versions.size',
      'versions.extension',
      'versions.key',
      'versions.remark',
      'versions.name',
      'items.name as itemName',
      'items.extension as itemExtension',
      'items.current_version_id as currentId',
      'users.id as updaterId',
      'users.name as updaterName',
    ])
    .where('versions.item_id', '=', fileId)
    .orderBy('versions.number', 'desc')
    .execute()
}

/** A version with the fields that a link shows. */
export type ShownVersion = Awaited<ReturnType<typeof loadVersions>> extends Map<number, infer Row> ? Row : never

export async function loadVersions(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('items', 'items.id', 'versions.item_id')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select([
      'versions.id',
      'versions.number',
      'versions.name',
      'versions.extension',
      'versions.size',
      'versions.key',
      'versions.created_at',
      'items.current_version_id as currentId',
      'bodies.key as bodyKey',
    ])
    .where('versions.id', 'in', [...ids, 0])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
