import { setImmediate as nextTurn } from 'node:timers/promises'
import { grantedUserId, reviewerId, type ReadingActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import { holds } from '../../policies/access/authorize'
import { downloadRefusal } from '../../policies/access/actionPermissions'
import { readTrees, type TreeRow } from '../../queries/downloads'
import type { Access } from '../../policies/access/facts'
import type { ShownVersion } from '../../queries/items/versions'
import { accessOf } from '../access/itemAccess'
import { olderVersions } from '../shares/source'
import { ArchiveNames } from './archiveNames'

/** most items in an archive, which is planned in memory */
const MAX_ITEMS = 20_000
/** items to plan before yielding to other requests */
const BATCH_SIZE = 100

export interface PackFile {
  /** path inside the archive, separated by `/` */
  path: string
  bodyKey: string
  /** bytes */
  size: number
  modifiedAt: Date
}

export interface PackFolder {
  path: string
  modifiedAt: Date
}

export interface Pack {
  files: PackFile[]
  /** Folders without content; other folders are implied by the paths of their files. */
  emptyFolders: PackFolder[]
  /** number of files that may not be downloaded */
  leftOut: number
}

/**
 * Plans an archive of the given items and of everything inside them, as far as the actor may download it now (ACT-08). Each item appears once,
 * under its own name where every system accepts the name (decisions 115).
 * @param accesses the access to each given item, already checked
 * @throws Refused download_too_many
 */
export async function planPack(db: Db, actor: ReadingActor, accesses: readonly Access[]): Promise<Pack> {
  const ids = accesses.map(({ chain }) => chain[0].id)
  const rows = new Map<number, TreeRow>()
  const children = new Map<number, TreeRow[]>()
  const pinned = await olderVersions(db, actor)
  for (const row of requireFew(await readTrees(db, grantedUserId(actor), ids, MAX_ITEMS + 1))) {
    const shown = pinned.get(row.id)
    if (shown) Object.assign(row, asVersion(shown))
    rows.set(row.id, row)
    const siblings = children.get(row.parent_id)
    if (siblings) siblings.push(row)
    else children.set(row.parent_id, [row])
  }
  const ownAccess = await accessOf(
    db,
    actor,
    [...rows.values()].filter((row) => row.is_turn).map(({ id }) => id),
  )
  const pack: Pack = { files: [], emptyFolders: [], leftOut: 0 }
  const topNames = new ArchiveNames()
  const packed = new Set<number>()
  let planned = 0
  // Plan folders before the items inside them. Such an item is planned on its own only if the folder's plan does not contain the item.
  for (const access of [...accesses].sort((one, other) => one.chain.length - other.chain.length)) {
    const top = rows.get(access.chain[0].id)
    if (top === undefined || packed.has(top.id)) continue
    const places = [{ row: top, path: topNames.take(top.name, kindOf(top)), access }]
    for (const { row, path, access } of places) {
      packed.add(row.id)
      if (!row.is_folder) {
        addFile(pack, path, row, access, actor)
        continue
      }
      const before = places.length
      const names = new ArchiveNames()
      for (const child of children.get(row.id) ?? []) {
        planned += 1
        if (planned % BATCH_SIZE === 0) await nextTurn()
        const own = ownAccess.get(child.id) ?? below(access, child)
        if (holds(own))
          places.push({ row: child, path: `${path}/${names.take(child.name, kindOf(child))}`, access: own })
      }
      if (places.length === before) pack.emptyFolders.push({ path, modifiedAt: row.modified_at })
    }
  }
  return pack
}

function requireFew(rows: TreeRow[]): TreeRow[] {
  if (rows.length > MAX_ITEMS) throw new Refused('download_too_many', { params: { count: MAX_ITEMS } })
  return rows
}

function addFile(pack: Pack, path: string, row: TreeRow, access: Access, actor: ReadingActor): void {
  const isOffered = holds(access, 'item_download') && downloadRefusal(row, access, reviewerId(actor)) === null
  if (row.body_key === null || !isOffered) pack.leftOut += 1
  else pack.files.push({ path, bodyKey: row.body_key, size: row.size, modifiedAt: row.modified_at })
}

/** The fields of the version that a link shows instead of the current one. */
function asVersion({ name, extension, size, bodyKey, created_at }: ShownVersion): Partial<TreeRow> {
  return { name, extension, size, body_key: bodyKey, modified_at: created_at }
}

/** Derives the access to an item without grants of its own from the access to its folder. */
function below(access: Access, row: TreeRow): Access {
  const node = {
    ...access.chain[0],
    id: row.id,
    parentId: row.parent_id,
    isFolder: row.is_folder,
    name: row.name,
    isEncrypted: row.is_encrypted,
    reviewerId: row.reviewer_id,
    personalOf: null,
    departmentId: null,
    owner: null,
  }
  return { ...access, chain: [node, ...access.chain] }
}

function kindOf({ is_folder: isFolder }: TreeRow): 'file' | 'folder' {
  return isFolder ? 'folder' : 'file'
}
