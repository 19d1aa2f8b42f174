import { sql } from 'kysely'
import type { SortBy, SortDirection } from '@/contract/lists'
import type { Db } from '../database/connect'
import { itemNotFound } from '../errors'
import { accessOf, groupsOf, type Access } from './access'

export interface Order {
  sortBy: SortBy
  direction: SortDirection
}

export interface AskedOrder {
  sort_by?: SortBy
  sort_direction?: SortDirection
}

/** Without a word from anybody: the newest first (decisions 4.20). */
export const defaultOrder: Order = { sortBy: 'date', direction: 'desc' }

export interface Window {
  offset: number
  limit: number
}

export interface Page {
  ids: number[]
  total: number
}

/** What an order goes by; ids where that is the same. */
export const columns: Record<SortBy, string> = { date: 'modified_at', name: 'name', size: 'size' }

/**
 * One page of what a user sees in a folder, folders first. Nothing is counted: totals come from the folder's counters, and
 * each half of the page is read off an index.
 */
export async function childrenOf(
  db: Db,
  userId: number,
  place: Access,
  order: Order,
  { offset, limit }: Window,
): Promise<Page> {
  const folderId = place.chain[0].id
  const counts = (await childCounts(db, userId, [place])).get(folderId)
  if (counts === undefined) throw itemNotFound()
  const { total, folders, hidden } = counts
  const slice = { folderId, order, hidden }
  const ids = offset < folders ? await readSlice(db, { ...slice, isFolder: true, offset, limit }) : []
  if (offset + limit > folders && total > folders) {
    const rest = { offset: Math.max(0, offset - folders), limit: limit - ids.length }
    ids.push(...(await readSlice(db, { ...slice, isFolder: false, ...rest })))
  }
  return { ids, total }
}

/** What a user sees in some folders, counted; `hidden` are the ids of the children he does not. */
export async function childCounts(
  db: Db,
  userId: number,
  folders: readonly Pick<Access, 'chain' | 'role'>[],
): Promise<Map<number, { total: number; folders: number; hidden: number[] }>> {
  const ids = folders.map(({ chain }) => chain[0].id)
  if (ids.length === 0) return new Map()
  const notOwned = folders.filter(({ role }) => role !== 'owner').map(({ chain }) => chain[0].id)
  const [counts, hidden] = await Promise.all([
    db
      .selectFrom('items')
      .select(['id', 'child_count', 'folder_count'])
      .where(sql<boolean>`id = any(${ids})`)
      .execute(),
    notOwned.length === 0 ? [] : hiddenChildren(db, userId, notOwned),
  ])
  return new Map(
    counts.map(({ id, child_count, folder_count }) => {
      const own = hidden.filter(({ parentId }) => parentId === id)
      const folders = folder_count - own.filter(({ isFolder }) => isFolder).length
      return [id, { total: child_count - own.length, folders, hidden: own.map((child) => child.id) }]
    }),
  )
}

interface Slice extends Window {
  folderId: number
  isFolder: boolean
  order: Order
  hidden: number[]
}

async function readSlice(db: Db, { folderId, isFolder, order, hidden, offset, limit }: Slice) {
  const column = columns[order.sortBy]
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where('parent_id', '=', folderId)
    .where('is_folder', '=', isFolder)
    .where('deleted_at', 'is', null)
    .$if(hidden.length > 0, (query) => query.where(sql<boolean>`id <> all(${hidden})`))
    .orderBy(sql.ref(column), order.direction)
    .orderBy('id', order.direction)
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Children on which the user has less than on their folder. */
async function hiddenChildren(db: Db, userId: number, folderIds: readonly number[]) {
  return (await apartChildren(db, userId, folderIds)).filter(({ access }) => !access?.permissions.includes('item_view'))
}

/** Children whose rights are not those of their folder: roots of departments, and those with an invitation of their own. */
export async function apartChildren(db: Db, userId: number, folderIds: readonly number[]) {
  const { rows } = await sql<{ id: number; parent_id: number; is_folder: boolean }>`
    select id, parent_id, is_folder from items where parent_id = any(${folderIds}) and department_id is not null and deleted_at is null
    union
    select items.id, parent_id, is_folder from collabs join items on items.id = collabs.item_id
    where collabs.user_id = ${userId} and parent_id = any(${folderIds}) and deleted_at is null
    union
    select items.id, parent_id, is_folder from collabs join items on items.id = collabs.item_id
    where collabs.group_id in (${groupsOf(userId)}) and parent_id = any(${folderIds}) and deleted_at is null`.execute(
    db,
  )
  if (rows.length === 0) return []
  const access = await accessOf(
    db,
    userId,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    isFolder: row.is_folder,
    access: access.get(row.id),
  }))
}

/** Some items in an order, folders first. */
export async function sortItems(
  db: Db,
  ids: readonly number[],
  order: Order,
  { offset, limit }: Window,
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy('is_folder', 'desc')
    .orderBy(sql.ref(columns[order.sortBy]), order.direction)
    .orderBy('id', order.direction)
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Items of others that a user was invited to, himself or in a group, and still sees; each with his access. */
export async function invitedItems(db: Db, userId: number): Promise<Map<number, Access>> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from collabs where user_id = ${userId} and accepted
    union
    select item_id from collabs where group_id in (${groupsOf(userId)}) and accepted`.execute(db)
  const access = await accessOf(
    db,
    userId,
    rows.map((row) => row.item_id),
  )
  for (const [id, { permissions, isDeleted, space }] of access) {
    if (space.owner.id === userId || isDeleted || !permissions.includes('item_view')) access.delete(id)
  }
  return access
}

/** The order in force for a place: the one asked for, which is remembered; else the remembered one; else the default (decisions 4.20). */
export async function orderFor(db: Db, userId: number, place: string, asked: AskedOrder): Promise<Order> {
  const { order, isNew } = await orderIn(db, userId, place, asked)
  if (isNew) await remember(db, userId, place, order)
  return order
}

/** As orderFor, but nothing is remembered; `isNew`: it is another one than the remembered. */
export async function orderIn(
  db: Db,
  userId: number,
  place: string,
  { sort_by, sort_direction }: AskedOrder,
): Promise<{ order: Order; isNew: boolean }> {
  const found = await db
    .selectFrom('list_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .executeTakeFirst()
  const remembered: Order = found ? { sortBy: found.sort_by, direction: found.sort_direction } : defaultOrder
  const sortBy = sort_by ?? remembered.sortBy
  const direction = sort_direction ?? (sortBy === remembered.sortBy ? remembered.direction : usualDirection[sortBy])
  return { order: { sortBy, direction }, isNew: sortBy !== remembered.sortBy || direction !== remembered.direction }
}

const usualDirection: Record<SortBy, SortDirection> = { date: 'desc', name: 'asc', size: 'desc' }

async function remember(db: Db, userId: number, place: string, { sortBy, direction }: Order) {
  const values = { sort_by: sortBy, sort_direction: direction }
  await db
    .insertInto('list_orders')
    .values({ user_id: userId, place, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet(values))
    .execute()
}
