import { sql, type RawBuilder } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { ShareState } from '@/contract/shares/shares'
import type { Db } from '../../database/connect'
import type { ShareLinkRow, ShareLinkTable } from '../../database/shareTables'
import type { JudgedLink } from '../../policies/access/facts'

/** The current state of a link's item; for a purged item, the item's state when it was shared. */
export interface LinkItem {
  /** null: purged */
  id: number | null
  is_folder: boolean
  name: string
  extension: string
  size: number
  pinned_version_id: number | null
  pinned_number: number | null
}

/** A link with everything that lists show. */
export interface LinkDetail extends ShareLinkRow {
  maker_name: string
  /** in the order of their selection */
  items: LinkItem[]
  /** the first receivers */
  receivers: { id: number; is_group: boolean; department_id: number | null; name: string }[]
  receiver_count: number
}

/** A link, with the facts that depend on the asking user. */
export interface LinkView {
  link: LinkDetail
  state: ShareState
  /** Whether the viewer may approve. */
  mayApprove: boolean
  /** '' for everybody but the link's maker */
  password: string
}

/** most receivers loaded by name */
const MAX_NAMED_RECEIVERS = 100

/** Links with their details, in the order of the ids. Missing ids are left out. */
export async function loadLinks(db: Db, ids: readonly number[]): Promise<LinkDetail[]> {
  if (ids.length === 0) return []
  const found = await detailed(db, sql`share_links.id = any(${ids})`)
  const byId = new Map(found.map((link) => [link.id, link]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A link by its unique name. */
export async function findLinkByName(db: Db, uniqueName: string): Promise<LinkDetail | undefined> {
  return (await detailed(db, sql`share_links.unique_name = ${uniqueName}`))[0]
}

async function detailed(db: Db, condition: RawBuilder<unknown>): Promise<LinkDetail[]> {
  return db
    .selectFrom('share_links')
    .innerJoin('users', 'users.id', 'share_links.maker_id')
    .selectAll('share_links')
    .select([
      'users.name as maker_name',
      sql<LinkItem[]>`coalesce((
        select json_agg(json_build_object(
          'id', items.id, 'is_folder', shown.is_folder, 'name', coalesce(pinned.name, items.name, shown.name),
          'extension', coalesce(pinned.extension, items.extension, shown.extension), 'size', coalesce(pinned.size, items.size, shown.size),
          'pinned_version_id', shown.pinned_version_id, 'pinned_number', pinned.number
        ) order by shown.position)
        from share_link_items shown left join items on items.id = shown.item_id
        left join versions pinned on pinned.id = shown.pinned_version_id
        where shown.link_id = share_links.id
      ), '[]')`.as('items'),
      sql<LinkDetail['receivers']>`coalesce((
        select json_agg(receiver) from (
          select coalesce(user_id, group_id) as id, group_id is not null as is_group, groups.department_id,
            coalesce(receivers.name, departments.name, groups.name) as name
          from share_link_receivers
          left join users receivers on receivers.id = user_id
          left join groups on groups.id = group_id left join departments on departments.id = groups.department_id
          where link_id = share_links.id order by group_id nulls last, user_id limit ${MAX_NAMED_RECEIVERS}
        ) receiver
      ), '[]')`.as('receivers'),
      sql<number>`(select count(*)::int from share_link_receivers where link_id = share_links.id)`.as('receiver_count'),
    ])
    .where(sql<boolean>`${condition}`)
    .execute()
}

export interface NewLink extends Insertable<ShareLinkTable> {
  items: readonly { itemId: number; pinnedVersionId: number | null }[]
  receivers: Receivers
}

export interface Receivers {
  userIds: readonly number[]
  groupIds: readonly number[]
}

/** @returns the id */
export async function insertLink(db: Db, { items, receivers, ...values }: NewLink): Promise<number> {
  const { id } = await db.insertInto('share_links').values(values).returning('id').executeTakeFirstOrThrow()
  await sql`
    insert into share_link_items (link_id, position, item_id, is_folder, name, extension, size, pinned_version_id)
    select ${id}, chosen.position, items.id, items.is_folder, items.name, items.extension, items.size, chosen.version_id
    from unnest(${items.map(({ itemId }) => itemId)}::bigint[], ${items.map(({ pinnedVersionId }) => pinnedVersionId)}::bigint[])
      with ordinality as chosen (item_id, version_id, position) join items on items.id = chosen.item_id`.execute(db)
  await sql`
    insert into share_link_receivers (link_id, user_id, group_id)
    select ${id}::bigint, user_id, null::bigint from unnest(${receivers.userIds}::bigint[]) user_id
    union all select ${id}::bigint, null, group_id from unnest(${receivers.groupIds}::bigint[]) group_id`.execute(db)
  return id
}

export function lockLink(db: Db, id: number): Promise<ShareLinkRow | undefined> {
  return db.selectFrom('share_links').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateLink(db: Db, id: number, change: Updateable<ShareLinkTable>): Promise<void> {
  await db.updateTable('share_links').set(change).where('id', '=', id).execute()
}

/**
 * Records that the maker is being notified of an event.
 * @returns false if the maker was notified before, wants no notice of it, or the event has not happened
 */
export async function claimNotification(
  db: Db,
  id: number,
  what: 'share_opened' | 'share_limit',
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } =
    what === 'share_opened'
      ? await db
          .updateTable('share_links')
          .set({ visit_told_at: at })
          .where('id', '=', id)
          .where('visit_told_at', 'is', null)
          .where('is_first_visit_told', '=', true)
          .executeTakeFirstOrThrow()
      : await db
          .updateTable('share_links')
          .set({ limit_told_at: at })
          .where('id', '=', id)
          .where('limit_told_at', 'is', null)
          .where(sql<boolean>`(preview_count >= preview_limit or download_count >= download_limit)`)
          .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Finds the links that end by `before` and whose makers were not notified yet. Records that the makers are notified. */
export async function markExpiring(db: Db, { now, before }: { now: Date; before: Date }): Promise<number[]> {
  const rows = await db
    .updateTable('share_links')
    .set({ expiry_told_at: now })
    .where('due_at', '>', now)
    .where('due_at', '<=', before)
    .where('expiry_told_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('closed_by_administrator_at', 'is', null)
    .where('approval_state', '=', 2)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The number of a user's links to an item. */
export async function countLinksOf(db: Db, { makerId, itemId }: { makerId: number; itemId: number }): Promise<number> {
  const { count } = await db
    .selectFrom('share_link_items')
    .innerJoin('share_links', 'share_links.id', 'link_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('item_id', '=', itemId)
    .where('maker_id', '=', makerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface LinkFilter {
  /** Links of one maker, of an enterprise, or of one maker for an enterprise. */
  of: { makerId: number } | { enterpriseId: number; makerId?: number }
  itemId?: number
  /** part of an item's name, the description, the serial number or the maker's name, ignoring case */
  search?: string
  state?: 'open' | 'ended'
  only?: 'without_password' | 'without_expiry' | 'closed' | 'waiting' | 'unclosed'
  /** Links that have ended although their rows do not show it. */
  ended?: readonly number[]
  now: Date
}

export async function countLinks(db: Db, filter: LinkFilter): Promise<number> {
  const { count } = await db
    .selectFrom('share_links')
    .where(sql<boolean>`${conditionOf(filter)}`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A page of links, newest first. */
export async function linkPage(
  db: Db,
  filter: LinkFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  const found = db.selectFrom('share_links').where(sql<boolean>`${conditionOf(filter)}`)
  const rows = await found.select('id').orderBy('id', 'desc').offset(offset).limit(limit).execute()
  return { ids: rows.map(({ id }) => id), total: await countLinks(db, filter) }
}

/**
 * The newest links that look open by their rows, with the facts to compute their status.
 * @param most the maximum number of links, and of items in all these links together
 */
export async function undecidedLinks(
  db: Db,
  filter: Omit<LinkFilter, 'state'>,
  most: { links: number; items: number },
): Promise<JudgedLink[]> {
  const open = sql`share_links where ${conditionOf({ ...filter, state: 'open' })}`
  const { rows } = await judgedLinks(open, most).execute(db)
  return rows
}

/** The newest of some links, newest first, with the facts to compute their status. @param from the links: `share_links …` @param most as above */
export function judgedLinks(from: RawBuilder<unknown>, most: { links: number; items: number }) {
  return sql<JudgedLink & { created_at: Date }>`
    with newest as (
      select share_links.*, (select count(*) from share_link_items where link_id = share_links.id) as item_count
      from ${from} order by share_links.id desc limit ${most.links}
    ), bounded as (
      select newest.*, sum(item_count) over (order by id desc) as items_so_far from newest
    )
    select id, maker_id, enterprise_id, access, due_at, closed_at, closed_by_administrator_at, approval_state, disable_download,
      preview_limit, preview_count, download_limit, download_count, created_at,
      coalesce((select json_agg(json_build_object('id', item_id)) from share_link_items where link_id = bounded.id), '[]') as items
    from bounded where items_so_far <= ${most.items} order by id desc`
}

function conditionOf({ of, itemId, search, state, only, ended = [], now }: LinkFilter): RawBuilder<unknown> {
  const isOver = sql`(${endedCondition(now)} or share_links.id = any(${ended}::bigint[]))`
  const conditions = [
    ...(of.makerId === undefined ? [] : [sql`maker_id = ${of.makerId}`]),
    ...('enterpriseId' in of ? [sql`enterprise_id = ${of.enterpriseId}`] : []),
    ...(only === undefined ? [] : [onlyCondition[only]]),
    ...(itemId === undefined
      ? []
      : [sql`exists (select from share_link_items where link_id = share_links.id and item_id = ${itemId})`]),
    ...(search ? [matches(search.toLowerCase())] : []),
    ...(state === undefined ? [] : [state === 'open' ? sql`not ${isOver}` : isOver]),
  ]
  return sql.join(conditions, sql` and `)
}

const closed = sql`(closed_at is not null or closed_by_administrator_at is not null)`
const onlyCondition = {
  without_password: sql`password_hash is null`,
  without_expiry: sql`due_at is null`,
  closed,
  unclosed: sql`not ${closed}`,
  waiting: sql`approval_state = 1 and not ${closed}`,
}

function matches(text: string) {
  return sql`(
    strpos(lower(description), ${text}) > 0 or strpos(lower(serial_number), ${text}) > 0
    or exists (select from users where users.id = maker_id and strpos(lower(users.name), ${text}) > 0)
    or exists (
      select from share_link_items shown left join items on items.id = shown.item_id
      where shown.link_id = share_links.id and strpos(lower(coalesce(items.name, shown.name)), ${text}) > 0
    )
  )`
}

/** Links that nobody can open any more, by their own rows and the state of their items. */
function endedCondition(now: Date) {
  return sql`(
    closed_at is not null or closed_by_administrator_at is not null or coalesce(due_at <= ${now}, false) or approval_state = 3
    or (approval_state = 2 and preview_limit <= preview_count and (disable_download or download_limit <= download_count)) is true
    or not exists (
      select from share_link_items shown
      where shown.link_id = share_links.id and shown.item_id is not null and not exists (
        with recursive above as (
          select parent_id, deleted_at from items where items.id = shown.item_id
          union all
          select next.parent_id, next.deleted_at from above
          cross join lateral (select parent_id, deleted_at from items where items.id = above.parent_id limit 1) next
        )
        select from above where deleted_at is not null
      )
    )
  )`
}
