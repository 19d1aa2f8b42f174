import type { Item } from '@/contract/entities'
import { addedOnTop, putBack, replacedInPlace, takenOff, wasTakenOff, type PagedRows, type Keyed } from './paging'
import type { Space } from '../sorting'

/** What of an item decides in which lists it stands, and where. */
export type ListedRow = Keyed & Pick<Item, 'name' | 'size' | 'modified_at' | 'parent_folder_id' | 'is_frequently_used'>

/** What happened to an item, told to every live list. */
export type Change<T extends ListedRow> =
  | { type: 'added'; row: T }
  | { type: 'replaced'; row: T }
  | { type: 'removed'; typedId: string }
  | { type: 'restored'; row: T }
  | { type: 'moved'; row: T }
  /** Too much happened to be told one by one: lists ask anew. */
  | { type: 'stale' }

/** Which list; `folderId` is the folder whose children it shows, 0 the own root, null where it shows no folder's (collab, search …). */
export interface ListScope {
  space: Space
  folderId: number | null
}

/**
 * A list after a change, in place (LIST-06, LIST-07): a new row comes on top of its folder's list, a removed one leaves every list,
 * one that comes back stands where it stood and leaves the trash, a favourite taken off leaves the frequent list, a moved one leaves
 * its folder's list but stays, updated, in frequent and search.
 * A change that does not concern the list gives the same object.
 */
export function applyChange<T extends ListedRow>(
  held: PagedRows<T>,
  change: Change<T>,
  place: ListScope,
): PagedRows<T> {
  switch (change.type) {
    case 'added':
      return added(held, change.row, place)
    case 'replaced':
      return replaced(held, change.row, place)
    case 'removed':
      return removed(held, change.typedId)
    case 'restored':
      return restored(held, change.row, place)
    case 'moved':
      return moved(held, change.row, place)
    case 'stale':
      return held
  }
}

function added<T extends ListedRow>(held: PagedRows<T>, row: T, place: ListScope): PagedRows<T> {
  if (holds(held, row.typed_id)) return replaced(held, row, place)
  const isLoaded = held.total !== null || held.asked !== null
  const belongs = place.folderId !== null && row.parent_folder_id === place.folderId
  return isLoaded && belongs ? addedOnTop(held, row) : held
}

function replaced<T extends ListedRow>(held: PagedRows<T>, row: T, place: ListScope): PagedRows<T> {
  const before = held.rows.find((candidate) => candidate.typed_id === row.typed_id)
  if (before === undefined) return held
  if (place.space === 'frequent' && !row.is_frequently_used) return takenOff(held, row.typed_id)
  return replacedInPlace(held, row, !isSortedAlike(before, row))
}

function removed<T extends ListedRow>(held: PagedRows<T>, typedId: string): PagedRows<T> {
  return holds(held, typedId) ? takenOff(held, typedId) : held
}

function restored<T extends ListedRow>(held: PagedRows<T>, row: T, place: ListScope): PagedRows<T> {
  if (place.space === 'trash') return removed(held, row.typed_id)
  if (wasTakenOff(held, row.typed_id) && !holds(held, row.typed_id)) return putBack(held, row)
  return added(held, row, place)
}

function moved<T extends ListedRow>(held: PagedRows<T>, row: T, place: ListScope): PagedRows<T> {
  if (place.space === 'frequent' || place.space === 'search') return replaced(held, row, place)
  return row.parent_folder_id === place.folderId ? restored(held, row, place) : removed(held, row.typed_id)
}

function holds<T extends ListedRow>(held: PagedRows<T>, typedId: string): boolean {
  return held.rows.some((row) => row.typed_id === typedId)
}

/** Whether every order puts both at the same place. */
export function isSortedAlike(a: ListedRow, b: ListedRow): boolean {
  return a.name === b.name && a.size === b.size && a.modified_at === b.modified_at
}
