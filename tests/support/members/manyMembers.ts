import { sql } from 'kysely'
import type { Db } from '../../../server/database/connect'

/**
 * Adds many new users of an enterprise to a folder as viewers, and each as an editor to one of the folders below it.
 * @param below the folders, used in turn; none: no second role
 */
export async function letInMany(
  db: Db,
  { enterpriseId, folderId, below, count }: { enterpriseId: number; folderId: number; below: number[]; count: number },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into users (enterprise_id, login, name)
    select ${enterpriseId}, 'c' || n || '@f${sql.raw(String(folderId))}.test', '成员' || n from generate_series(1, ${count}::integer) n
    returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  // A database does this by itself within a minute. Tests turn that off, and foreign keys to users would be checked by sequential scans.
  await sql`analyze users`.execute(db)
  await sql`
    insert into collabs (item_id, user_id, role, accepted)
    select ${folderId}, id, 'viewer', true from unnest(${ids}::bigint[]) id`.execute(db)
  if (below.length > 0)
    await sql`
      insert into collabs (item_id, user_id, role, accepted)
      select (${below}::bigint[])[1 + (id % ${below.length})::integer], id, 'editor', true from unnest(${ids}::bigint[]) id`.execute(
      db,
    )
  await sql`analyze`.execute(db)
}
