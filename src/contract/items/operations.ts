import { Type } from '@sinclair/typebox'
import { FavouriteId, Id, TypedId, call } from '../call'
import { Item } from '../entities'

export const operationCalls = {
  'POST /apps/frequently_used_items/add': call({ typed_id: FavouriteId }, {}),
  'POST /apps/frequently_used_items/delete': call({ typed_id: FavouriteId }, {}),
  /** The name may include or omit the kept extension; the server keeps the original extension (1§5, ACT-05). */
  'POST /apps/files/edit': call({ item_typed_id: TypedId, name: Type.String({ maxLength: 4000 }) }, { item: Item }),
  'POST /apps/files/new_folder': call(
    { parent_folder_id: Id, name: Type.String({ maxLength: 4000 }), department_id: Type.Optional(Id) },
    { new_folder: Item, item: Item },
  ),
  'POST /apps/files/delete': call({ item_typed_ids: Type.Array(TypedId, { minItems: 1, maxItems: 1000 }) }, {}),
  /** The manual lock. Editors and higher roles may lock; owners, coowners and the user who locked may unlock (decisions 4.14, 53). */
  'POST /apps/files/lock': call({ item_typed_id: TypedId }, { item: Item }),
  'POST /apps/files/unlock': call({ item_typed_id: TypedId }, { item: Item }),
  'POST /recent_items/mark_as_used': call({ item_typed_id: TypedId }, {}),
  /** Own call: the files that mark_as_used reported last and that the user can still reach, latest first (AH-34). */
  'GET /recent_items/get_list': call({}, { recent_items: Type.Array(Item, { maxItems: 10 }) }),
}
