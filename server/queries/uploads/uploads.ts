import { sql, type ExpressionBuilder, type Insertable } from 'kysely'
import { contributorKeyPattern } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Db } from '../../database/connect'
import type { Database, UploadRow, UploadTable } from '../../database/tables'

export async function insertUpload(db: Db, upload: Insertable<UploadTable>): Promise<void> {
  await db.insertInto('uploads').values(upload).execute()
}

/** An actor's own upload. */
export function findUpload(db: Db, actorKey: ActorKey, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).where('actor_key', '=', actorKey).executeTakeFirst()
}

/** An actor's resumable uploads, latest first. */
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

/** An actor's own upload that is still open. */
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

/** Claims an open upload for one attempt; undefined for an upload that was claimed before or is missing, foreign or expired. */
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

/** Extends an upload that is receiving bytes, so that its reservation does not expire meanwhile. */
export async function prolongReceiving(db: Db, id: string, expiresAt: Date): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()
}

/** Records that the attempt of `claimUpload` failed. */
export async function markFailed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()
}

/** Records the item made from an upload. @returns false if the upload is no longer in the given state */
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

/** Deletes an upload without a file; undefined without such an upload. */
export function deleteUnfinished(db: Db, id: string): Promise<{ part_key: string | null } | undefined> {
  return db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('state', 'in', ['open', 'partial'])
    .returning('part_key')
    .executeTakeFirst()
}

/** Deletes the records of uploads that have no stored parts and expired before `before`. */
export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('uploads').where('state', '<>', 'partial').where('expires_at', '<', before).execute()
}

/** Deletes some uploads that can no longer be resumed. @returns the keys of their parts */
export async function deleteExpired(db: Db, now: Date, limit: number): Promise<string[]> {
  const isOver = (eb: ExpressionBuilder<Database, 'uploads'>) =>
    eb.and([eb('state', '=', 'partial'), eb('expires_at', '<=', now)])
  // The deletion checks the state again, because a part may have arrived meanwhile, or the upload may be finished.
  const rows = await db
    .deleteFrom('uploads')
    .where('id', 'in', (eb) => eb.selectFrom('uploads').select('id').where(isOver).limit(limit))
    .where(isOver)
    .returning('part_key')
    .execute()
  return rows.flatMap(({ part_key: key }) => key ?? [])
}

/** Records the key of the growing blob. @returns whether the upload was still open */
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

/** Records that an upload is active again. */
export async function markActive(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('uploads').set({ active_at: at }).where('id', '=', id).where('state', '=', 'partial').execute()
}

/** Records the number of received bytes. @throws UploadGone if the upload was discarded, ended, purged or finished meanwhile */
export async function markReceived(
  db: Db,
  id: string,
  { received, at, expiresAt }: { received: number; at: Date; expiresAt: Date },
): Promise<void> {
  const updated = await db
    .updateTable('uploads')
    .set({ received, active_at: at, expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'partial')
    .where('expires_at', '>', at)
    .returning('id')
    .executeTakeFirst()
  if (updated === undefined) throw new UploadGone()
}

/** Whether an upload belongs to a collecting link that is closed. Such uploads take no room. */
const isOfClosedLink = sql<boolean>`exists (
  select from collect_links
  where collect_links.id = substring(actor_key from ${contributorKeyPattern})::bigint and closed_at is not null
)`

/** Bytes of unfinished uploads in a space. @param exceptId upload to leave out */
export async function partialBytes(db: Db, spaceId: number, now: Date, exceptId = ''): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(received), 0)::bigint`.as('bytes'))
    .where('space_id', '=', spaceId)
    .where('state', '=', 'partial')
    .where('expires_at', '>', now)
    .where('id', '<>', exceptId)
    .where(sql<boolean>`not ${isOfClosedLink}`)
    .executeTakeFirstOrThrow()
  return bytes
}

/**
 * Ends an actor's unfinished uploads: they can no longer be resumed, and reserve nothing. The job that purges uploads removes their bytes.
 */
export async function endUploads(db: Db, actorKey: ActorKey, now: Date): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ expires_at: now })
    .where('actor_key', '=', actorKey)
    .where('state', 'in', ['open', 'partial'])
    .where('expires_at', '>', now)
    .execute()
}

/**
 * Bytes that begun uploads reserve in a space. Uploads of contributors, and uploads without new bytes since `activeSince`, count only their
 * received bytes.
 * @param exceptId upload to leave out
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
      sql<number>`coalesce(sum(case when state = 'partial' and (active_at < ${activeSince} or actor_key ~ ${contributorKeyPattern}) then received else size end), 0)::bigint`.as(
        'bytes',
      ),
    )
    .where('id', '<>', exceptId)
    .where('space_id', '=', spaceId)
    .where('state', 'in', ['partial', 'receiving'])
    .where('expires_at', '>', now)
    .where(sql<boolean>`not ${isOfClosedLink}`)
    .executeTakeFirstOrThrow()
  return bytes
}

export class UploadGone extends Error {
  constructor() {
    super('nobody knows the upload any more')
    this.name = 'UploadGone'
  }
}
