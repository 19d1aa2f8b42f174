import { grantedUserId, reviewerId, type ReadingActor, type VisitorActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { itemNotFound, Refused } from '../../errors'
import { downloadRefusal, mayDownload } from '../../policies/access/actionPermissions'
import type { Access } from '../../policies/access/facts'
import { downloadRows, possiblyWithheldBelow, type DownloadRow } from '../../queries/items/subtree'
import { loadVersions, type ShownVersion } from '../../queries/items/versions'
import { accessOf } from '../access/itemAccess'
import { outermost } from '../access/withheld'

/**
 * Requires that a visitor may download each chosen item.
 * @returns the items, without items inside another chosen item, except items that the link shows in an older version
 * @throws Refused item_not_found; download_… for an item that may not leave the server
 */
export async function requireTakeable(db: Db, actor: VisitorActor, chosen: readonly Access[]): Promise<Access[]> {
  const rows = await rowsOf(db, chosen)
  for (const access of chosen) {
    const row = rows.get(access.chain[0].id)
    if (row === undefined) throw itemNotFound()
    const refusal = downloadRefusal(row, access, reviewerId(actor))
    if (refusal !== null) throw new Refused(`download_${refusal}`)
  }
  const older = await olderVersions(db, actor)
  const isOlder = ({ chain: [item] }: Access) => older.has(item.id)
  const olderItems = new Map(chosen.filter(isOlder).map((access) => [access.chain[0].id, access]))
  return [...outermost(chosen.filter((access) => !isOlder(access))), ...olderItems.values()]
}

/** The typed id by which a visitor names everything that a link shows (2§3: the link counts as a folder). */
const ALL = 'folder_0'

/** The items that a visitor names. ALL stands for the link's downloadable items, or for all items of the link if none is downloadable. */
export async function namedItems(
  db: Db,
  actor: VisitorActor,
  asked: readonly string[],
): Promise<{ typedIds: readonly string[]; isAll: boolean }> {
  if (!asked.includes(ALL)) return { typedIds: asked, isAll: false }
  const shown = [...(await accessOf(db, actor, [...actor.link.itemIds])).values()]
  const downloadable = await filterDownloadable(db, actor, shown)
  const typedIds = (downloadable.length > 0 ? downloadable : shown).map(
    ({ chain: [item] }) => `${item.isFolder ? 'folder' : 'file'}_${item.id}`,
  )
  return { typedIds, isAll: true }
}

/** Returns those of the items that a visitor may download. */
async function filterDownloadable(db: Db, actor: VisitorActor, chosen: readonly Access[]): Promise<Access[]> {
  const rows = await rowsOf(db, chosen)
  return chosen.filter((access) => isDownloadable(actor, rows.get(access.chain[0].id), access))
}

/** Ids to omit when a visitor copies folders: items that may not be downloaded, and items that the link shows in an older version. */
export async function keptBackIds(db: Db, actor: VisitorActor, targets: readonly Access[]): Promise<number[]> {
  const ids = targets.map(({ chain: [item] }) => item.id)
  const rows = await possiblyWithheldBelow(db, grantedUserId(actor), ids)
  const found = await accessOf(
    db,
    actor,
    rows.map(({ id }) => id),
  )
  const omitted = rows.filter((row) => !isDownloadable(actor, row, found.get(row.id))).map(({ id }) => id)
  return [...omitted, ...(await olderVersions(db, actor)).keys()]
}

/** Older versions that a visitor's link shows instead of current ones, by item. @param actor undefined: no link is involved */
export async function olderVersions(db: Db, actor: ReadingActor | undefined): Promise<Map<number, ShownVersion>> {
  if (actor?.kind !== 'visitor' || actor.link.pinned.size === 0) return new Map()
  const { pinned } = actor.link
  const versions = await loadVersions(db, [...pinned.values()])
  return new Map(
    [...pinned].flatMap(([itemId, versionId]) => {
      const version = versions.get(versionId)
      return version && version.id !== version.currentId ? [[itemId, version] as const] : []
    }),
  )
}

/** The name of an item as a link shows it. */
export function shownName(older: ReadonlyMap<number, ShownVersion>, { chain: [item] }: Access): string {
  return older.get(item.id)?.name ?? item.name
}

/** Whether a visitor may download an item that still exists. */
function isDownloadable(actor: VisitorActor, row: DownloadRow | undefined, access: Access | undefined): boolean {
  return row !== undefined && access !== undefined && mayDownload(row, access, reviewerId(actor))
}

async function rowsOf(db: Db, accesses: readonly Access[]): Promise<Map<number, DownloadRow>> {
  const ids = accesses.map(({ chain: [item] }) => item.id)
  return new Map((await downloadRows(db, ids)).map((row) => [row.id, row]))
}
