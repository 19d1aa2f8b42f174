import type { Item } from '@/contract/entities'
import { addOnTop, reinsertRow, replaceInPlace, withoutRow, isRemoved, type PagedRows, type Keyed } from './paging'
import type { Space } from '../sorting'

/** The fields of an item that decide in which lists it appears, and where. */
export type ListedRow = Keyed & Pick<Item, 'name' | 'size' | 'modified_at' | 'parent_folder_id' | 'is_frequently_used'>

/** A change of an item, sent to every open list. */
export type Change<T extends ListedRow> =
  | { type: 'added'; row: T }
  | { type: 'replaced'; row: T }
  | { type: 'removed'; typedId: string }
  | { type: 'restored'; row: T }
  | { type: 'moved'; row: T }
  /** Too many changes to send one by one: lists reload. */
  | { type: 'stale' }

/** A list. `folderId` is the folder whose children it shows: 0 for the own root, null for a list of no folder (collab, search …). */
export interface ListScope {
  space: Space
  folderId: number | null
}

/**
 * Applies a change to a list in place (LIST-06, LIST-07):
 * - a new row goes on top of its folder's list;
 * - a removed row leaves every list;
 * - a restored row returns to its former place, and leaves the trash;
 * - a former favourite leaves the frequent list;
 * - a moved row leaves its folder's list, and is updated in frequent and search.
 * Returns the same object if the change does not concern the list.
 */
export function applyChange<T extends ListedRow>(
  list: PagedRows<T>,
  change: Change<T>,
  place: ListScope,
): PagedRows<T> {
  switch (change.type) {
    case 'added':
      return addRow(list, change.row, place)
    case 'replaced':
      return replaceRow(list, change.row, place)
    case 'removed':
      return removeRow(list, change.typedId)
    case 'restored':
      return restoreRow(list, change.row, place)
    case 'moved':
      return moveRow(list, change.row, place)
    case 'stale':
      return list
  }
}

function addRow<T extends ListedRow>(list: PagedRows<T>, row: T, place: ListScope): PagedRows<T> {
  if (holds(list, row.typed_id)) return replaceRow(list, row, place)
  const isLoaded = list.total !== null || list.asked !== null
  const belongs = place.folderId !== null && row.parent_folder_id === place.folderId
  return isLoaded && belongs ? addOnTop(list, row) : list
}

function replaceRow<T extends ListedRow>(list: PagedRows<T>, row: T, place: ListScope): PagedRows<T> {
  const before = list.rows.find((candidate) => candidate.typed_id === row.typed_id)
  if (before === undefined) return list
  if (place.space === 'frequent' && !row.is_frequently_used) return withoutRow(list, row.typed_id)
  return replaceInPlace(list, row, !isSortedAlike(before, row))
}

function removeRow<T extends ListedRow>(list: PagedRows<T>, typedId: string): PagedRows<T> {
  return holds(list, typedId) ? withoutRow(list, typedId) : list
}

function restoreRow<T extends ListedRow>(list: PagedRows<T>, row: T, place: ListScope): PagedRows<T> {
  if (place.space === 'trash') return removeRow(list, row.typed_id)
  if (isRemoved(list, row.typed_id) && !holds(list, row.typed_id)) return reinsertRow(list, row)
  return addRow(list, row, place)
}

function moveRow<T extends ListedRow>(list: PagedRows<T>, row: T, place: ListScope): PagedRows<T> {
  if (place.space === 'frequent' || place.space === 'search') return replaceRow(list, row, place)
  return row.parent_folder_id === place.folderId ? restoreRow(list, row, place) : removeRow(list, row.typed_id)
}

function holds<T extends ListedRow>(list: PagedRows<T>, typedId: string): boolean {
  return list.rows.some((row) => row.typed_id === typedId)
}

/** Whether every sort order puts both rows at the same place. */
export function isSortedAlike(a: ListedRow, b: ListedRow): boolean {
  return a.name === b.name && a.size === b.size && a.modified_at === b.modified_at
}
