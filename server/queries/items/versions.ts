import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import type { ItemRow } from '../../database/tables'

export type VersionDetail = Awaited<ReturnType<typeof versionsOfFile>>[number]

/** A version as one user sees it. */
export interface ListedVersion extends VersionDetail {
  mayEditRemark: boolean
}

/** The versions of a file, latest first. */
export function versionsOfFile(db: Db, fileId: number) {
  return db
    .selectFrom('versions')
    .innerJoin('items', 'items.id', 'versions.item_id')
    .innerJoin('users', 'users.id', 'versions.creator_id')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select([
      'versions.id',
      'versions.item_id',
      'versions.body_id as bodyId',
      'bodies.sha1',
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

/** Whether a link shows this version permanently. */
export async function isPinned(db: Db, versionId: number): Promise<boolean> {
  const found = await db
    .selectFrom('share_link_items')
    .select('link_id')
    .where('pinned_version_id', '=', versionId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Call in a transaction that has locked the item. @returns the id of the blob, and its bytes */
export async function deleteVersionRow(db: Db, versionId: number): Promise<{ body_id: number; size: number }> {
  return db.deleteFrom('versions').where('id', '=', versionId).returning(['body_id', 'size']).executeTakeFirstOrThrow()
}

/** The id of the nth version of a file, from the oldest. */
export async function nthVersion(db: Db, fileId: number, nth: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('versions')
    .select('id')
    .where('item_id', '=', fileId)
    .orderBy('number')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

/** Changes the remark of a version. */
export async function setRemark(db: Db, versionId: number, remark: string): Promise<void> {
  await db.updateTable('versions').set({ remark }).where('id', '=', versionId).execute()
}

export interface CurrentVersion {
  itemId: number
  versionId: number
  updaterId: number
  at: Date
}

/** The item with its new current version, and the blob of that version. */
export interface ChangedCurrent {
  item: ItemRow
  bodyId: number
  bodyKey: string
}

/**
 * Makes a version the current one of its file. Call in a transaction that has locked the item. A file that the virus scan withholds stays withheld
 * until the scan allows the new bytes, and a file whose new bytes the scan withholds anywhere is withheld from now on.
 */
export async function setCurrentVersion(
  db: Db,
  { itemId, versionId, updaterId, at }: CurrentVersion,
): Promise<ChangedCurrent> {
  const version = await db
    .selectFrom('versions')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select(['versions.body_id', 'versions.size', 'bodies.key'])
    .where('versions.id', '=', versionId)
    .where('versions.item_id', '=', itemId)
    .executeTakeFirstOrThrow()
  const item = await db
    .updateTable('items')
    .set({
      current_version_id: versionId,
      size: version.size,
      updater_id: updaterId,
      modified_at: at,
      changed_at: at,
      scanned: sql<number>`greatest(
        items.scanned, (select max(versions.scanned) from versions where versions.body_id = ${version.body_id})
      )`,
    })
    .where('id', '=', itemId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { item, bodyId: version.body_id, bodyKey: version.key }
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
