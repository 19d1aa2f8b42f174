import type { UserActor, ViewingActor, VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { itemNotFound, permissionDenied } from '../../errors'
import {
  holds,
  holdsAllWithin,
  isAllowed,
  isInClosedSpace,
  isUsable,
  mayPreviewWithin,
} from '../../policies/access/authorize'
import { mayPreview } from '../../policies/access/actionPermissions'
import type { Access } from '../../policies/access/facts'
import type { SiblingSortBy } from '@/contract/previews/siblings'
import { defaultOrder, orderIn, orderOf, type AskedOrder } from '../../queries/items/children'
import { countBeside, readBeside, type SiblingFilter, type SiblingOrder } from '../../queries/previews'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { accessOf, requireAccess } from '../access/itemAccess'
import { childrenWithOwnRights } from '../items/children'
import { collaboratedItems, externalItems, externalOwnerOf } from '../items/external'
import { viewItems } from '../items/viewing'

interface SideAsked extends Omit<AskedOrder, 'sort_by'> {
  sort_by?: SiblingSortBy
  side: 'left' | 'right'
}

export interface SiblingsAsked extends SideAsked {
  /** At most this many pictures. */
  limit: number
}

/** A file and the pictures next to it. */
export interface Neighbourhood {
  file: ViewedItem
  siblings: ViewedItem[]
}

/**
 * The pictures next to a file in the list that shows it, in that list's order, except pictures that the user may not preview. A search and the
 * frequent space have no order of their own, so the file's folder counts there too (1§7, PREV-16). For a visitor, the list is the content of
 * the link.
 * @throws Refused item_not_found, item_is_deleted, permission_denied
 */
export async function siblingsOf(
  ports: Pick<Dependencies, 'db'>,
  actor: ViewingActor,
  fileId: number,
  asked: SiblingsAsked,
): Promise<Neighbourhood> {
  const access = await requireAccess(ports.db, actor, fileId, 'item_preview')
  if (access.chain[0].isFolder) throw itemNotFound()
  const ids = await idsBeside(ports.db, actor, access, asked)
  const viewed = await viewItems(ports, actor, [...ids, fileId])
  // Rights may have changed since the ids were read.
  const siblings = viewed.filter((each) => isAllowed(each.access) && mayPreview(each.row, each.access.permissions))
  const file = siblings.pop()
  if (file?.row.id !== fileId) throw permissionDenied()
  return { file, siblings }
}

/**
 * The number of pictures on one side of a file, without the limit of siblingsOf.
 * @throws Refused as siblingsOf
 */
export async function siblingCount(db: Db, actor: ViewingActor, fileId: number, asked: SideAsked): Promise<number> {
  const access = await requireAccess(db, actor, fileId, 'item_preview')
  return countBeside(db, ...(await sideOf(db, actor, access, asked)))
}

async function idsBeside(db: Db, actor: ViewingActor, file: Access, { limit, ...asked }: SiblingsAsked) {
  return readBeside(db, ...(await sideOf(db, actor, file, asked)), limit)
}

async function sideOf(
  db: Db,
  actor: ViewingActor,
  file: Access,
  { side, sort_by: by, sort_direction }: SideAsked,
): Promise<[fileId: number, among: SiblingFilter, order: SiblingOrder, side: SideAsked['side']]> {
  const asked = { sort_by: by === 'taken' ? undefined : by, sort_direction }
  if (actor.kind === 'visitor')
    return [file.chain[0].id, await shownBeside(db, actor, file), orderOf(asked, defaultOrder), side]
  const { place, among } = await listOf(db, actor, file)
  if (by === 'taken') return [file.chain[0].id, among, { sortBy: by, direction: sort_direction ?? 'desc' }, side]
  const { order } = await orderIn(db, actor.user.id, place, asked)
  return [file.chain[0].id, among, order, side]
}

/** The list that shows a file: the key under which the list's order is stored, and the files that may be siblings. */
async function listOf(
  db: Db,
  actor: UserActor,
  { chain, roles, space }: Access,
): Promise<{ place: string; among: SiblingFilter }> {
  const { user, enterprise } = actor
  const [parent, role] = [chain[1], roles[1]]
  if (!parent || !isUsable(role)) {
    if (space.owner.enterpriseId === enterprise.id)
      return { place: 'collab', among: among(await collaboratedItems(db, actor)) }
    const outside = externalOwnerOf(space.owner)
    return { place: `external_${outside.type}_${outside.id}`, among: among(await externalItems(db, actor, outside)) }
  }
  const place = `folder_${parent.id}`
  // The user can see the folder's items, but no list shows them.
  if (parent.personalOf === user.id && isInClosedSpace({ space })) return { place, among: { ids: [] } }
  const apart = holdsAllWithin(role) ? [] : await childrenWithOwnRights(db, actor, [parent.id])
  const isOpen = mayPreviewWithin(role)
  const ids = apart.filter(({ access }) => holds(access, 'item_preview') !== isOpen).map(({ id }) => id)
  return { place, among: isOpen ? { folderId: parent.id, without: ids } : { ids } }
}

/** The files that a link shows beside a file: the files in the same folder, or the link's own items. */
async function shownBeside(db: Db, actor: VisitorActor, { chain, roles }: Access): Promise<SiblingFilter> {
  const [parent, role] = [chain[1], roles[1]]
  if (!parent || !isUsable(role)) return among(await accessOf(db, actor, [...actor.link.itemIds]))
  const apart = await childrenWithOwnRights(db, actor, [parent.id])
  const ids = apart.filter(({ access }) => !holds(access, 'item_preview')).map(({ id }) => id)
  return { folderId: parent.id, without: ids, isShared: true }
}

function among(items: Map<number, Access>): SiblingFilter {
  return { ids: [...items].filter(([, access]) => holds(access, 'item_preview')).map(([id]) => id) }
}
