import type { OpenRequest } from '@/contract/applications'
import { searchWords } from '@/domain/search/words'
import type { ApplicationActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import { itemsTagged } from '../../queries/applications/tags'
import { defaultOrder, orderOf, sortItems } from '../../queries/items/children'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { namedPeople } from '../../queries/applications/itemFacts'
import { trashPage, trashRecords, type TrashRecord } from '../../queries/trash/records'
import { accessOf } from '../access/itemAccess'
import { requirePlace, type PlaceAddress } from '../access/places'
import { requireOpenSpace } from '../access/preconditions'
import { childrenOf, invitedItems } from '../items/children'
import { viewFolder, viewItems } from '../items/viewing'
import { findItems } from '../search/matches'
import { trashOf } from '../trash/list'

type Needs = Pick<Dependencies, 'db'>

/** A request with its page. */
type Paged<Asked> = Asked & { page_id: number; page_capacity: number }
type Listed = Omit<Paged<OpenRequest<'GET /v2/folder/personal_items'>>, 'type'> & { type?: string }

export interface OpenPage {
  items: ViewedItem[]
  total: number
}

const windowOf = ({ page_id, page_capacity }: Paged<unknown>) => ({
  offset: page_id * page_capacity,
  limit: page_capacity,
})
const kindOf = (type: string | undefined) => (type === 'file' || type === 'folder' ? type : 'all')

/** A page of a folder, folders first. @throws Refused item_not_found, item_is_deleted, permission_denied, personal_space_closed */
export async function openChildren(
  needs: Needs,
  actor: ApplicationActor,
  address: PlaceAddress,
  asked: Listed,
): Promise<OpenPage & { folder: ViewedItem }> {
  const place = await requirePlace(needs.db, actor, address)
  if (place.chain[0].personalOf === actor.onBehalfOf.user.id) requireOpenSpace(place)
  const order = orderOf(asked, defaultOrder)
  const { ids, total } = await childrenOf(needs.db, actor, place, order, windowOf(asked), kindOf(asked.type))
  return { ...(await viewFolder(needs, actor, ids, place)), total }
}

/** A page of the folders that others invited the user to. */
export async function openCollabFolders(needs: Needs, actor: ApplicationActor, asked: Listed): Promise<OpenPage> {
  const invited = [...(await invitedItems(needs.db, actor))]
  const ids = invited.flatMap(([id, { chain }]) => (chain[0].isFolder ? id : []))
  const sorted = await sortItems(needs.db, ids, orderOf(asked, defaultOrder), windowOf(asked))
  return { items: await viewItems(needs, actor, sorted), total: ids.length }
}

/** A page of the items with a tag that the user sees. */
export async function openTagged(
  needs: Needs,
  actor: ApplicationActor,
  name: string,
  asked: Listed,
): Promise<OpenPage> {
  const found = await itemsTagged(needs.db, name)
  const access = await accessOf(needs.db, actor, found)
  const ids = found.filter((id) => isAllowed(access.get(id)))
  const sorted = await sortItems(needs.db, ids, orderOf(asked, defaultOrder), windowOf(asked))
  return { items: await viewItems(needs, actor, sorted), total: ids.length }
}

/** A page of the user's recycle bin, with the records and those who deleted the items. */
export async function openTrash(needs: Needs, actor: ApplicationActor, asked: Listed) {
  const { db } = needs
  const order = orderOf(asked, defaultOrder)
  const { ids, total } = await trashPage(db, await trashOf(db, actor), order, windowOf(asked), kindOf(asked.type))
  const items = await viewItems(needs, actor, ids)
  const records = await trashRecords(
    db,
    items.map(({ row }) => row.id),
  )
  const deleters = await namedPeople(
    db,
    [...records.values()].map(({ deletedBy }) => deletedBy),
  )
  return { total, items: items.flatMap((item) => trashedOf(item, records, deleters)) }
}

type Deleters = Awaited<ReturnType<typeof namedPeople>>

/** Nothing if the item was restored meanwhile. */
function trashedOf(item: ViewedItem, records: ReadonlyMap<number, TrashRecord>, deleters: Deleters) {
  const record = records.get(item.row.id)
  return record ? [{ item, deletedAt: record.deletedAt, deleter: deleters.get(record.deletedBy) ?? null }] : []
}

/** A page of the items whose names match, best first. */
export async function openSearch(
  needs: Needs,
  actor: ApplicationActor,
  { query_words, file_type_category, ...paged }: Paged<OpenRequest<'GET /v2/search'>>,
): Promise<OpenPage> {
  const words = searchWords(query_words)
  if (words === '') throw invalidRequest('query_words')
  const isFoldersOnly = file_type_category === 'folder'
  const search = { words, scope: { includes: () => true }, isFoldersOnly, withoutContents: true }
  const { ids, total } = await findItems(needs.db, actor.onBehalfOf, search, windowOf(paged))
  return { items: await viewItems(needs, actor, ids), total }
}
