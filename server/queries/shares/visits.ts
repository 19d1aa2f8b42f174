import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../database/connect'
import type { ShareVisitTable, UseKind } from '../../database/shareTables'
import type { VisitorKey } from '../../actors/actor'

export type VisitRow = Selectable<ShareVisitTable> & { user_name: string | null; visitor_number: number }

export interface Use {
  linkId: number
  kind: UseKind
  visitor: VisitorKey
  /** 0 for a visit */
  itemId: number
  /** 0 except for a download */
  versionId: number
  now: Date
  /** Until this time, a repetition of the use does not count. */
  until: Date
}

/** Whether a visitor has a counted use that has not expired. */
export async function hasUse(
  db: Db,
  { linkId, kind, visitor, itemId, versionId, now }: Omit<Use, 'until'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('share_uses')
    .select('until')
    .where('link_id', '=', linkId)
    .where('kind', '=', kind)
    .where('visitor', '=', visitor)
    .where('item_id', '=', itemId)
    .where('version_id', '=', versionId)
    .where('until', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a visitor has any counted use that has not expired, except visits. */
export async function hasAnyUse(
  db: Db,
  { linkId, visitor, now }: Pick<Use, 'linkId' | 'visitor' | 'now'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('share_uses')
    .select('until')
    .where('link_id', '=', linkId)
    .where('visitor', '=', visitor)
    .where('kind', '<>', 'visit')
    .where('until', '>', now)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The item and version of a use. */
export type UsedItem = Pick<Use, 'itemId' | 'versionId'>

/**
 * Counts a visitor's uses, all or nothing, in one statement. Concurrent equal uses by one visitor count once, and the link's limits are never
 * exceeded (AH-06). Uses that have not expired do not count again.
 * @returns the newly counted uses; null if the link does not allow all uses: the caller must then roll the transaction back
 */
export async function countUses(
  db: Db,
  { linkId, kind, visitor, now, until }: Omit<Use, keyof UsedItem>,
  items: readonly UsedItem[],
): Promise<UsedItem[] | null> {
  const {
    rows: [row],
  } = await sql<{ fresh: UsedItem[]; is_counted: boolean }>`
    with asked as (
      select distinct * from unnest(
        ${items.map(({ itemId }) => itemId)}::bigint[], ${items.map(({ versionId }) => versionId)}::bigint[]
      ) as asked (item_id, version_id)
    ), fresh as (
      insert into share_uses as taken (link_id, kind, visitor, item_id, version_id, until)
      select ${linkId}::bigint, ${kind}, ${visitor}, item_id, version_id, ${until}::timestamptz from asked order by item_id, version_id
      on conflict (link_id, kind, visitor, item_id, version_id) do update set until = excluded.until, is_continued = false where taken.until <= ${now}
      returning item_id, version_id, xmax = 0 as is_first
    ), number as (
      select count(*)::integer as n from fresh
    ), counted as (
      update share_links set
        visit_count = visit_count + ${countIf(kind === 'visit')},
        visitor_count = visitor_count + case when ${kind === 'visit'} and exists (select from fresh where is_first) then 1 else 0 end,
        preview_count = preview_count + ${countIf(kind === 'preview')},
        download_count = download_count + ${countIf(kind === 'download')}
      from number where id = ${linkId} and n > 0 and ${allowed(kind)}
      returning id
    )
    select exists (select from counted) as is_counted, coalesce(
      (select json_agg(json_build_object('itemId', item_id, 'versionId', version_id)) from fresh), '[]'
    ) as fresh`.execute(db)
  const { fresh, is_counted: isCounted } = row!
  return isCounted || fresh.length === 0 ? fresh : null
}

function countIf(is: boolean) {
  return is ? sql`n` : sql.lit(0)
}

function allowed(kind: UseKind) {
  switch (kind) {
    case 'visit':
      return sql`true`
    case 'preview':
      return sql`(preview_limit is null or preview_count + n <= preview_limit)`
    case 'download':
      return sql`(download_limit is null or download_count + n <= download_limit)`
  }
}

/**
 * Transfers the unexpired uses of an anonymous visitor to the user who has signed in. Each use is transferred once, to the first user
 * who continues with the visitor's grant.
 */
export async function continueUses(
  db: Db,
  { linkId, from, to, now }: { linkId: number; from: VisitorKey; to: VisitorKey; now: Date },
): Promise<void> {
  await sql`
    with continued as (
      update share_uses set is_continued = true
      where link_id = ${linkId} and visitor = ${from} and kind <> 'visit' and until > ${now} and not is_continued
      returning link_id, kind, item_id, version_id, until
    )
    insert into share_uses as taken (link_id, kind, visitor, item_id, version_id, until, is_continued)
    select link_id, kind, ${to}, item_id, version_id, until, true from continued
    on conflict (link_id, kind, visitor, item_id, version_id) do update
      set until = greatest(taken.until, excluded.until)`.execute(db)
}

export async function insertVisits(db: Db, visits: readonly Insertable<ShareVisitTable>[]): Promise<void> {
  await db.insertInto('share_visits').values(visits).execute()
}

/** The number of uses of a link by people of a network who were not signed in, after `since`. */
export async function countVisits(
  db: Db,
  { linkId, network, kind, since }: { linkId: number; network: string; kind: UseKind; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('share_visits')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
    .where('network', '=', network)
    .where('at', '>', since)
    .where('kind', '=', kind)
    .where('user_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A page of a link's visits and uses, newest first. */
export async function visitPage(
  db: Db,
  linkId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: VisitRow[]; total: number }> {
  const found = db.selectFrom('share_visits').where('link_id', '=', linkId)
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('users', 'users.id', 'share_visits.user_id')
    .selectAll('share_visits')
    .select('users.name as user_name')
    .select(sql<number>`(hashtextextended(visitor, link_id) & 2147483647)::int`.as('visitor_number'))
    .orderBy('share_visits.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total: Number(count) }
}

/**
 * The number of visits on each of the last days, oldest first.
 * @param zone minutes of local time ahead of UTC
 */
export async function visitsByDay(
  db: Db,
  linkId: number,
  { now, zone, days }: { now: Date; zone: number; days: number },
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(share_visits.id)::int as count
    from generate_series(${days - 1}::int, 0, -1) ago
    cross join lateral (
      select date_trunc('day', ${now}::timestamptz at time zone 'UTC' + ${zone} * interval '1 minute')
        - ago * interval '1 day' - ${zone} * interval '1 minute' as begins
    ) day
    left join share_visits on link_id = ${linkId} and kind = 'visit'
      and at >= begins at time zone 'UTC' and at < (begins + interval '1 day') at time zone 'UTC'
    group by ago order by ago desc`.execute(db)
  return rows.map(({ count }) => count)
}

/** Deletes the network addresses of visits made before `before`, and the counted uses that expired before `before`. */
export async function trimVisits(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('share_visits')
    .set({ address: null, network: null })
    .where('at', '<', before)
    .where('address', 'is not', null)
    .execute()
  await db.deleteFrom('share_uses').where('until', '<', before).execute()
}
