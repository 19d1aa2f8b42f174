import type { Request } from '@/contract/api'
import { itemOf, type Row } from '@/stores/items/lists/rows'

type FavouriteId = Request<'POST /apps/frequently_used_items/add'>['typed_id']

/** What a row is called among the favourites: the root folder of a department stands for the department. */
export function favouriteId(row: Row): FavouriteId {
  const department = itemOf(row)?.department
  return department ? `department_${department.id}` : (row.typed_id as FavouriteId)
}
