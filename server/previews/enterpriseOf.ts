import { sql } from 'kysely'
import type { Db } from '../database/connect'

/**
 * The enterprise of those who brought a body, or the archive that it was taken from; null for one that is nobody's any more, and one that
 * several enterprises have.
 */
export async function enterpriseOf(db: Db, bodyId: number): Promise<number | null> {
  const found = await enterprisesOf(db, bodyId).distinct().limit(2).execute()
  return found.length === 1 ? found[0]!.enterprise_id : null
}

/** The enterprise of whoever brought a body first, or the archive that it was taken from; null for one that is nobody's any more. */
export async function firstEnterpriseOf(db: Db, bodyId: number): Promise<number | null> {
  const found = await enterprisesOf(db, bodyId).orderBy('versions.id').limit(1).executeTakeFirst()
  return found?.enterprise_id ?? null
}

/** Of everybody who brought it, or its archive. */
function enterprisesOf(db: Db, bodyId: number) {
  return db
    .selectFrom('bodies')
    .innerJoin('versions', (join) => join.on(sql<boolean>`versions.body_id = coalesce(bodies.archive_id, bodies.id)`))
    .innerJoin('users', 'users.id', 'versions.creator_id')
    .where('bodies.id', '=', bodyId)
    .select('users.enterprise_id')
}
