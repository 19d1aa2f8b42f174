import { sql } from 'kysely'
import { nameKey } from '@/domain/items/naming'
import type { Db } from '../../database/connect'
import { itemIsDeleted } from '../../errors'
import type { Access, Node } from '../../policies/access/facts'
import { freeNames, lockNames } from '../items/freeNames'

/**
 * Locks trees, so that moves in one tree run one at a time. Otherwise two concurrent moves could put two folders into each other. Call first in a
 * transaction, and check rights again afterwards.
 */
export async function lockTrees(db: Db, places: readonly Access[]): Promise<void> {
  for (const root of [...new Set(places.map(treeOf))].sort((one, other) => one - other)) {
    await sql`select pg_advisory_xact_lock(hashtextextended('tree', ${root}))`.execute(db)
  }
}

/** The root of the whole tree, above nested spaces. */
export function treeOf({ chain }: Access): number {
  return chain[chain.length - 1]!.id
}

/**
 * Moves items into a folder; items already there stay unchanged. Does not check rights.
 * Writes no rows of items below, except trash records if the space changes, so the number of these items does not matter.
 * @param targets no target is inside another target
 * @throws Refused item_is_deleted if an item or a folder above it was deleted meanwhile
 */
export async function moveInto(db: Db, folder: Access, targets: readonly Access[], at: Date): Promise<void> {
  const [{ id: folderId }] = folder.chain
  const moved = targets.filter(({ chain: [item] }) => item.parentId !== folderId)
  if (moved.length === 0) return
  const leaving = leavingSpaces(folder, moved)
  await lockNames(db, folderId)
  const names = await lockRows(db, [
    ...nodesToLock(folder, moved),
    ...(leaving.length > 0 ? rootsOf(folder, moved) : []),
  ])
  if (await isAnyBelowDeleted(db, moved)) throw itemIsDeleted()
  /* An item may have been renamed before the lock. */
  const items = moved.map(({ chain: [item] }) => ({ ...item, name: names.get(item.id) ?? item.name }))
  const free = await freeNames(db, folderId, items)
  const { numAffectedRows } = await sql`
    update items set parent_id = ${folderId}, name = moved.name, name_key = moved.key, changed_at = ${at}
    from unnest(${items.map(({ id }) => id)}::bigint[], ${free}::text[], ${free.map(nameKey)}::text[]) as moved (id, name, key)
    where items.id = moved.id and items.deleted_at is null`.execute(db)
  if (Number(numAffectedRows) !== items.length) throw itemIsDeleted()
  await moveDepartments(db, folder, items)
  for (const { from, ids } of leaving) await moveBytes(db, from, folder.space, ids)
}

/** Whether a folder above an item is in the trash: a transaction that deleted the folder may have ended after the rights were checked. */
async function isAnyBelowDeleted(db: Db, items: readonly Access[]): Promise<boolean> {
  const { rows } = await sql`
    with recursive above as (
      select parent_id from items where id = any(${items.map(({ chain: [item] }) => item.id)}::bigint[])
      union
      select items.parent_id from above join items on items.id = above.parent_id where items.deleted_at is null
    )
    select from above join items on items.id = above.parent_id where items.deleted_at is not null limit 1`.execute(db)
  return rows.length > 0
}

interface Placed {
  id: number
  depth: number
}

/** The moved items, the folders that count these items, and the target folder. The folder of a top department has no parent. */
function nodesToLock(folder: Access, moved: readonly Access[]): Placed[] {
  return [
    placed(folder, 0),
    ...moved.flatMap((each) => (each.chain.length > 1 ? [placed(each, 0), placed(each, 1)] : [placed(each, 0)])),
  ]
}

/** The roots of the spaces whose bytes change. */
function rootsOf(folder: Access, moved: readonly Access[]): Placed[] {
  return [folder, ...moved].map((each) =>
    placed(
      each,
      each.chain.findIndex(({ id }) => id === each.space.id),
    ),
  )
}

function placed({ chain }: Access, index: number): Placed {
  return { id: chain[index]!.id, depth: chain.length - index }
}

/**
 * Locks the deepest rows first, as all writers do: an item before the folder that counts the item, and the folder before the root of its space.
 * @returns the current names
 */
async function lockRows(db: Db, nodes: readonly Placed[]): Promise<Map<number, string>> {
  const ids = [...nodes].sort((one, other) => other.depth - one.depth || one.id - other.id).map(({ id }) => id)
  const { rows } = await sql<{ id: number; name: string }>`
    select items.id, items.name from items join unnest(${[...new Set(ids)]}::bigint[]) with ordinality as ordered (id, place) using (id)
    order by place for no key update of items`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Moves the departments of moved department folders. */
async function moveDepartments(db: Db, { chain: [folder] }: Access, items: readonly Node[]) {
  const ids = items.flatMap(({ departmentId }) => departmentId ?? [])
  if (ids.length === 0) return
  await db.updateTable('departments').set({ parent_id: folder.departmentId }).where('id', 'in', ids).execute()
}

/** The moved items, grouped by the space that they leave. A department's folder is a space of its own, so its bytes stay counted there. */
function leavingSpaces({ space: to }: Access, moved: readonly Access[]) {
  const leaving: { from: Access['space']; ids: number[] }[] = []
  for (const {
    chain: [item],
    space,
  } of moved) {
    if (space.id === to.id || space.id === item.id) continue
    const known = leaving.find(({ from }) => from.id === space.id)
    if (known) known.ids.push(item.id)
    else leaving.push({ from: space, ids: [item.id] })
  }
  return leaving
}

/** Counts the bytes of all versions and of pictures in texts, including the trash, for the new space. Assigns the trash records of items inside to the new space's owner. */
async function moveBytes(db: Db, from: Access['space'], to: Access['space'], ids: readonly number[]) {
  const {
    rows: [sum],
  } = await sql<{ bytes: number; folders: number[] }>`
    with recursive folders as (
      select id from items where id = any(${ids}) and is_folder
      union all
      select below.id from folders cross join lateral (
        select id from items where parent_id = folders.id and is_folder and deleted_at is null
        union all
        select id from items where parent_id = folders.id and is_folder and deleted_at is not null
      ) below
    ), files as (
      select id from items where id = any(${ids}) and not is_folder
      union all
      select below.id from folders cross join lateral (
        select id from items where parent_id = folders.id and not is_folder and deleted_at is null
        union all
        select id from items where parent_id = folders.id and not is_folder and deleted_at is not null
      ) below
    )
    select (
        coalesce((select sum(versions.size) from files join versions on versions.item_id = files.id), 0)
        + coalesce((select sum(pictures.size) from files join document_pictures pictures on pictures.item_id = files.id), 0)
      )::bigint as bytes,
      coalesce((select array_agg(id) from folders), '{}') as folders`.execute(db)
  const { bytes, folders } = sum!
  await sql`
    update items set used_bytes = used_bytes + case when id = ${to.id} then ${bytes}::bigint else -${bytes}::bigint end
    where id in (${from.id}, ${to.id})`.execute(db)
  await db
    .updateTable('items')
    .set({ deleted_space_owner_id: to.owner.id })
    .where(sql<boolean>`parent_id = any(${folders}::bigint[])`)
    .where('deleted_at', 'is not', null)
    .execute()
}
