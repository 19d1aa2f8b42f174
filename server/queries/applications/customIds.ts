import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import type { OpenUserRow } from './people'

export type CustomKind = 'user' | 'department' | 'group'

/** An outer system that knows an enterprise. */
export interface Platform {
  enterpriseId: number
  platformId: number
}

/** A manager of a department, with the departments that they belong to. */
export interface NamedManager {
  row: OpenUserRow
  customId: string | null
  departments: { id: number; name: string; customId: string | null }[]
}

const columns = { user: 'user_id', department: 'department_id', group: 'group_id' } as const

/** Our ids of those whom an outer system names; unknown names are missing. */
export async function idsOfCustom(
  db: Db,
  { enterpriseId, platformId }: Platform,
  kind: CustomKind,
  customIds: readonly string[],
): Promise<Map<string, number>> {
  if (customIds.length === 0) return new Map()
  const { rows } = await sql<{ custom_id: string; id: number }>`
    select custom_id, ${sql.ref(columns[kind])} as id from custom_ids
    where enterprise_id = ${enterpriseId} and platform_id = ${platformId} and kind = ${kind}
      and custom_id = any(${customIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.custom_id, row.id]))
}

/** The names that an outer system has for some of ours; those that it does not know are missing. */
export async function customIdsOf(
  db: Db,
  { enterpriseId, platformId }: Platform,
  kind: CustomKind,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ custom_id: string; id: number }>`
    select custom_id, ${sql.ref(columns[kind])} as id from custom_ids
    where enterprise_id = ${enterpriseId} and platform_id = ${platformId}
      and ${sql.ref(columns[kind])} = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.custom_id]))
}

/** Remembers the name of one of ours, instead of an earlier name. */
export async function putCustomId(
  db: Db,
  { enterpriseId, platformId }: Platform,
  kind: CustomKind,
  id: number,
  customId: string,
): Promise<void> {
  await forgetCustomId(db, platformId, kind, id)
  const column = sql.ref(columns[kind])
  await sql`insert into custom_ids (enterprise_id, platform_id, custom_id, ${column})
    values (${enterpriseId}, ${platformId}, ${customId}, ${id})`.execute(db)
}

export async function forgetCustomId(db: Db, platformId: number, kind: CustomKind, id: number): Promise<void> {
  await sql`delete from custom_ids where platform_id = ${platformId} and ${sql.ref(columns[kind])} = ${id}`.execute(db)
}
