import { principalOf, type ApplicationActor, type ReadingActor, type UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { holds, holdsAllWithin, isAllowed } from '../../policies/access/authorize'
import type { Access } from '../../policies/access/facts'
import {
  rowsWithOwnRights,
  idsOfChildren,
  invitedIds,
  notSharedRows,
  type Order,
  type Page,
  type Window,
} from '../../queries/items/children'
import { accessOf } from '../access/itemAccess'

/**
 * One page of a folder as the actor sees it, folders first. Nothing is counted: totals come from the folder's counters, and
 * each half of the page is read from an index.
 */
export async function childrenOf(
  db: Db,
  actor: ReadingActor,
  place: Access,
  order: Order,
  { offset, limit }: Window,
  kind: 'file' | 'folder' | 'all' = 'all',
): Promise<Page> {
  const folderId = place.chain[0].id
  const counted = (await childCounts(db, actor, [place])).get(folderId)!
  const { hidden } = counted
  const folders = kind === 'file' ? 0 : counted.folders
  const total = folders + (kind === 'folder' ? 0 : counted.total - counted.folders)
  const first = Math.max(0, Math.min(limit, folders - offset))
  const rest = Math.min(limit, Math.max(0, total - offset)) - first
  if (first + rest === 0) return { ids: [], total }
  // Read a whole page of folders, so that folders created since the count appear too.
  const ofFolders = { offset, limit: first === 0 ? 0 : limit }
  const ofFiles = { offset: Math.max(0, offset - folders), limit: rest }
  return { ids: idsOfChildren({ folderId, order, hidden, ofFolders, ofFiles }, limit), total }
}

/** The visible children of folders, from the folders' counters; `hidden` are the ids of the children that the actor does not see. */
export async function childCounts(
  db: Db,
  actor: ReadingActor,
  folders: readonly Pick<Access, 'chain' | 'role'>[],
): Promise<Map<number, { total: number; folders: number; hidden: number[] }>> {
  const notOwned = folders.filter(({ role }) => !holdsAllWithin(role)).map(({ chain }) => chain[0].id)
  const hidden = notOwned.length === 0 ? [] : await hiddenChildren(db, actor, notOwned)
  return new Map(
    folders.map(({ chain: [{ id, childCount, folderCount }] }) => {
      const own = hidden.filter(({ parentId }) => parentId === id)
      const visibleFolders = folderCount - own.filter(({ isFolder }) => isFolder).length
      return [id, { total: childCount - own.length, folders: visibleFolders, hidden: own.map((child) => child.id) }]
    }),
  )
}

/** Children on which the actor has no rights, although the actor has rights on the folder. */
async function hiddenChildren(db: Db, actor: ReadingActor, folderIds: readonly number[]) {
  return (await childrenWithOwnRights(db, actor, folderIds)).filter(({ access }) => !holds(access))
}

/** Children whose rights may differ from those of their folder, each with the actor's access. */
export async function childrenWithOwnRights(db: Db, actor: ReadingActor, folderIds: readonly number[]) {
  const rows = await rowsWithOwnRightsFor(db, actor, folderIds)
  const access = await accessOf(
    db,
    actor,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    isFolder: row.is_folder,
    access: access.get(row.id),
  }))
}

/** A visitor sees the items that the link's maker sees, except items that must not be shared. */
async function rowsWithOwnRightsFor(db: Db, actor: ReadingActor, folderIds: readonly number[]) {
  if (actor.kind !== 'visitor') return rowsWithOwnRights(db, principalOf(actor).user.id, folderIds)
  const [apart, withheld] = await Promise.all([
    rowsWithOwnRights(db, actor.maker.user.id, folderIds),
    notSharedRows(db, folderIds),
  ])
  return [...new Map([...apart, ...withheld].map((row) => [row.id, row])).values()]
}

/** Items of others that the user was invited to, personally or in a group, and still sees; each with the user's access. */
export async function invitedItems(db: Db, actor: UserActor | ApplicationActor): Promise<Map<number, Access>> {
  const access = await accessOf(db, actor, await invitedIds(db, principalOf(actor).user.id))
  for (const [id, each] of access) {
    if (each.space.owner.id === principalOf(actor).user.id || !isAllowed(each)) access.delete(id)
  }
  return access
}
