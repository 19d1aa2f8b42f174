import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { isAllowed } from '../../policies/access/authorize'
import type { PersonDetail } from '../../queries/fileRequests/people'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { accessOf } from '../access/itemAccess'
import { viewItems } from '../items/viewing'

/** most files per person whose pictures a page shows: the last ones */
const PICTURED_FILES = 3

/** The last hand-ins of each person on a page that the link's maker may see; a file may have been moved out of the maker's reach. */
export async function picturedHandIns(
  { db }: Pick<Dependencies, 'db'>,
  actor: UserActor,
  rows: readonly PersonDetail[],
): Promise<ViewedItem[]> {
  const ids = rows.flatMap(({ files }) => files.slice(-PICTURED_FILES).map(({ item_id: id }) => id))
  const access = await accessOf(db, actor, ids)
  const visible = ids.filter((id) => isAllowed(access.get(id)))
  return viewItems({ db }, actor, visible, access)
}
