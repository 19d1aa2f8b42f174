import { Type, type Static } from '@sinclair/typebox'
import { ExternalId, Id, Seconds, TypedId, call, nullable, oneOf } from '../call'
import { Department, ExternalEnterprise, FoundItem, FrequentItem, Item, PathEntry, Permission } from '../entities'
import { shareScenario } from '../shares/shares'

export const SortBy = oneOf('date', 'name', 'size')
export const SortDirection = oneOf('asc', 'desc')

/** How a folder is shown: as rows, or as a grid of its pictures and videos by month (AH-39). */
export const FolderView = oneOf('list', 'photos')

/** Paging and order of every list (1§7). Without an order the server uses its remembered or default order (decisions 4.20). */
export const page = {
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 25 })),
  sort_by: Type.Optional(SortBy),
  sort_direction: Type.Optional(SortDirection),
  scenario: Type.Optional(Type.String()),
}

/** The kinds to which a search can be restricted: folders, or the files of a group of extensions (AH-41). */
export const SearchKind = oneOf(
  'folder',
  'document',
  'sheet',
  'slides',
  'pdf',
  'text',
  'image',
  'video',
  'audio',
  'zip',
)

/** Seconds since 1970, until the year 9999. */
const Moment = Type.Integer({ minimum: 0, maximum: 253_402_300_799 })

const ItemDetails = Type.Object({
  creator: Type.Object({ id: Id, name: Type.String() }),
  created_at: Seconds,
  /** For a folder: the number of items directly in it that the user can see, including folders; null for a file. */
  item_count: nullable(Type.Integer()),
  folder_count: nullable(Type.Integer()),
  /** Own field: the number of share links to the item that the user has made (AH-40). */
  link_count: Type.Integer({ minimum: 0 }),
})

const order = { sort_by: SortBy, sort_direction: SortDirection }

/** A folder replies with `children` and `total_children_count`. The own root and other lists reply with `items` and `total_count`. */
export const itemsPage = { items: Type.Array(Item), total_count: Type.Integer(), ...order }

const folderPage = {
  children: Type.Optional(Type.Array(Item)),
  total_children_count: Type.Optional(Type.Integer()),
  items: Type.Optional(Type.Array(Item)),
  total_count: Type.Optional(Type.Integer()),
  ...order,
  permissions: Type.Array(Permission),
  is_frequently_used: Type.Boolean(),
  /** Root first, the listed folder last. */
  current_path: Type.Array(PathEntry),
  /** The listed folder itself; null for the own root. */
  folder: nullable(Item),
  /** Own field: the user's choice for this folder, else `photos` where most of these items are pictures. Absent for a visitor. */
  view: Type.Optional(FolderView),
}

const folderAsked = {
  folder_type: Type.Optional(oneOf('own', 'folder')),
  department_id: Type.Optional(Id),
  folder_id: Type.Optional(Id),
  /** Own parameter: the user's choice of a view, which the server remembers. Without effect for a visitor. */
  view: Type.Optional(FolderView),
  ...page,
  ...shareScenario,
}

export const listCalls = {
  /** A folder; 0 is the own root, or that of department_id. */
  'GET /apps/files/file_list/{folderId}': call({ folderId: Id, ...folderAsked }, folderPage),
  /** The folder with the id folder_id; without one, as for id 0. */
  'GET /apps/files/file_list': call(folderAsked, folderPage),
  /**
   * Own call: the pictures and videos directly in a folder, newest original date first (AH-39). Takes a folder as file_list does. Covers the
   * 20,000 files changed last.
   */
  'GET /apps/files/photos': call(
    {
      folder_id: Type.Optional(Id),
      department_id: Type.Optional(Id),
      offset: page.offset,
      limit: page.limit,
      with_dates: Type.Optional(Type.Boolean()),
    },
    {
      items: Type.Array(Item),
      total_count: Type.Integer({ minimum: 0 }),
      /** With `with_dates`: the original date of each picture in the same order, seconds; without one, the time of its last change. */
      dates: Type.Optional(Type.Array(Seconds)),
    },
  ),
  'GET /apps/files/file_list_for_collabs': call(page, itemsPage),
  /** Takes the id of an external enterprise or of an external user. `current_path` names it. Only an enterprise can be a favourite. */
  'GET /apps/files/file_list_for_external_enterprise': call(
    { enterprise_id: Type.Optional(Id), user_id: Type.Optional(Id), ...page },
    { ...itemsPage, current_path: Type.Array(PathEntry), is_frequently_used: Type.Boolean() },
  ),
  'GET /enterprises/get_external_enterprises': call({}, { external_list: Type.Array(ExternalEnterprise) }),
  /**
   * Searches everywhere, or in one location: a folder, the own root, all invitations of colleagues, a department, an external enterprise or
   * user (SRCH-01). A visitor can search all items of the link, or one folder of the link. A visitor's search finds only names,
   * because finding content would be a preview.
   * The parameters from `whole_space` on are filters (AH-41). With a filter, empty words match every item. Visitors can only ask for folders.
   */
  'GET /apps/files/search': call(
    {
      query_words: Type.String({ maxLength: 1000 }),
      search_in_folder: Type.Optional(Id),
      /** 0 own, -1 collab (1§7), else a department. */
      department_id: Type.Optional(Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER })),
      external_typed_id: Type.Optional(ExternalId),
      file_type_category: Type.Optional(SearchKind),
      /** Searches the whole space of `search_in_folder`. */
      whole_space: Type.Optional(Type.Boolean()),
      /** The first and the last second in which an item may have changed. */
      modified_from: Type.Optional(Moment),
      modified_to: Type.Optional(Moment),
      /** Only items that this user created, or that lie in this user's own space. */
      user_id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
      offset: page.offset,
      limit: page.limit,
      ...shareScenario,
    },
    { items: Type.Array(FoundItem), num_found: Type.Integer() },
  ),
  'GET /apps/frequently_used_items/get_list': call(
    { page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })) },
    /** Own field: the header of this space shows the badge (LIST-01). */
    { frequent_used_items: Type.Array(FrequentItem), unread_messages_count: Type.Optional(Type.Integer()) },
  ),
  'GET /apps/files/get_info': call(
    { item_typed_id: TypedId, ...shareScenario },
    { item: Type.Optional(Item), department: Type.Optional(Department) },
  ),
  /** Own call: the details that an item itself does not carry (AH-40). */
  'GET /apps/files/details': call({ item_typed_id: TypedId }, { details: ItemDetails }),
  'GET /departments/find_user_in_departments_tree': call(
    { department_id: Type.Optional(Id) },
    /** The user's own tree to depth 2, or the children of department_id (LIST-02). */
    { departments: Type.Array(Department) },
  ),
  'GET /departments/info': call(
    { department_id: Id, permission_filter: Type.Optional(Type.Boolean()) },
    { department: Department },
  ),
}

export type ItemDetails = Static<typeof ItemDetails>
export type SearchKind = Static<typeof SearchKind>
export type FolderView = Static<typeof FolderView>
export type SortBy = Static<typeof SortBy>
export type SortDirection = Static<typeof SortDirection>
