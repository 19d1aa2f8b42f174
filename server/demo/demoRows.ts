import { sql } from 'kysely'
import type { Db } from '../database/connect'

/** The rows of organisations, without those that the database deletes together with them. */
export interface Holdings {
  enterprises: readonly number[]
  people: readonly number[]
  items: readonly number[]
  /** The blobs of their files, which files of others may use as well. */
  blobs: readonly number[]
  /** The keys of uploads and archives of their people, and of visitors of their links, as in `ActorKey`. */
  actors: readonly string[]
}

/** Everything that the organisations own. */
export async function holdingsOf(db: Db, enterprises: readonly number[]): Promise<Holdings> {
  const people = await column<number>(db, sql`select id from users where enterprise_id = any(${enterprises}::bigint[])`)
  const items = await column<number>(
    db,
    sql`with recursive below as (
      select id from items where space_owner_id = any(${people}::bigint[])
      union
      select items.id from items join below on items.parent_id = below.id
    ) select id from below`,
  )
  const blobs = await column<number>(
    db,
    sql`select distinct body_id as id from versions where item_id = any(${items}::bigint[])`,
  )
  const actors = await column<string>(
    db,
    sql`
    select actor_key as id from (select actor_key from uploads union select actor_key from packs) keys
    where substring(actor_key from '^(?:a[0-9]+s[0-9]+)?u([0-9]+)')::bigint = any(${people}::bigint[])
      or substring(actor_key from '^v([0-9]+)p')::bigint in (select id from share_links where enterprise_id = any(${enterprises}::bigint[]))
      or substring(actor_key from '^c([0-9]+)h')::bigint in (select id from collect_links where enterprise_id = any(${enterprises}::bigint[]))`,
  )
  return { enterprises, people, items, blobs, actors }
}

/** Whether people of other organisations have rights or work in these ones, or people of these ones elsewhere. */
export async function isSharedWithOthers(db: Db, { people, items }: Holdings): Promise<boolean> {
  const own = (item: string) => sql`(${sql.ref(item)} = any(${items}::bigint[]))`
  const ours = (person: string) => sql`(${sql.ref(person)} = any(${people}::bigint[]))`
  const { rows } = await sql`
    select from collabs left join group_members using (group_id)
      where ${own('item_id')} <> ${ours('collabs.user_id')} or ${own('item_id')} <> ${ours('group_members.user_id')}
    union all select from items
      where ${own('id')} <> ${ours('creator_id')} or ${own('id')} <> ${ours('updater_id')}
    union all select from versions where ${own('item_id')} <> ${ours('creator_id')}
    union all select from comments where ${own('item_id')} <> ${ours('author_id')}
    union all select from share_link_receivers join share_links on share_links.id = link_id left join group_members using (group_id)
      where ${ours('maker_id')} <> ${ours('share_link_receivers.user_id')} or ${ours('maker_id')} <> ${ours('group_members.user_id')}
    limit 1`.execute(db)
  return rows.length > 0
}

/** The keys of stored recordings and unfinished uploads. */
export async function looseKeys(db: Db, { items, people, actors }: Holdings) {
  const voices = await column<string>(
    db,
    sql`select voice_key as id from (
      select voice_key, item_id, author_id from comments union all select voice_key, item_id, author_id from deleted_comments
    ) spoken where voice_key is not null and (item_id = any(${items}::bigint[]) or author_id = any(${people}::bigint[]))`,
  )
  const parts = await column<string>(
    db,
    sql`select part_key as id from uploads where part_key is not null and (actor_key = any(${actors}) or folder_id = any(${items}::bigint[]))`,
  )
  return { voices, parts }
}

/** Deletes the organisations with everything they own. */
export async function deleteHoldings(db: Db, { enterprises, people, items, blobs, actors }: Holdings): Promise<void> {
  const theirs = sql`enterprise_id = any(${enterprises}::bigint[])`
  await sql`delete from jobs where ${theirs} or (payload ->> 'bodyId')::bigint = any(${blobs}::bigint[])
    or (payload ->> 'enterprise')::bigint = any(${enterprises}::bigint[])`.execute(db)
  await sql`delete from uploads where actor_key = any(${actors}) or folder_id = any(${items}::bigint[])`.execute(db)
  await sql`delete from packs where actor_key = any(${actors})`.execute(db)
  await sql`update enterprises set owner_id = null where id = any(${enterprises}::bigint[])`.execute(db)
  await sql`delete from applications where ${theirs}`.execute(db)
  // The folders of nested departments go with those above.
  await sql`delete from items where parent_id is null and space_owner_id = any(${people}::bigint[])`.execute(db)
  await sql`delete from departments where ${theirs}`.execute(db)
  await sql`delete from groups where ${theirs}`.execute(db)
  await sql`delete from tags where ${theirs}`.execute(db)
  await sql`delete from users where ${theirs}`.execute(db)
  await sql`delete from enterprises where id = any(${enterprises}::bigint[])`.execute(db)
}

/** Deletes the entries of the audit log that no other organisation can read, and those that this transaction's own deletions of rights wrote. */
export async function deleteAuditOf(db: Db, enterprises: readonly number[]): Promise<void> {
  await sql`select set_config('satchel.purges_audit_log', 'on', true)`.execute(db)
  const isTheirs = (column: string) => sql`coalesce(${sql.ref(column)} = any(${enterprises}::bigint[]), true)`
  await sql`
    delete from audit_log where (coalesce(enterprise_id, item_enterprise_id) is not null or xmin = pg_current_xact_id()::xid)
      and ${isTheirs('enterprise_id')} and ${isTheirs('item_enterprise_id')}`.execute(db)
  await sql`select set_config('satchel.purges_audit_log', '', true)`.execute(db)
}

async function column<T>(db: Db, query: ReturnType<typeof sql>): Promise<T[]> {
  const { rows } = await sql<{ id: T }>`${query}`.execute(db)
  return rows.map(({ id }) => id)
}
