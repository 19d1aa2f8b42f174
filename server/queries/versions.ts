import type { Db } from '../database/connect'

export type VersionDetail = Awaited<ReturnType<typeof versionsOfFile>>[number]

/** The versions of a file, the latest first. */
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
