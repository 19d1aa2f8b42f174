import type { Request } from '@/contract/api'
import { searchKey, wordKeys } from '@/domain/search/words'
import { grantedUserId, type VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, itemNotFound } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import type { Window } from '../../queries/items/children'
import { findShared, type SharedSearch } from '../../queries/landing'
import { formsIn } from '../../queries/search/hanForms'
import { possiblyWithheldBelow } from '../../queries/items/subtree'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { accessOf, requireAccess } from '../access/itemAccess'
import type { FoundItem, Search } from '../search/matches'
import { olderVersions } from '../shares/source'
import { viewItems } from '../items/viewing'

type Place = Pick<Request<'GET /apps/files/search'>, 'search_in_folder' | 'department_id' | 'external_typed_id'>

/**
 * Searches a link, or a folder in the link, by name only. Contents are not searched, because showing them is a preview, and previews may be counted.
 * Visitors do not learn an item's collaborators, tags or description.
 * @throws Refused as requireAccess; item_not_found for a file; invalid_request if the request names a
 * department or an external enterprise
 */
export async function searchShared(
  ports: Pick<Dependencies, 'db'>,
  actor: VisitorActor,
  { words, isFoldersOnly, place }: Omit<Search, 'scope'> & { place: Place },
  window: Window,
): Promise<{ items: (ViewedItem & Pick<FoundItem, 'forms'>)[]; total: number }> {
  const { db } = ports
  const scope = await placeOf(db, actor, place)
  const keys = wordKeys(words)
  if (keys.length === 0) return { items: [], total: 0 }
  const [hidden, older] = await Promise.all([hiddenWithin(db, actor, scope.tops), olderVersions(db, actor)])
  const search = { ...scope, hidden, older, keys, isFoldersOnly }
  const { ids, total } = await findShared(db, search, window)
  const viewed = await viewItems(ports, actor, ids)
  // Rights may have changed since the ids were read.
  const items = viewed.filter(({ access }) => isAllowed(access))
  return { items: items.map((item) => ({ ...item, forms: formsIn([searchKey(item.row.name)], keys) })), total }
}

async function placeOf(
  db: Db,
  actor: VisitorActor,
  { search_in_folder: folderId = 0, department_id, external_typed_id }: Place,
): Promise<Pick<SharedSearch, 'tops' | 'isWithTops'>> {
  if (department_id !== undefined) throw invalidRequest('department_id')
  if (external_typed_id !== undefined) throw invalidRequest('external_typed_id')
  const [only, ...others] = actor.link.itemIds
  if (folderId === 0 && others.length > 0) return { tops: [...actor.link.itemIds], isWithTops: true }
  const { chain } = await requireAccess(db, actor, folderId === 0 ? only! : folderId)
  if (!chain[0].isFolder) throw itemNotFound()
  return { tops: [chain[0].id], isWithTops: false }
}

/** Items that visitors do not see, although they see the folder around them. */
async function hiddenWithin(db: Db, actor: VisitorActor, tops: readonly number[]): Promise<number[]> {
  const ids = (await possiblyWithheldBelow(db, grantedUserId(actor), tops)).map(({ id }) => id)
  const found = await accessOf(db, actor, ids)
  return ids.filter((id) => !isAllowed(found.get(id)))
}
