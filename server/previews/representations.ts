import { sql, type DeleteQueryBuilder, type ExpressionBuilder } from 'kysely'
import type { MediaStatus, PreviewStatus, TextEncoding } from '@/contract/previews/previews'
import type { PreviewReason } from '@/contract/errors'
import type { ActorKey } from '../actors/actorKey'
import type { AskedKind, ConvertedTo } from './target'
import type { Db } from '../database/connect'
import type { Database, RepresentationRow } from '../database/tables'

/** The picture of a page, from 1, a small one, and one of few bytes. */
export type PagePicture = `page_${number}` | `page_${number}_${PageSize}`
export type PageSize = 'small' | 'light'
type Plain = AskedKind | PagePicture
type Reading = 'reading' | 'reading_start'
type Grid = 'grid' | 'grid_start'
type Converted = `as_${ConvertedTo}_${number}@${ActorKey}`
type Encoded = `${'pdf' | 'pages' | 'page_texts' | Reading | Grid | PagePicture}:${TextEncoding}`

/**
 * Kinds of renditions of a file: pictures, its PDF, the sizes of its pages, their texts, each page from 1 and also small and light, playable video and audio, an archive's list and each
 * file in it, a text for reading and a table, each with its beginning, and renditions with the watermark of an actor, such as `pdf@u17`. A text in an encoding that
 * its reader chose has renditions of its own, such as `pdf:big5`, `pages:big5` and `page_3:big5@u17`. `as_docx_7@u17` becomes a file that user 17 makes
 * of item 7. `audio_copy` has new bytes without a
 * watermark, so that the original is never sent.
 */
export type RenditionKind =
  | 'pages'
  | 'page_texts'
  | Reading
  | Grid
  | `entry_${number}`
  | Plain
  | Encoded
  | `${AskedKind}_copy`
  | `${Plain | Encoded}@${ActorKey}`
  | Converted

export interface Made {
  key: string
  size: number
  contentType: string
}

const ended: readonly PreviewStatus[] = ['generated', 'generating_failed']

export function isEnded({ status }: Pick<RepresentationRow, 'status'>): boolean {
  return ended.includes(status)
}

/** The stored blob of a rendition; null until the rendition is made. */
export function madeOf({ status, body_key: key, size, content_type: contentType }: RepresentationRow): Made | null {
  return status === 'generated' && key !== null && size !== null && contentType !== null
    ? { key, size, contentType }
    : null
}

