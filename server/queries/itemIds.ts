import { sql, type RawBuilder } from 'kysely'

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

export function isNamed(ids: ItemIds): ids is readonly number[] {
  return Array.isArray(ids)
}
