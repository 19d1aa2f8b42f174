import { sql } from 'kysely'
import { extensionsOf } from '@/domain/items/kinds'
import { preparedStatement, type Db } from '../../database/connect'

const extensions = `${extensionsOf.image} ${extensionsOf.video}`.split(' ')

/** Files of one folder that a request sorts; more would hold the database for seconds. */
const MOST = 20_000

/** The original date of a row of `items`: that of its current version, else the time of its last change (decisions 250). */
export const originalDate = sql`coalesce(
  (select bodies.original_date from versions join bodies on bodies.id = versions.body_id where versions.id = items.current_version_id),
  items.modified_at
)`

/** The pictures and videos directly in a folder, newest original date first. `taken`: seconds. @param hidden ids to leave out */
export async function photosIn(
  db: Db,
  folderId: number,
  hidden: readonly number[],
): Promise<{ id: number; taken: number }[]> {
  const { rows } = await sql<{ id: number; taken: number }>`${preparedStatement}
    select id, floor(extract(epoch from date))::double precision as taken
    from (
      select items.id, ${originalDate} as date
      from (
        select id, extension, current_version_id, modified_at from items
        where parent_id = ${folderId}::bigint and not is_folder and deleted_at is null
        order by modified_at desc, id desc limit ${MOST}::bigint
      ) items
      where extension = any(${extensions}::text[]) and id <> all(${hidden}::bigint[])
    ) photos
    order by date desc, id desc`.execute(db)
  return rows
}