export async function findRepresentation(
  db: Db,
  bodyId: number,
  kind: RenditionKind,
): Promise<RepresentationRow | undefined> {
  return db
    .selectFrom('representations')
    .selectAll()
    .where('body_id', '=', bodyId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Queues kinds of renditions; existing rows stay unchanged. */
export async function markQueued(db: Db, bodyId: number, kinds: readonly RenditionKind[]): Promise<void> {
  await db
    .insertInto('representations')
    .values(
      kinds.map((kind) => ({
        body_id: bodyId,
        kind,
        status: 'generating',
        reason: null,
        body_key: null,
        content_type: null,
        size: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Requeues failed renditions, and successful ones that ended before a time. A successful rendition stays in use until it is replaced. */
export async function requeueEnded(
  db: Db,
  bodyId: number,
  kinds: readonly RenditionKind[],
  endedBefore: Date,
): Promise<void> {
  await db
    .updateTable('representations')
    .set({ status: 'generating', progress: 0, reason: null })
    .where('body_id', '=', bodyId)
    .where('kind', 'in', kinds)
    .where((where) =>
      where.or([
        where('status', '=', 'generating_failed'),
        where.and([where('status', '=', 'generated'), where('updated_at', '<', endedBefore)]),
      ]),
    )
    .execute()
}

/** Requeues renditions that failed for a reason. @returns whether there were any */
export async function requeueFailed(
  db: Db,
  bodyId: number,
  kinds: readonly RenditionKind[],
  reason: PreviewReason,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('representations')
    .set({ status: 'generating', progress: 0, reason: null })
    .where('body_id', '=', bodyId)
    .where('kind', 'in', kinds)
    .where('status', '=', 'generating_failed')
    .where('reason', '=', reason)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Requeues an old rendition, which stays in use until it is replaced. */
export async function requeueOlder(db: Db, bodyId: number, kind: RenditionKind, madeBefore: Date): Promise<void> {
  await db
    .updateTable('representations')
    .set({ status: 'generating', progress: 0 })
    .where('body_id', '=', bodyId)
    .where('kind', '=', kind)
    .where('status', '=', 'generated')
    .where('updated_at', '<', madeBefore)
    .execute()
}

/** Stores the progress of a rendition. */
export async function markStatus(
  db: Db,
  bodyId: number,
  kinds: readonly RenditionKind[],
  change: { status: PreviewStatus; progress?: number },
  at: Date,
): Promise<void> {
  await db
    .updateTable('representations')
    .set({ ...change, updated_at: at })
    .where('body_id', '=', bodyId)
    .where('kind', 'in', kinds)
    .execute()
}

/** Stores the progress of a video or audio, and its length if known. */
export async function markMedia(
  db: Db,
  bodyId: number,
  kind: RenditionKind,
  change: { media_status: MediaStatus; milliseconds?: number },
  at: Date,
): Promise<void> {
  await db
    .updateTable('representations')
    .set({ ...change, updated_at: at })
    .where('body_id', '=', bodyId)
    .where('kind', '=', kind)
    .execute()
}

/**
 * Records a finished rendition. For a new PDF, also forgets the pages of the earlier PDF, so that nobody sees pages of both side by side.
 * Returns the keys of the replaced blobs; null when the rendition was forgotten while it was made.
 * @param enterprise charged for the bytes
 */
export async function markMade(
  db: Db,
  bodyId: number,
  kind: RenditionKind,
  made: Made,
  at: Date,
  enterprise: number | null = null,
): Promise<string[] | null> {
  return db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('representations')
      .select('body_key')
      .where('body_id', '=', bodyId)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined) return null
    const pages = kind === 'pdf' || kind.startsWith('pdf:') ? await forgetPages(transaction, bodyId, kind.slice(3)) : []
    await transaction
      .updateTable('representations')
      .set({
        status: 'generated',
        progress: 1,
        reason: null,
        body_key: made.key,
        size: made.size,
        content_type: made.contentType,
        enterprise_id: enterprise,
        used_at: at,
        updated_at: at,
      })
      .where('body_id', '=', bodyId)
      .where('kind', '=', kind)
      .execute()
    return before.body_key === null ? pages : [before.body_key, ...pages]
  })
}

export async function markFailed(
  db: Db,
  bodyId: number,
  kinds: readonly RenditionKind[],
  reason: PreviewReason,
  at: Date,
): Promise<void> {
  await db
    .updateTable('representations')
    .set({ status: 'generating_failed', progress: 0, reason, updated_at: at })
    .where('body_id', '=', bodyId)
    .where('kind', 'in', kinds)
    .execute()
}

/** ms within which a second use is not stored */
const USED_WITHIN = 3_600_000

/** Records a use, because the least used renditions are removed first. */
export async function markUsed(db: Db, row: RepresentationRow, at: Date): Promise<void> {
  if (row.enterprise_id === null || at.getTime() - row.used_at.getTime() < USED_WITHIN) return
  await db
    .updateTable('representations')
    .set({ used_at: at })
    .where('body_id', '=', row.body_id)
    .where('kind', '=', row.kind)
    .execute()
}

/**
 * The least recently used renditions of an enterprise: those that remain after keeping `bytes` of the most recently used. Excludes a body from
 * an archive if a version also uses it.
 */
export async function leastUsed(db: Db, enterprise: number, bytes: number) {
  const { rows } = await sql<{ body_id: number; kind: string; body_key: string; entry_id: number | null }>`
    select body_id, kind, body_key, entry_id from (
      select made.body_id, made.kind, made.body_key, entries.id as entry_id,
        sum(made.size) over (order by made.used_at desc, made.body_id, made.kind) as up_to
      from representations made left join bodies entries on entries.key = made.body_key
      where made.enterprise_id = ${enterprise} and made.status = 'generated' and made.body_key is not null
        and not exists (select from versions where versions.body_id = entries.id)
    ) ordered where up_to > ${bytes}`.execute(db)
  return rows
}

/** Forgets a rendition, unless it was made again. @returns whether it was forgotten */
export async function forgetMade(db: Db, made: { body_id: number; kind: string; body_key: string }): Promise<boolean> {
  const gone = await db
    .deleteFrom('representations')
    .where('body_id', '=', made.body_id)
    .where('kind', '=', made.kind)
    .where('body_key', '=', made.body_key)
    .executeTakeFirst()
  return gone.numDeletedRows > 0
}

/** Forgets the list of a document's pages, their texts and their pictures. @param reading '', or a chosen encoding such as `:big5` */
function forgetPages(db: Db, bodyId: number, reading: string): Promise<string[]> {
  const ofReading = sql<boolean>`kind ~ ${`^page(s|_texts|_[0-9]+(_(small|light))?)${reading}(@|$)`}`
  return forget(db.deleteFrom('representations').where('body_id', '=', bodyId).where(ofReading))
}

/** Forgets page pictures, watermarked renditions and those of chosen encodings made before `then`. @returns the keys of their bodies */
export function forgetMadeBefore(db: Db, then: Date): Promise<string[]> {
  const isMadeForFew = (where: ExpressionBuilder<Database, 'representations'>) =>
    where.or([where('kind', 'like', 'page\\_%'), where('kind', 'like', '%@%'), where('kind', 'like', '%:%')])
  return forget(db.deleteFrom('representations').where('updated_at', '<', then).where(isMadeForFew))
}

async function forget(gone: DeleteQueryBuilder<Database, 'representations', object>): Promise<string[]> {
  return (await gone.returning('body_key').execute()).flatMap(({ body_key: key }) => key ?? [])
}
