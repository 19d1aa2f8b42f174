import { sql } from 'kysely'
import { nameKey } from '@/domain/items/naming'
import type { Db } from '../../database/connect'
import { itemNotFound } from '../../errors'
import type { Access } from '../../policies/access/facts'
import { freeNames } from '../items/freeNames'
import type { ShownVersion } from '../items/versions'

export interface Copying {
  folder: Access
  /** No target is inside another target, except files that a link shows in an older version. */
  targets: readonly Access[]
  /** Items inside the targets to leave out. */
  withheld: readonly number[]
  /** Present for a copy out of a link, which omits fields that visitors do not see: by item, the older version that the link shows. */
  older?: ReadonlyMap<number, ShownVersion>
  userId: number
  at: Date
}

/**
 * Copies items with their contents into a folder, in one statement. Copies the current version or the version that a link shows; the copy shares the
 * version's body. Copies what was written in a document after its last version, and its pictures, too. Copies tags only within an enterprise. Does not copy invitations, locks, favourites and comments. A copy out of a link omits tags
 * and descriptions. Requires a lock on the folder's names (`lockNames`).
 * @returns the ids of the new items, in the order of the targets
 * @throws Refused item_not_found if a target was purged meanwhile
 */
export async function copyInto(db: Db, { folder, targets, withheld, older, userId, at }: Copying): Promise<number[]> {
  const items = targets.map(({ chain: [{ id, name, isFolder }] }) => ({
    id,
    name: older?.get(id)?.name ?? name,
    isFolder,
  }))
  const isShared = older !== undefined
  const versionIds = items.map(({ id }) => older?.get(id)?.id ?? null)
  const [{ id: folderId }] = folder.chain
  const names = await freeNames(db, folderId, items)
  const keepsTags =
    !isShared && targets.every(({ space }) => space.owner.enterpriseId === folder.space.owner.enterpriseId)
  const { rows } = await sql<{ old_id: number; new_id: number }>`
    with recursive chosen as (
      select * from unnest(${items.map(({ id }) => id)}::bigint[], ${names}::text[], ${names.map(nameKey)}::text[], ${versionIds}::bigint[])
        as chosen (id, name, name_key, version_id)
    ), tree as (
      select items.id, null::bigint as above, items.is_folder, coalesce(chosen.version_id, items.current_version_id) as version_id
      from chosen join items using (id)
      union all
      select below.id, below.parent_id, below.is_folder, below.current_version_id
      from tree join items below on below.parent_id = tree.id
      where tree.is_folder and below.deleted_at is null and below.id <> all(${withheld}::bigint[])
    ), copies as materialized (
      select id as old_id, above, version_id,
        nextval(pg_get_serial_sequence('items', 'id')) as new_id,
        case when version_id is not null then nextval(pg_get_serial_sequence('versions', 'id')) end as new_version_id
      from (select * from tree order by id) ordered
    ), new_items as (
      insert into items (
        id, parent_id, is_folder, name, name_key, extension, description, size, current_version_id, is_encrypted, scope, scanned,
        share_disabled_for, creator_id, updater_id, created_at, modified_at, changed_at
      ) overriding system value
      select copies.new_id, coalesce(parents.new_id, ${folderId}), old.is_folder, coalesce(chosen.name, old.name),
        coalesce(chosen.name_key, old.name_key), coalesce(older.extension, old.extension),
        case when ${isShared}::boolean then '' else old.description end,
        case when older.id = old.current_version_id then old.size else coalesce(older.size, old.size) end, copies.new_version_id, old.is_encrypted,
        old.scope, greatest(old.scanned, older.scanned), old.share_disabled_for, ${userId}, ${userId}, ${at}, ${at}, ${at}
      from copies
      join items old on old.id = copies.old_id
      left join copies parents on parents.old_id = copies.above
      left join chosen on chosen.id = copies.old_id
      left join versions older on older.id = chosen.version_id
      returning id, name
    ), new_versions as (
      insert into versions (id, item_id, number, body_id, name, extension, size, key, scanned, creator_id, created_at) overriding system value
      select copies.new_version_id, copies.new_id, 1, old.body_id, new_items.name, old.extension, old.size,
        substr(md5(gen_random_uuid()::text), 1, 16), old.scanned, ${userId}, ${at}
      from copies join versions old on old.id = copies.version_id join new_items on new_items.id = copies.new_id
    ), new_documents as (
      insert into documents (item_id, state, sequence, folded, versioned, size, changed_at, changed_by, versioned_at)
      select copies.new_id, old.state, old.sequence, old.folded, old.versioned, old.size, old.changed_at, old.changed_by, old.versioned_at
      from copies join documents old on old.item_id = copies.old_id join items on items.id = old.item_id
      where copies.version_id = items.current_version_id
    ), new_updates as (
      insert into document_updates (item_id, sequence, bytes)
      select copies.new_id, old.sequence, old.bytes
      from copies join document_updates old on old.item_id = copies.old_id join items on items.id = old.item_id
      where copies.version_id = items.current_version_id
    ), new_pictures as (
      insert into document_pictures (item_id, key, body_id, media_type, size, created_at)
      select copies.new_id, old.key, old.body_id, old.media_type, old.size, ${at}
      from copies join document_pictures old on old.item_id = copies.old_id
      join items on items.id = old.item_id left join versions on versions.id = copies.version_id
      where copies.version_id = items.current_version_id
        or exists (select from version_pictures named where named.body_id = versions.body_id and named.key = old.key)
    ), new_tags as (
      insert into item_tags (item_id, tag_id, position)
      select copies.new_id, old.tag_id, old.position from copies join item_tags old on old.item_id = copies.old_id
      where ${keepsTags}::boolean
    )
    select old_id, new_id from copies where above is null`.execute(db)
  const made = new Map(rows.map((row) => [row.old_id, row.new_id]))
  return items.map(({ id }) => made.get(id) ?? gone())
}

function gone(): never {
  throw itemNotFound()
}
