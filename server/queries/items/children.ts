import { sql, type RawBuilder } from 'kysely'
import type { FolderView, SortBy, SortDirection } from '@/contract/items/lists'
import { preparedStatement, type Db } from '../../database/connect'
import { groupsOf } from '../access/rightsFacts'
import type { ItemIds } from '../access/itemIds'

export interface Order {
  sortBy: SortBy
  direction: SortDirection
}

export interface AskedOrder {
  sort_by?: SortBy
  sort_direction?: SortDirection
}

/** An order to remember, and the view of a folder. */
export interface AskedLook extends AskedOrder {
  view?: FolderView
}

/** The default: newest first (decisions 4.20). */
export const defaultOrder: Order = { sortBy: 'date', direction: 'desc' }

export interface Window {
  offset: number
  limit: number
}

export interface Page {
  ids: ItemIds
  total: number
}

/** The column of each order; ids break ties. */
export const columns: Record<SortBy, string> = { date: 'modified_at', name: 'name_order', size: 'size' }

interface Slices {
  folderId: number
  order: Order
  /** Ids to leave out of both slices: folders and files. */
  hidden: readonly number[]
  ofFolders: Window
  ofFiles: Window
}

/**
 * Ids of a folder's children, folders first. Folders and files are each read in order from the folder's index. A window with limit 0 reads nothing.
 * Offsets and limits are subqueries, to hide the values from the planner: for known limits, the planner would make a new plan for each statement.
 */
export function idsOfChildren(
  { folderId, order: { sortBy, direction }, hidden, ofFolders, ofFiles }: Slices,
  limit: number,
): ItemIds {
  const towards = sql.raw(direction)
  const slice = (kind: RawBuilder<unknown>, window: Window) => sql`array(
    select id from items
    where parent_id = ${folderId}::bigint and ${kind} and deleted_at is null
      ${hidden.length > 0 ? sql`and id <> all(${hidden}::bigint[])` : sql``}
    order by ${sql.ref(columns[sortBy])} ${towards}, id ${towards} offset (select ${window.offset}::bigint)
    limit (select ${window.limit}::bigint)
  )`
  return sql`(${slice(sql`is_folder`, ofFolders)} || ${slice(sql`not is_folder`, ofFiles)})[1:${limit}::int]`
}

/** Children whose rights may differ from those of their folder: roots of departments, and items with entries of their own. */
export async function rowsWithOwnRights(db: Db, userId: number, folderIds: readonly number[]) {
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
  return rows
}

/** Children that may not be shared by some or all roles (decisions 4.4). */
export async function notSharedRows(db: Db, folderIds: readonly number[]) {
  return db
    .selectFrom('items')
    .select(['id', sql<number>`parent_id`.as('parent_id'), 'is_folder'])
    .where(sql<boolean>`parent_id = any(${folderIds})`)
    .where('share_disabled_for', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Items that a user was invited to, personally or in a group. */
export async function invitedIds(db: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from collabs where user_id = ${userId} and accepted
    union
    select item_id from collabs where group_id in (${groupsOf(userId)}) and accepted`.execute(db)
  return rows.map((row) => row.item_id)
}

/** A page of the given items in an order, folders first. */
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

/**
 * The order of a list: the requested order, else the remembered order, else the default (decisions 4.20). Remembers a requested order.
 * @param known the result of orderIn, if it is already loaded
 */
export async function orderFor(
  db: Db,
  userId: number,
  place: string,
  asked: AskedLook,
  known: OrderInForce | null = null,
): Promise<Order & { view: FolderView | null }> {
  const { order, view, isNew } = known ?? (await orderIn(db, userId, place, asked))
  if (isNew) await remember(db, userId, place, order, view)
  return { ...order, view }
}

interface OrderInForce {
  order: Order
  /** The user's choice; null without one. */
  view: FolderView | null
  /** Whether the order or the view differs from the remembered one. */
  isNew: boolean
}

/** As orderFor, without remembering the order. */
export async function orderIn(
  db: Db,
  userId: number,
  place: string,
  { sort_by, sort_direction, view }: AskedLook,
): Promise<OrderInForce> {
  const {
    rows: [found],
  } = await sql<{ sort_by: SortBy; sort_direction: SortDirection; view: FolderView | null }>`${preparedStatement}
    select sort_by, sort_direction, view from list_orders where user_id = ${userId} and place = ${place}`.execute(db)
  const remembered: Order = found ? { sortBy: found.sort_by, direction: found.sort_direction } : defaultOrder
  const order = orderOf({ sort_by, sort_direction }, remembered)
  const before = found?.view ?? null
  const isNew =
    order.sortBy !== remembered.sortBy || order.direction !== remembered.direction || (view ?? before) !== before
  return { order, view: view ?? before, isNew }
}

/** The requested order, completed from the previous order. */
export function orderOf({ sort_by, sort_direction }: AskedOrder, before: Order): Order {
  const sortBy = sort_by ?? before.sortBy
  return { sortBy, direction: sort_direction ?? (sortBy === before.sortBy ? before.direction : usualDirection[sortBy]) }
}

const usualDirection: Record<SortBy, SortDirection> = { date: 'desc', name: 'asc', size: 'desc' }

async function remember(db: Db, userId: number, place: string, { sortBy, direction }: Order, view: FolderView | null) {
  const values = { sort_by: sortBy, sort_direction: direction, view }
  await db
    .insertInto('list_orders')
    .values({ user_id: userId, place, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet(values))
    .execute()
}
