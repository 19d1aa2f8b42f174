import { sql, type RawBuilder } from 'kysely'
import { extensionsOf } from '@/domain/items/kinds'
import { MOST_PHOTOS } from '@/domain/items/lists/photos'
import { preparedStatement, type Db } from '../../database/connect'
import type { ItemRow } from '../../database/tables'
import type { Window } from './children'

const extensions = `${extensionsOf.image} ${extensionsOf.video}`.split(' ')

/** The columns of a file by which pictures are chosen and ordered. */
export type FileFacts = Pick<
  ItemRow,
  | 'current_version_id'
  | 'deleted_at'
  | 'extension'
  | 'id'
  | 'is_encrypted'
  | 'is_folder'
  | 'modified_at'
  | 'parent_id'
  | 'scope'
>

/** The original date of a row of `items`: that of its current version, else the time of its last change (decisions 250). */
export const originalDate = sql`coalesce(
  (select bodies.original_date from versions join bodies on bodies.id = versions.body_id where versions.id = items.current_version_id),
  items.modified_at
)`

/** The files of a folder that a request sorts by original date, for use as `items`: those changed last. More would hold the database for seconds. */
export function latestFilesIn(folderId: number): RawBuilder<FileFacts> {
  return sql`(
    select id, parent_id, is_folder, deleted_at, scope, is_encrypted, extension, current_version_id, modified_at from items
    where parent_id = ${folderId}::bigint and not is_folder and deleted_at is null
    order by modified_at desc, id desc limit ${MOST_PHOTOS}::bigint
  )`
}

export interface Photos {
  /** The pictures of the window. */
  ids: number[]
  total: number
  /** The dates of all, seconds. */
  dates?: number[]
}

/** The pictures and videos directly in a folder, newest original date first. @param hidden ids to leave out */
export async function photosIn(
  db: Db,
  folderId: number,
  hidden: readonly number[],
  { offset, limit }: Window,
  withDates: boolean,
): Promise<Photos> {
  const order = sql`order by date desc, id desc`
  const seconds = sql`floor(extract(epoch from date))::double precision`
  const { rows } = await sql<Photos>`${preparedStatement}
    with photos as (
      select items.id, ${originalDate} as date from ${latestFilesIn(folderId)} items
      where extension = any(${extensions}::text[]) and id <> all(${hidden}::bigint[])
    )
    select (select count(*) from photos) as total,
      array(select id from photos ${order} offset ${offset}::bigint limit ${limit}::bigint) as ids
      ${withDates ? sql`, array(select ${seconds} from photos ${order}) as dates` : sql``}`.execute(db)
  return rows[0]!
}
