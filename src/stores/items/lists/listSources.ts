import type { Api, CallOptions } from '@/api/Api'
import type { Reply, Request } from '@/contract/api'
import type { FrequentItem, Item, PathEntry, Permission } from '@/contract/entities'
import type { FolderView } from '@/contract/items/lists'
import type { ExternalTrash } from '@/contract/trash'
import type { ExternalId, ListLocation } from '@/domain/addresses'
import type { Sort } from '@/domain/items/sorting'
import { FREQUENT_PAGE_SIZE } from '@/domain/listLimits'
import type { PageRequest } from '@/domain/items/lists/paging'
import { rowOfFrequent, type Row } from './rows'

/** Further parameters of a search (AH-41). */
export type SearchParameters = Partial<Omit<Request<typeof SEARCH>, 'query_words'>>

/** The source of a list: a place, or the results of a search; `within` null searches everywhere (SRCH-01). */
export type ListSource =
  | ListLocation
  | { space: 'search'; id?: undefined; words: string; within: ListLocation | null; more?: SearchParameters }

/** The facts about a place, apart from its rows. */
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
  /** How a folder is shown; absent elsewhere (AH-39). */
  view?: FolderView | undefined
  /** What a row of the frequent space adds to its item: counts and kind. */
  frequent: readonly FrequentItem[]
  /** Whose trash it is, null for the user's own; and the other trashes that hold items of the user. */
  trash: { external: ExternalTrash | null; others: readonly ExternalTrash[] }
}

export interface ListAnswer {
  rows: readonly Row[]
  total: number
  head: ListHead
  /** The user's unread messages; only in answers of the frequent space. */
  unread?: number
}

/** The facts about a whole space, and about a place not yet known. */
export const emptyHead: ListHead = {
  sort: null,
  path: [],
  permissions: [],
  folder: null,
  isFavourite: false,
  frequent: [],
  trash: { external: null, others: [] },
}

const FOLDER = 'GET /apps/files/file_list/{folderId}'
const COLLABS = 'GET /apps/files/file_list_for_collabs'
const EXTERNAL = 'GET /apps/files/file_list_for_external_enterprise'
const SEARCH = 'GET /apps/files/search'
const FREQUENT = 'GET /apps/frequently_used_items/get_list'
const TRASH = 'GET /apps/files/trash_list'

type ListCall =
  | { name: typeof FOLDER; request: Request<typeof FOLDER> }
  | { name: typeof COLLABS; request: Request<typeof COLLABS> }
  | { name: typeof EXTERNAL; request: Request<typeof EXTERNAL> }
  | { name: typeof SEARCH; request: Request<typeof SEARCH> }
  | { name: typeof FREQUENT; request: Request<typeof FREQUENT> }
  | { name: typeof TRASH; request: Request<typeof TRASH> }

/** The call for one page of a place; own root, folder and department have one fixed form each (API-03). Without `sort` the server decides. */
export function listCall(at: ListSource, ask: PageRequest, sort: Sort | null): ListCall {
  const page = { ...ask, ...(sort ? { sort_by: sort.by, sort_direction: sort.direction } : {}) }
  switch (at.space) {
    case 'own':
      return { name: FOLDER, request: { folderId: 0, folder_type: 'own', ...page } }
    case 'folder':
      return { name: FOLDER, request: { folderId: at.id, folder_type: 'folder', ...page } }
    case 'dept':
      return { name: FOLDER, request: { folderId: 0, department_id: at.id, ...page } }
    case 'collab':
      return { name: COLLABS, request: page }
    case 'external':
      return { name: EXTERNAL, request: { ...whose(at.id), ...page } }
    case 'search':
      return {
        name: SEARCH,
        request: {
          query_words: at.words,
          ...scopeOf(at.within),
          ...at.more,
          ...ask,
        },
      }
    case 'frequent':
      return { name: FREQUENT, request: { page_size: FREQUENT_PAGE_SIZE } }
    case 'trash':
      return { name: TRASH, request: { ...(at.id === undefined ? {} : { external_typed_id: at.id }), ...page } }
  }
}

function whose(id: ExternalId): { enterprise_id: number } | { user_id: number } {
  const [type, number] = id.split('_')
  return type === 'user' ? { user_id: Number(number) } : { enterprise_id: Number(number) }
}

/** Parameters that restrict a search to a place; the frequent space is no place (SRCH-01, decisions 4.21). */
function scopeOf(within: ListLocation | null): Omit<Request<typeof SEARCH>, 'query_words'> {
  switch (within?.space) {
    case 'own':
      return { department_id: 0 }
    case 'collab':
      return { department_id: -1 }
    case 'dept':
      return { department_id: within.id }
    case 'folder':
      return { search_in_folder: within.id }
    case 'external':
      return { external_typed_id: within.id }
    default:
      return {}
  }
}

const readers: { [Name in ListCall['name']]: (answer: Reply<Name>) => ListAnswer } = {
  [FOLDER]: folderAnswer,
  [COLLABS]: itemsAnswer,
  [EXTERNAL]: itemsAnswer,
  [SEARCH]: foundAnswer,
  [FREQUENT]: frequentAnswer,
  [TRASH]: trashAnswer,
}

/** Fetches one page of a place. */
export async function askForPage(
  api: Api,
  at: ListSource,
  ask: PageRequest,
  sort: Sort | null,
  options: CallOptions,
): Promise<ListAnswer> {
  const { name, request } = listCall(at, ask, sort)
  return readers[name]((await api.call(name, request, options)) as never)
}

/** A place's first page that was preloaded with the app's page; undefined where none was. */
export function preloadedPage(api: Api, at: ListSource, ask: PageRequest, sort: Sort | null): ListAnswer | undefined {
  const { name, request } = listCall(at, ask, sort)
  const answer = api.preloaded(name, request)
  return answer && readers[name](answer as never)
}

function folderAnswer(answer: Reply<typeof FOLDER>): ListAnswer {
  const rows = answer.children ?? answer.items ?? []
  return {
    rows,
    total: answer.total_children_count ?? answer.total_count ?? rows.length,
    head: {
      ...emptyHead,
      sort: { by: answer.sort_by, direction: answer.sort_direction },
      path: answer.current_path,
      permissions: answer.permissions,
      folder: answer.folder,
      isFavourite: answer.is_frequently_used,
      view: answer.view,
    },
  }
}

function itemsAnswer(
  answer: Reply<typeof COLLABS> & Partial<Pick<Reply<typeof EXTERNAL>, 'current_path' | 'is_frequently_used'>>,
): ListAnswer {
  const {
    items,
    total_count: total,
    sort_by: by,
    sort_direction: direction,
    current_path: path = [],
    is_frequently_used: isFavourite = false,
  } = answer
  return { rows: items, total, head: { ...emptyHead, sort: { by, direction }, path, isFavourite } }
}

function foundAnswer({ items, num_found: total }: Reply<typeof SEARCH>): ListAnswer {
  return { rows: items, total, head: emptyHead }
}

function trashAnswer({ external, external_list: others, ...answer }: Reply<typeof TRASH>): ListAnswer {
  const { rows, total, head } = itemsAnswer(answer)
  return { rows, total, head: { ...head, trash: { external, others } } }
}

function frequentAnswer({
  frequent_used_items: frequent,
  unread_messages_count: unread,
}: Reply<typeof FREQUENT>): ListAnswer {
  return { rows: frequent.map(rowOfFrequent), total: frequent.length, head: { ...emptyHead, frequent }, unread }
}
