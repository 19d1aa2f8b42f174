import { Type } from '@sinclair/typebox'
import { Id, Seconds, oneOf } from '../call'
import { done, ofKind, openCall, page, page_id, paged } from './openCall'
import { itemList, OpenItem } from './items'

const marked = { type: oneOf('file', 'folder'), id: Id }

/** What programs find without a folder: a search, what the user opened last, and what the user marked (OAPI-03). */
export const findingCalls = {
  'GET /v2/item/search': openCall(
    {
      query_words: Type.String({ minLength: 1, maxLength: 1000 }),
      ...ofKind,
      ...paged,
      /** By how well an item matches, if left out. */
      sort_by: Type.Optional(oneOf('name', 'date', 'size', 'score')),
      sort_direction: Type.Optional(oneOf('asc', 'desc')),
      search_in_folder: Type.Optional(Id),
      query_filter: Type.Optional(oneOf('file_name', 'content', 'creator', 'tag', 'all')),
      /** Seconds: `from,to`, either may be empty. */
      updated_time_range: Type.Optional(Type.String({ pattern: '^\\d{0,12},\\d{0,12}$' })),
      /** 0: the own space; -1: what others share with the user; otherwise a department */
      department_id: Type.Optional(Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER })),
    },
    itemList,
  ),
  /** The files that the user opened last, latest first. */
  'GET /v2/file/recent_items': openCall(
    { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 500 })) },
    itemList,
  ),
  'POST /v2/file/{item_id}/mark_as_used': openCall({ item_id: Id }, done),
  /** `id` is the item's: an item is marked once. */
  'POST /v2/frequent/add': openCall(marked, {
    id: Id,
    owner_id: Id,
    item_type: oneOf('file', 'folder'),
    item_id: Id,
    create_at: Seconds,
    /** Marked items have no order of their own. */
    top: Type.Literal(false),
  }),
  'POST /v2/frequent/delete': openCall(marked, done),
  /** The files and folders that the user marked and still sees, newest first. */
  'GET /v2/frequent/list': openCall(
    { page_id, page_capacity: paged.page_capacity },
    { frequent_items: Type.Array(OpenItem), ...page, space: Type.Null() },
  ),
}
