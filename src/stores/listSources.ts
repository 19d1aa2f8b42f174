import type { Api, CallOptions } from '@/api/Api'
import type { FrequentItem, Item, PathEntry, Permission } from '@/contract/entities'
import type { Sort } from '@/domain/items/sorting'
import { FREQUENT_PAGE_SIZE } from '@/domain/limits'
import type { Ask } from '@/domain/lists/paging'
import { rowOfFrequent, type Row } from './rows'

/** A place whose contents a list shows. */
export type ListAt = { space: 'own' | 'collab' | 'frequent', id?: undefined } | { space: 'folder' | 'dept', id: number }

/** What a place tells of itself beside its rows. */
export interface ListHead {
  /** The order in force; null where the space has none. */
  sort: Sort | null
  /** Root first, the place last. */
  path: readonly PathEntry[]
  /** What the user may do in the place itself. */
  permissions: readonly Permission[]
  /** The place itself as an item; null for a whole space. */
  folder: Item | null
  isFavourite: boolean
  /** What a frequent row tells beside its item: counts, and what it is. */
  frequent: readonly FrequentItem[]
}

export interface ListAnswer {
  rows: readonly Row[]
  total: number
  head: ListHead
}

/** Of a whole space, and of a place not yet known. */
export const emptyHead: ListHead = { sort: null, path: [], permissions: [], folder: null, isFavourite: false, frequent: [] }

/** Whoever makes calls: the shell of the H5 page knows no more of the api. */
export type Asker = Pick<Api, 'call'>

type FolderForm = { folderId: number, folder_type?: 'own' | 'folder', department_id?: number }

/** Asks for one page of a place; own root, folder and department have one fixed form each (API-03). Without `sort` the server decides. */
export function askForPage(api: Asker, at: ListAt, ask: Ask, sort: Sort | null, options: CallOptions): Promise<ListAnswer> {
  const page = { ...ask, ...(sort ? { sort_by: sort.by, sort_direction: sort.direction } : {}) }
  switch (at.space) {
    case 'own':
      return askForFolder(api, { folderId: 0, folder_type: 'own' }, page, options)
    case 'folder':
      return askForFolder(api, { folderId: at.id, folder_type: 'folder' }, page, options)
    case 'dept':
      return askForFolder(api, { folderId: 0, department_id: at.id }, page, options)
    case 'collab':
      return askForCollabs(api, page, options)
    case 'frequent':
      return askForFrequent(api, options)
  }
}

async function askForFolder(api: Asker, form: FolderForm, page: Ask, options: CallOptions): Promise<ListAnswer> {
  const answer = await api.call('GET /apps/files/file_list/{folderId}', { ...form, ...page }, options)
  const rows = answer.children ?? answer.items ?? []
  return {
    rows,
    total: answer.total_children_count ?? answer.total_count ?? rows.length,
    head: {
      sort: { by: answer.sort_by, direction: answer.sort_direction },
      path: answer.current_path,
      permissions: answer.permissions,
      folder: answer.folder,
      isFavourite: answer.is_frequently_used,
      frequent: [],
    },
  }
}

async function askForCollabs(api: Asker, page: Ask, options: CallOptions): Promise<ListAnswer> {
  const answer = await api.call('GET /apps/files/file_list_for_collabs', page, options)
  const sort = { by: answer.sort_by, direction: answer.sort_direction }
  return { rows: answer.items, total: answer.total_count, head: { ...emptyHead, sort } }
}

async function askForFrequent(api: Asker, options: CallOptions): Promise<ListAnswer> {
  const answer = await api.call('GET /apps/frequently_used_items/get_list', { page_size: FREQUENT_PAGE_SIZE }, options)
  const { frequent_used_items: frequent } = answer
  return { rows: frequent.map(rowOfFrequent), total: frequent.length, head: { ...emptyHead, frequent } }
}
