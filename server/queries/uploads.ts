import { sql } from 'kysely'
import type { Db } from '../database/connect'
import type { UploadRow } from '../database/tables'
import type { BlobStorage } from '../storage/BlobStorage'

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

/** Bytes that need not be sent again: what was acknowledged, if it is there. */
export async function receivedOf(
  storage: BlobStorage,
  { state, size, received, part_key: key }: UploadRow,
): Promise<number> {
  if (state === 'done') return size
  if (key === null) return 0
  return Math.min(received, (await storage.stat(key))?.size ?? 0)
}

/** The key of the body that grows, noted before it has a byte; null when the upload is no longer open. */
export async function beginParts(
  db: Db,
  storage: BlobStorage,
  { id, part_key: known }: UploadRow,
): Promise<string | null> {
  if (known !== null) return known
  const begun = await db
    .updateTable('uploads')
    .set({ state: 'partial', part_key: storage.newKey() })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('part_key')
    .executeTakeFirst()
  return begun?.part_key ?? null
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
