import { sql, type ExpressionBuilder, type Insertable } from 'kysely'
import type { ActorKey } from '../../actors/actorKey'
import type { Db } from '../../database/connect'
import type { Database, UploadRow, UploadTable } from '../../database/tables'

export async function insertUpload(db: Db, upload: Insertable<UploadTable>): Promise<void> {
  await db.insertInto('uploads').values(upload).execute()
}

/** One's own; missing and foreign ones alike. */
export function findUpload(db: Db, actorKey: ActorKey, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).where('actor_key', '=', actorKey).executeTakeFirst()
}

/** Those that were begun in parts and can be resumed, the latest first. */
export function resumableUploads(db: Db, actorKey: ActorKey, now: Date): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('actor_key', '=', actorKey)
    .where('state', '=', 'partial')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
}

/** One's own that is open for a try. */
export function findOpenUpload(db: Db, actorKey: ActorKey, id: string, now: Date): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('actor_key', '=', actorKey)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Takes an open upload for one try; undefined when somebody else did, or it is missing, foreign or over. */
export function claimUpload(
  db: Db,
  actorKey: ActorKey,
  { id, spaceId, size }: { id: string; spaceId: number; size: number },
  now: Date,
): Promise<UploadRow | undefined> {
  return db
    .updateTable('uploads')
    .set({ state: 'receiving', space_id: spaceId, size })
    .where('id', '=', id)
    .where('actor_key', '=', actorKey)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** It is still received: what it holds does not expire meanwhile. */
export async function prolongReceiving(db: Db, id: string, expiresAt: Date): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()
}

/** The try of `claimUpload` came to nothing. */
export async function markFailed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()
}

/** Notes the item that came of an upload. @returns false when it is no longer in the state that is told */
export async function markDone(
  db: Db,
  { id, state }: Pick<UploadRow, 'id' | 'state'>,
  itemId: number,
  expiresAt: Date,
): Promise<boolean> {
  const done = await db
    .updateTable('uploads')
    .set({ state: 'done', item_id: itemId, part_key: null, expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** Deletes an upload of which no file was made; undefined when there is none. */
export function deleteUnfinished(db: Db, id: string): Promise<{ part_key: string | null } | undefined> {
  return db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('state', 'in', ['open', 'partial'])
    .returning('part_key')
    .executeTakeFirst()
}

/** Deletes the records of uploads that hold no parts and ended before then. */
export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('uploads').where('state', '<>', 'partial').where('expires_at', '<', before).execute()
}

/** Deletes some uploads that can no longer be resumed. @returns the keys of their parts */
export async function deleteExpired(db: Db, now: Date, limit: number): Promise<string[]> {
  const isOver = (eb: ExpressionBuilder<Database, 'uploads'>) =>
    eb.and([eb('state', '=', 'partial'), eb('expires_at', '<=', now)])
  // Asked again in the deletion: a part may have come meanwhile, or the upload have been finished.
  const rows = await db
    .deleteFrom('uploads')
    .where('id', 'in', (eb) => eb.selectFrom('uploads').select('id').where(isOver).limit(limit))
    .where(isOver)
    .returning('part_key')
    .execute()
  return rows.flatMap(({ part_key: key }) => key ?? [])
}

/** Notes the key of the blob that grows. @returns whether the upload was still open */
export async function markBegun(
  db: Db,
  id: string,
  { key, spaceId, at }: { key: string; spaceId: number; at: Date },
): Promise<boolean> {
  const begun = await db
    .updateTable('uploads')
    .set({ state: 'partial', part_key: key, space_id: spaceId, active_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

/** Notes that something comes again. */
export async function markActive(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('uploads').set({ active_at: at }).where('id', '=', id).where('state', '=', 'partial').execute()
}

/** Notes how much is there. @throws UploadGone when it was given up, purged or finished meanwhile */
export async function markReceived(
  db: Db,
  id: string,
  { received, at, expiresAt }: { received: number; at: Date; expiresAt: Date },
): Promise<void> {
  const noted = await db
    .updateTable('uploads')
    .set({ received, active_at: at, expires_at: expiresAt })
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

/**
 * Bytes that begun uploads will take in a space; of those that nothing came of since `activeSince` what lies there alone.
 * @param exceptId of one that does not count
 */
export async function reservedBytes(
  db: Db,
  spaceId: number,
  { now, activeSince }: { now: Date; activeSince: Date },
  exceptId = '',
): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(
      sql<number>`coalesce(sum(case when state = 'partial' and active_at < ${activeSince} then received else size end), 0)::bigint`.as(
        'bytes',
      ),
    )
    .where('id', '<>', exceptId)
    .where('space_id', '=', spaceId)
    .where('state', 'in', ['partial', 'receiving'])
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return bytes
}

export class UploadGone extends Error {
  constructor() {
    super('nobody knows the upload any more')
    this.name = 'UploadGone'
  }
}
