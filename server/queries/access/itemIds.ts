import { sql, type RawBuilder } from 'kysely'
import { preparedStatement, type Db } from '../../database/connect'

/** Items by their ids: named, or given by a part of the statement that asks for them, which spares the way to the database and back. */
export type ItemIds = readonly number[] | RawBuilder<number[]>

/** The ids as an array of the database. */
export function idArray(ids: ItemIds): RawBuilder<number[]> {
  return isNamed(ids) ? sql`${ids}::bigint[]` : ids
}

/** These, and one more behind them. */
export function withItem(ids: ItemIds, id: number): ItemIds {
  return isNamed(ids) ? [...ids, id] : sql`${ids} || ${id}::bigint`
}

/** The ids themselves, each once. */
export async function readIds(db: Db, ids: ItemIds): Promise<number[]> {
  if (isNamed(ids)) return [...new Set(ids)]
  const { rows } = await sql<{ ids: number[] }>`${preparedStatement} select ${ids} as ids`.execute(db)
  return [...new Set(rows[0]!.ids)]
}

export function isNamed(ids: ItemIds): ids is readonly number[] {
  return Array.isArray(ids)
}
