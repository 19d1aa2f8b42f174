import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import { groupsOf } from '../access/rightsFacts'
import type { ItemIds } from '../access/itemIds'

/**
 * Items where a user's rights begin or change: own spaces, departments of the user and those below, invitations. Every other item has
 * the rights of the nearest such item above, or none.
 */
export function turningPoints(userId: number): ItemIds {
  return sql`array(
    with recursive given as (
      select id from items where space_owner_id = ${userId}
      union
      select items.id from department_members join items using (department_id) where department_members.user_id = ${userId}
      union
      select item_id from collabs where user_id = ${userId} and accepted
      union
      select item_id from collabs where group_id in (${groupsOf(userId)}) and accepted
    ), points as (
      select items.id, department_id from given join items using (id)
      union
      select below.id, below.department_id from points join items below on below.parent_id = points.id
      where points.department_id is not null and below.department_id is not null
    )
    select id from points
  )`
}

/** Ids of items as arrays in the database's notation, because parsing tens of thousands is slow. */
export interface Reach {
  /** Items whose own rights were checked. */
  judged: string
  /** Items that the user sees: checked items, and folders below them. */
  visible: string
  /** Those of the visible items whose files the user may read. */
  readable: string
  /** Those of the visible items that lie in the own space of the person to whom the search is restricted. */
  owned: string
}

/**
 * All folders that inherit their rights from some items, without the trash.
 * @param points.judged where rights change: folders below such an item do not inherit from the items above it
 * @param points.readable a subset of `visible`
 * @param points.owned a subset of `visible`
 */
export async function reachFrom(
  db: Db,
  points: Record<'judged' | 'visible' | 'readable' | 'owned', readonly number[]>,
): Promise<Reach> {
  const judged = arrayOf(points.judged)
  const {
    rows: [row],
  } = await sql<{ visible: string | null; readable: string | null; owned: string | null }>`
    with recursive reach as (
      select id, id = any(${arrayOf(points.readable)}::bigint[]) as is_readable, id = any(${arrayOf(points.owned)}::bigint[]) as is_owned
      from unnest(${arrayOf(points.visible)}::bigint[]) id
      union all
      select below.id, is_readable, is_owned from reach join items below on below.parent_id = reach.id
      where below.is_folder and below.deleted_at is null and below.department_id is null and below.id <> all(${judged}::bigint[])
    )
    select array_agg(id)::text as visible, (array_agg(id) filter (where is_readable))::text as readable,
      (array_agg(id) filter (where is_owned))::text as owned from reach`.execute(db)
  return { judged, visible: row?.visible ?? '{}', readable: row?.readable ?? '{}', owned: row?.owned ?? '{}' }
}

function arrayOf(ids: readonly number[]): string {
  return `{${ids.join()}}`
}
