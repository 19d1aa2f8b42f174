import { sql } from 'kysely'
import type { Db } from '../database/connect'
import type { UploadRow } from '../database/tables'

/** One's own; missing and foreign ones alike. */
export function findUpload(db: Db, userId: number, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
}

/** Those that were begun in parts and can be resumed, the latest first. */
export function resumableUploads(db: Db, userId: number, now: Date): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'partial')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Notes the key of the blob that grows. @returns whether the upload was still open */
export async function markBegun(db: Db, id: string, key: string): Promise<boolean> {
  const begun = await db
    .updateTable('uploads')
    .set({ state: 'partial', part_key: key })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

/** @throws UploadGone when it was given up, purged or finished meanwhile */
export async function markReceived(db: Db, id: string, received: number, expiresAt: Date): Promise<void> {
  const noted = await db
    .updateTable('uploads')
    .set({ received, expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'partial')
    .returning('id')
    .executeTakeFirst()
  if (noted === undefined) throw new UploadGone()
}

/** Bytes that unfinished uploads hold in a space. @param exceptId of one that does not count */
export async function partialBytes(db: Db, spaceId: number, now: Date, exceptId = ''): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(received), 0)::bigint`.as('bytes'))
    .where('space_id', '=', spaceId)
    .where('state', '=', 'partial')
    .where('expires_at', '>', now)
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow()
  return bytes
}

export class UploadGone extends Error {
  constructor() {
    super('nobody knows the upload any more')
    this.name = 'UploadGone'
  }
}
