import { sql, type RawBuilder } from 'kysely'
import { preparedStatement, type Db } from '../../database/connect'

/** Ids of items: as a list, or as a subquery inside the statement that uses them, which saves a round trip to the database. */
export type ItemIds = readonly number[] | RawBuilder<number[]>

/** The ids as an SQL array. */
export function idArray(ids: ItemIds): RawBuilder<number[]> {
  return isNamed(ids) ? sql`${ids}::bigint[]` : ids
}

/** The ids, followed by `id`. */
export function withItem(ids: ItemIds, id: number): ItemIds {
  return isNamed(ids) ? [...ids, id] : sql`${ids} || ${id}::bigint`
}

/** The ids as a list without duplicates. */
export async function readIds(db: Db, ids: ItemIds): Promise<number[]> {
  if (isNamed(ids)) return [...new Set(ids)]
  const { rows } = await sql<{ ids: number[] }>`${preparedStatement} select ${ids} as ids`.execute(db)
  return [...new Set(rows[0]!.ids)]
}

export function isNamed(ids: ItemIds): ids is readonly number[] {
  return Array.isArray(ids)
}
