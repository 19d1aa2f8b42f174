import { sql } from 'kysely'
import { extensionsOf } from '@/domain/items/kinds'
import { permissionsOf } from '@/domain/items/roles'
import type { Db } from '../database/connect'
import type { Access } from './access'
import { apartChildren, columns, orderIn, type AskedOrder, type Order } from './children'
import { collaboratedItems, externalItems, outsideOf } from './external'
import type { UserActor } from '../actor'

export interface SiblingsAsked extends AskedOrder {
  side: 'left' | 'right'
  /** At most so many. */
  limit: number
}

/** Files of one list, all of which the user may preview as far as his role goes. */
type Among = { folderId: number; without: number[] } | { ids: number[] }

const images = extensionsOf.image.split(' ')

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
  const apart = role === 'owner' ? [] : await apartChildren(db, user.id, [parent.id])
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

/** From the file on along the index of the order, so that it costs the same wherever in the list the file stands. */
async function readBeside(
  db: Db,
  fileId: number,
  among: Among,
  { sortBy, direction }: Order,
  side: 'left' | 'right',
  limit: number,
) {
  const column = sql.ref(columns[sortBy])
  const isUp = (direction === 'asc') === (side === 'right')
  const onward = isUp ? 'asc' : 'desc'
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where(
      'ids' in among
        ? sql<boolean>`id = any(${among.ids})`
        : sql<boolean>`parent_id = ${among.folderId} and id <> all(${among.without})`,
    )
    .where('is_folder', '=', false)
    .where('deleted_at', 'is', null)
    .where('scope', '<>', 1)
    .where(sql<boolean>`extension = any(${images})`)
    .where(
      sql<boolean>`(${column}, id) ${sql.raw(isUp ? '>' : '<')} (select ${column}, id from items where id = ${fileId})`,
    )
    .orderBy(column, onward)
    .orderBy('id', onward)
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  return side === 'right' ? ids : ids.reverse()
}
