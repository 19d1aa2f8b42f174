import { sql } from 'kysely'
import { anyNumberOf, preparedStatement, type Db } from '../../database/connect'
import type { Grant } from '../../policies/access/facts'
import type { Window } from '../items/children'
import type { LinkDetail } from '../shares/links'
import { matchingName } from './entries'

/** A role granted on a folder, and the group it was granted to. */
export interface GroupGrant extends Grant {
  groupId: number | null
}

/** A share link that leads to an item. */
export interface LinkPath {
  link: LinkDetail
  /** Levels between the item and the item that the link shows. */
  at: number
  mayDownload: boolean
}

export interface HeldWay extends GroupGrant {
  userId: number
  itemId: number
}

/** The grants of active users on some folders, each with its group. @param userIds only these users; omitted: all */
export async function grantsByWay(
  db: Db,
  itemIds: readonly number[],
  userIds: readonly number[] | null = null,
): Promise<HeldWay[]> {
  const among = userIds === null ? sql`` : sql`and user_id = any(${anyNumberOf(userIds)})`
  const { rows } = await sql<HeldWay>`${preparedStatement}
    with recursive given as (
      select item_id, user_id, group_id, role, is_added from collabs where item_id = any(${anyNumberOf(itemIds)}) and accepted
    ), below as (
      select given.item_id, given.role, given.group_id, groups.department_id as id from given join groups on groups.id = given.group_id
      where groups.department_id is not null
      union
      select below.item_id, below.role, below.group_id, departments.id from below join departments on departments.parent_id = below.id
    ), held as (
      select user_id, item_id, role, case when is_added then 'added' else 'user' end as "by", null::bigint as group_id from given where user_id is not null ${among}
      union all
      select group_members.user_id, item_id, role, 'group', group_id from given join group_members using (group_id)
      where true ${userIds === null ? sql`` : sql`and group_members.user_id = any(${anyNumberOf(userIds)})`}
      union
      select user_id, item_id, below.role, 'group', below.group_id from below join department_members on department_id = below.id
      where true ${among}
      union all
      select user_id, items.id, role, case when is_manager then 'manager' else 'member' end, groups.id
      from items join department_members using (department_id) join groups on groups.department_id = department_members.department_id
      where items.id = any(${anyNumberOf(itemIds)}) ${among}
    )
    select user_id as "userId", item_id as "itemId", role, "by", group_id as "groupId", groups.department_id as "departmentId"
    from held join users on users.id = user_id left join groups on groups.id = group_id where users.is_active`.execute(
    db,
  )
  return rows
}

export interface NamedPerson {
  id: number
  name: string
  login: string
  enterprise_id: number
}

/**
 * A page of the active users among some people, by rank and then by name.
 * @param people rank by user id
 * @param key as searchKey; '' = everybody
 * @param lookedUpId the enterprise whose people are also found by their login
 */
export async function pageOfRanked(
  db: Db,
  people: ReadonlyMap<number, number>,
  { key, lookedUpId }: { key: string; lookedUpId: number | null },
  { offset, limit }: Window,
): Promise<{ total: number; page: NamedPerson[] }> {
  const order = sql`order by rank, name_order, id`
  const { rows } = await sql<{ total: number } & (NamedPerson | { id: null })>`
    with found as materialized (
      select users.id, name, name_order, login, enterprise_id, rank
      from unnest(${[...people.keys()]}::bigint[], ${[...people.values()]}::int[]) as ranked (id, rank) join users using (id)
      where is_active and ${matchingName(key, lookedUpId)}
    )
    select * from (select count(*)::int as total from found) counted
    left join (select * from found ${order} offset ${offset} limit ${limit}) page on true ${order}`.execute(db)
  return { total: rows[0]!.total, page: rows.filter((row): row is typeof row & NamedPerson => row.id !== null) }
}

/**
 * Links that show one of some items and are neither closed nor expired, newest first. Their status is not computed.
 * @param makerId null: of any maker
 * @param before only older ids; null: from the newest
 */
export async function linksShowing(
  db: Db,
  itemIds: readonly number[],
  { makerId, now, before, limit }: { makerId: number | null; now: Date; before: number | null; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select share_links.id from share_links
    where id in (select link_id from share_link_items where item_id = any(${itemIds}::bigint[]))
      ${makerId === null ? sql`` : sql`and maker_id = ${makerId}`}
      ${before === null ? sql`` : sql`and id < ${before}`}
      and closed_at is null and closed_by_administrator_at is null and (due_at is null or due_at > ${now})
    order by id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
