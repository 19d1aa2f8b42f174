import { permissionsOf } from '@/domain/items/roles'
import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import type { Access } from '../policies/facts'
import { orderIn, type AskedOrder } from '../queries/children'
import { apartChildren } from './children'
import { readBeside, type Among } from '../queries/siblings'
import { collaboratedItems, externalItems, outsideOf } from './external'

export interface SiblingsAsked extends AskedOrder {
  side: 'left' | 'right'
  /** At most so many. */
  limit: number
}

/**
 * The pictures next to a file in the list that shows it, in that list's order; those of them that the user may not preview are passed
 * over. A search and the frequent space have no order of their own to go by: there, too, it is the file's folder (1§7, PREV-16).
 * @param file one that the user may see
 */
export async function siblingsOf(
  db: Db,
  actor: UserActor,
  file: Access,
  { side, limit, ...asked }: SiblingsAsked,
): Promise<number[]> {
  const { place, among } = await listOf(db, actor, file)
  const { order } = await orderIn(db, actor.user.id, place, asked)
  return readBeside(db, file.chain[0].id, among, order, side, limit)
}

/** The list in which a file stands, as its order is remembered by, and what of it counts. */
async function listOf(
  db: Db,
  actor: UserActor,
  { chain, roles, space }: Access,
): Promise<{ place: string; among: Among }> {
  const { user, enterprise } = actor
  const [parent, role] = [chain[1], roles[1]]
  if (!parent || !role || role === 'reset') {
    if (space.owner.enterpriseId === enterprise.id)
      return { place: 'collab', among: among(await collaboratedItems(db, actor)) }
    const outside = outsideOf(space.owner)
    return { place: `external_${outside.type}_${outside.id}`, among: among(await externalItems(db, actor, outside)) }
  }
  const place = `folder_${parent.id}`
  // What lies in it can be seen, but no list shows it any more.
  if (parent.personalOf === user.id && space.owner.isPersonalSpaceClosed) return { place, among: { ids: [] } }
  const apart = role === 'owner' ? [] : await apartChildren(db, actor, [parent.id])
  const isOpen = permissionsOf(role).includes('item_preview')
  const ids = apart.filter(({ access }) => mayPreview(access) !== isOpen).map(({ id }) => id)
  return { place, among: isOpen ? { folderId: parent.id, without: ids } : { ids } }
}

function among(items: Map<number, Access>): Among {
  return { ids: [...items].filter(([, access]) => mayPreview(access)).map(([id]) => id) }
}

function mayPreview(access: Access | undefined): boolean {
  return access?.permissions.includes('item_preview') ?? false
}
