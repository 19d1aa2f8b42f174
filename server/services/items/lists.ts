import type { ExternalEnterprise } from '@/contract/entities'
import type { FolderView } from '@/contract/items/lists'
import type { UserActor, VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemNotFound } from '../../errors'
import type { Access } from '../../policies/access/facts'
import {
  defaultOrder,
  orderFor,
  orderIn,
  orderOf,
  sortItems,
  type AskedLook,
  type Order,
  type Window,
} from '../../queries/items/children'
import { isFavourite } from '../../queries/items/favourites'
import type { ItemIds } from '../../queries/access/itemIds'
import { ownRoot } from '../../queries/items/spaces'
import { childrenOf } from './children'
import { collaboratedItems, externalItems, externalOwnerOf } from './external'
import { requirePlace, type PlaceAddress } from '../access/places'
import { requireAccess } from '../access/itemAccess'
import { requireOpenSpace } from '../access/preconditions'

/** A page of a list, and the order used. */
export interface Listing {
  ids: ItemIds
  total: number
  order: Order
}

/** The requested page of a list, and an order that is remembered for the next time (decisions 4.20). */
export type ListAsked = AskedLook & Window

/** A page of a folder. @throws Refused as requirePlace, personal_space_closed */
export async function listFolder(
  db: Db,
  actor: UserActor,
  address: PlaceAddress,
  asked: ListAsked,
): Promise<Listing & { place: Access; isOwnRoot: boolean; view: FolderView | null }> {
  const folderId = address.folderId || address.departmentId ? address.folderId : await ownRoot(db, actor.user.id)
  // The order of a named folder is read in parallel with the rights; an actor without rights is refused before the order is used.
  const [place, known] = await Promise.all([
    requirePlace(db, actor, { ...address, folderId }),
    folderId === 0 ? null : orderIn(db, actor.user.id, placeNamed(folderId), asked),
  ])
  const [root] = place.chain
  const isOwnRoot = root.personalOf === actor.user.id
  if (isOwnRoot) requireOpenSpace(place)
  const { view, ...order } = await orderFor(db, actor.user.id, placeNamed(root.id), asked, known)
  return { ...(await childrenOf(db, actor, place, order, asked)), order, place, isOwnRoot, view }
}

/** The key under which the order of a folder is remembered. */
const placeNamed = (folderId: number) => `folder_${folderId}`

/**
 * A page of a folder of a link. Folder 0 is the link itself: its items, or the content of its only folder. The order is not remembered.
 * @returns `place` is null for folder 0 of a link with several items
 * @throws Refused item_not_found, item_is_deleted, permission_denied
 */
export async function listShared(
  db: Db,
  actor: VisitorActor,
  folderId: number,
  { sort_by, sort_direction, ...window }: ListAsked,
): Promise<Listing & { place: Access | null }> {
  const order = orderOf({ sort_by, sort_direction }, defaultOrder)
  const { itemIds } = actor.link
  const [only, ...others] = itemIds
  if (folderId === 0 && others.length > 0)
    return { ids: await sortItems(db, [...itemIds], order, window), total: itemIds.size, order, place: null }
  const place = await requireAccess(db, actor, folderId === 0 ? only! : folderId)
  if (!place.chain[0].isFolder) throw itemNotFound()
  return { ...(await childrenOf(db, actor, place, order, window)), order, place }
}

/** A page of the items that colleagues invited the user to; `access` holds the rights on all of these items. */
export async function listCollaborated(
  db: Db,
  actor: UserActor,
  asked: ListAsked,
): Promise<Listing & { access: Map<number, Access> }> {
  const order = await orderFor(db, actor.user.id, 'collab', asked)
  const access = await collaboratedItems(db, actor)
  return { ids: await sortItems(db, [...access.keys()], order, asked), total: access.size, order, access }
}

/** A page of the items that an external enterprise or user invited the user to. @throws Refused item_not_found without such items */
export async function listExternal(
  db: Db,
  actor: UserActor,
  whose: Pick<ExternalEnterprise, 'id' | 'type'>,
  asked: ListAsked,
): Promise<Listing & { access: Map<number, Access>; name: string; isFavourite: boolean }> {
  const access = await externalItems(db, actor, whose)
  const [first] = access.values()
  if (!first) throw itemNotFound()
  const order = await orderFor(db, actor.user.id, `external_${whose.type}_${whose.id}`, asked)
  return {
    ids: await sortItems(db, [...access.keys()], order, asked),
    total: access.size,
    order,
    access,
    name: externalOwnerOf(first.space.owner).name,
    isFavourite:
      whose.type === 'enterprise' && (await isFavourite(db, actor.user.id, `external_enterprise_${whose.id}`)),
  }
}
