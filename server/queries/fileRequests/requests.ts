import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db } from '../../database/connect'
import type { CollectLinkRow, CollectLinkTable } from '../../database/fileRequestTables'

/** A link with the facts for contributors. */
export interface NamedCollect extends CollectLinkRow {
  maker_name: string
  file_count: number
}

/** A link with the facts for its maker. */
export interface CollectDetail extends NamedCollect {
  folder_name: string | null
  listed_count: number
  listed_done_count: number
  done_count: number
  remindable_count: number
  all_reminded_at: Date | null
}

/** Links with their counts, in the order of the ids. Missing ids are left out. */
export async function loadCollects(db: Db, ids: readonly number[]): Promise<CollectDetail[]> {
  if (ids.length === 0) return []
  const found = await detailed(db, ids)
  const byId = new Map(found.map((link) => [link.id, link]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A link by its unique name or its id. */
export async function findCollect(db: Db, by: string | number): Promise<NamedCollect | undefined> {
  const condition = typeof by === 'string' ? sql`links.unique_name = ${by}` : sql`links.id = ${by}`
  const { rows } = await sql<NamedCollect>`
    select links.*, makers.name as maker_name, (select count(*)::int from ${handedIn}) as file_count
    from collect_links links join users makers on makers.id = links.maker_id
    where ${condition}`.execute(db)
  return rows[0]
}

/** Hand-ins that are not in the trash. A hand-in still counts after it was moved to another folder. */
const handedIn = sql`(
  select person_id from collect_files handed join items on items.id = handed.item_id
  where handed.link_id = links.id and items.deleted_at is null
) handed_in`

async function detailed(db: Db, ids: readonly number[]): Promise<CollectDetail[]> {
  const { rows } = await sql<CollectDetail>`
    select links.*, makers.name as maker_name, folders.name as folder_name, counts.*
    from collect_links links join users makers on makers.id = links.maker_id left join items folders on folders.id = links.folder_id
    cross join lateral (
      select count(*) filter (where is_listed)::int as listed_count,
        count(*) filter (where is_listed and files > 0)::int as listed_done_count,
        count(*) filter (where files > 0)::int as done_count,
        coalesce(sum(files), 0)::int as file_count,
        count(*) filter (where is_listed and files is null and accounts.is_active)::int as remindable_count,
        case when bool_and(reminded_at is not null) filter (where is_listed and files is null and accounts.is_active)
          then min(reminded_at) filter (where is_listed and files is null and accounts.is_active) end as all_reminded_at
      from collect_people people
      left join users accounts on accounts.id = people.user_id
      left join (select person_id, count(*) as files from ${handedIn} group by person_id) counted on person_id = people.id
      where people.link_id = links.id
    ) counts
    where links.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** @returns the id */
export async function insertCollect(db: Db, values: Insertable<CollectLinkTable>): Promise<number> {
  const { id } = await db.insertInto('collect_links').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Locks a link until the transaction ends, so that claims, hand-ins and changes of the link run one at a time. */
export function lockCollect(db: Db, id: number): Promise<CollectLinkRow | undefined> {
  return db.selectFrom('collect_links').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function updateCollect(db: Db, id: number, change: Updateable<CollectLinkTable>): Promise<void> {
  await db.updateTable('collect_links').set(change).where('id', '=', id).execute()
}

/** The number of a user's links that are not closed. */
export async function openCollects(db: Db, makerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('collect_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('maker_id', '=', makerId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface CollectFilter {
  /** Links of one maker, of an enterprise, or of one maker for an enterprise. */
  of: { makerId: number } | { enterpriseId: number; makerId?: number }
  folderId?: number
  /** part of the title, the folder's name or the maker's name, ignoring case */
  search?: string
  /** by closing and deadline */
  state?: 'open' | 'ended'
  now: Date
}

/** A page of links, newest first. */
export async function collectPage(
  db: Db,
  { of, folderId, search, state, now }: CollectFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  let found = db.selectFrom('collect_links')
  if (of.makerId !== undefined) found = found.where('maker_id', '=', of.makerId)
  if ('enterpriseId' in of) found = found.where('enterprise_id', '=', of.enterpriseId)
  if (folderId !== undefined) found = found.where('folder_id', '=', folderId)
  if (search) found = found.where(matches(search.toLowerCase()))
  if (state !== undefined) {
    const isOver = sql<boolean>`(closed_at is not null or coalesce(due_at <= ${now}, false))`
    found = found.where(state === 'ended' ? isOver : sql<boolean>`not ${isOver}`)
  }
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found.select('id').orderBy('id', 'desc').offset(offset).limit(limit).execute()
  return { ids: rows.map(({ id }) => id), total: Number(count) }
}

function matches(text: string) {
  return sql<boolean>`(
    strpos(lower(title), ${text}) > 0
    or exists (select from users where users.id = maker_id and strpos(lower(users.name), ${text}) > 0)
    or exists (select from items where items.id = folder_id and strpos(lower(items.name), ${text}) > 0)
  )`
}

/** Deletes the network addresses of claims made before `before`. */
export async function trimNetworks(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('collect_people')
    .set({ network: null })
    .where('network', 'is not', null)
    .where('claimed_at', '<', before)
    .execute()
}

/** Deletes links that were made before `before` and whose folder is purged. */
export async function deleteOrphans(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('collect_links').where('folder_id', 'is', null).where('created_at', '<', before).execute()
}
