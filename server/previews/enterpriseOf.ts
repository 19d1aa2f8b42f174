import { sql } from 'kysely'
import type { Db } from '../database/connect'

/**
 * The enterprise of the users who uploaded a body. For a body from an archive, the upload of the archive counts. null if nobody uploaded it, or if its
 * uploaders belong to several enterprises.
 */
export async function enterpriseOf(db: Db, bodyId: number): Promise<number | null> {
  const found = await enterprisesOf(db, bodyId).distinct().limit(2).execute()
  return found.length === 1 ? found[0]!.enterprise_id : null
}

/** The enterprise of the first uploader, as for `enterpriseOf`; null if nobody uploaded the body. */
export async function firstEnterpriseOf(db: Db, bodyId: number): Promise<number | null> {
  const found = await enterprisesOf(db, bodyId).orderBy('versions.id').limit(1).executeTakeFirst()
  return found?.enterprise_id ?? null
}

/** One row per upload of the body or its archive. */
function enterprisesOf(db: Db, bodyId: number) {
  return db
    .selectFrom('bodies')
    .innerJoin('versions', (join) => join.on(sql<boolean>`versions.body_id = coalesce(bodies.archive_id, bodies.id)`))
    .innerJoin('users', 'users.id', 'versions.creator_id')
    .where('bodies.id', '=', bodyId)
    .select('users.enterprise_id')
}
