import { sql } from 'kysely'
import type { Db } from '../database/connect'
import type { Window } from './items/children'
import { hasForms, patternOf } from './search/hanForms'
import { holds as held } from './search/matches'
import type { ShownVersion } from './items/versions'

export interface SharedSearch {
  /** Roots of the searched trees. */
  tops: readonly number[]
  /** Whether the roots themselves can be found. */
  isWithTops: boolean
  /** Items to leave out, together with everything below them. */
  hidden: readonly number[]
  /** By item: the older version that the link shows. The version's name replaces the item's current name. */
  older: ReadonlyMap<number, ShownVersion>
  /** as wordKeys, not empty: each must match */
  keys: readonly string[]
  isFoldersOnly: boolean
}

/** Items by name: first names that begin with the words, then names that contain them, newest first within each group. */
export async function findShared(
  db: Db,
  { tops, isWithTops, hidden, older, keys, isFoldersOnly }: SharedSearch,
  { offset, limit }: Window,
): Promise<{ ids: number[]; total: number }> {
  const joined = keys.join('')
  const beginsWith = hasForms(joined)
    ? sql`search_key(coalesce(older.name, items.name)) ~ ${`^${patternOf(joined)}`}`
    : sql`starts_with(search_key(coalesce(older.name, items.name)), ${joined})`
  const holds = (key: string) => held(sql`search_key(coalesce(older.name, items.name))`, key)
  const names = [...older].map(([id, { name }]) => [id, name] as const)
  const { rows } = await sql<{ id: number | null; total: number }>`
    with recursive tree as (
      select id, is_folder from items where id = any(${tops}) and deleted_at is null
      union
      select below.id, below.is_folder from tree join items below on below.parent_id = tree.id
      where tree.is_folder and below.deleted_at is null and below.id <> all(${hidden})
    ), older as (
      select * from unnest(${names.map(([id]) => id)}::bigint[], ${names.map(([, name]) => name)}::text[]) as older (id, name)
    ), found as (
      select items.id, modified_at, case when ${beginsWith} then 1 else 0 end as place
      from tree join items using (id) left join older using (id)
      where (items.is_folder or not ${isFoldersOnly}::boolean) and (${isWithTops}::boolean or items.id <> all(${tops}))
        and ${sql.join(keys.map(holds), sql` and `)}
    ), page as (
      select id, row_number() over (order by place <> 1, modified_at desc, id desc) as at from found
      order by at offset ${offset} limit ${limit}
    )
    select page.id, counted.total from (select count(*) as total from found) counted left join page on true
    order by page.at`.execute(db)
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]!.total }
}
