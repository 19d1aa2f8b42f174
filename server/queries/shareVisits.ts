import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../database/connect'
import type { ShareVisitTable, UseKind } from '../database/shareTables'
import type { VisitorKey } from '../actor'

export type VisitRow = Selectable<ShareVisitTable> & { user_name: string | null }

export interface Use {
  linkId: number
  kind: UseKind
  visitor: VisitorKey
  /** 0 of a visit */
  itemId: number
  /** 0 but of a download */
  versionId: number
  now: Date
  /** Until then the same counts nothing. */
  until: Date
}

/** Whether a visitor has taken something that still counts. */
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

/** Whether a visitor has taken anything but a visit that still counts. */
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

/**
 * Counts what a visitor takes, in one statement: the same at once from the same visitor once, and never more than the link allows (AH-06).
 * After `exhausted` the transaction must be rolled back.
 * @returns `known`: it was taken before and counts nothing
 */
export async function countUse(
  db: Db,
  { linkId, kind, visitor, itemId, versionId, now, until }: Use,
): Promise<'counted' | 'known' | 'exhausted'> {
  const {
    rows: [row],
  } = await sql<{ is_fresh: boolean; is_counted: boolean }>`
    with fresh as (
      insert into share_uses as taken (link_id, kind, visitor, item_id, version_id, until)
      values (${linkId}, ${kind}, ${visitor}, ${itemId}, ${versionId}, ${until})
      on conflict (link_id, kind, visitor, item_id, version_id) do update set until = excluded.until where taken.until <= ${now}
      returning xmax = 0 as is_first
    ), counted as (
      update share_links set
        visit_count = visit_count + ${one(kind === 'visit')},
        visitor_count = visitor_count + case when ${kind === 'visit'} and (select is_first from fresh) then 1 else 0 end,
        preview_count = preview_count + ${one(kind === 'preview')},
        download_count = download_count + ${one(kind === 'download')}
      where id = ${linkId} and exists (select from fresh) and ${allowed(kind)}
      returning id
    )
    select exists (select from fresh) as is_fresh, exists (select from counted) as is_counted`.execute(db)
  if (!row!.is_fresh) return 'known'
  return row!.is_counted ? 'counted' : 'exhausted'
}

function one(is: boolean) {
  return sql.lit(is ? 1 : 0)
}

function allowed(kind: UseKind) {
  switch (kind) {
    case 'visit':
      return sql`true`
    case 'preview':
      return sql`(preview_limit is null or preview_count < preview_limit)`
    case 'download':
      return sql`(download_limit is null or download_count < download_limit)`
  }
}

export async function insertVisit(db: Db, visit: Insertable<ShareVisitTable>): Promise<void> {
  await db.insertInto('share_visits').values(visit).execute()
}

/** Visits of a link by people of a network who were not signed in, since then. */
export async function countVisits(
  db: Db,
  { linkId, network, since }: { linkId: number; network: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('share_visits')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
    .where('network', '=', network)
    .where('at', '>', since)
    .where('kind', '=', 'visit')
    .where('user_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A page of what was done with a link, the newest first. */
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
    .orderBy('share_visits.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total: Number(count) }
}

/**
 * Visits of each of some days, the oldest first.
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

/** Forgets from where people came, and what they had taken, before then. */
export async function trimVisits(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('share_visits')
    .set({ address: null, network: null })
    .where('at', '<', before)
    .where('address', 'is not', null)
    .execute()
  await db.deleteFrom('share_uses').where('until', '<', before).execute()
}
