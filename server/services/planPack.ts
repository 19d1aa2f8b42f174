import { numbered } from '@/domain/items/naming'
import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import { holds } from '../policies/access'
import { downloadRefusal } from '../policies/actionPermissions'
import { nameKey } from '../queries/newItems'
import { readTrees, type TreeRow } from '../queries/packs'
import type { Access } from '../policies/facts'
import { accessOf } from './access'

export interface PackFile {
  /** Inside the archive, with `/`. */
  path: string
  bodyKey: string
  /** Bytes. */
  size: number
  modifiedAt: Date
}

export interface PackFolder {
  path: string
  modifiedAt: Date
}

export interface Pack {
  files: PackFile[]
  /** Those without anything in them: the others come with their files. */
  emptyFolders: PackFolder[]
  /** Files that may not be downloaded. */
  leftOut: number
}

/**
 * What an archive of some items holds for a user: everything below them that the user may download now (ACT-08), names as they are.
 * Of two items with one name, from different folders, the second gets " (1)".
 * @param accesses of those items, checked
 */
export async function planPack(db: Db, actor: UserActor, accesses: readonly Access[]): Promise<Pack> {
  const rows = await readTrees(
    db,
    actor.user.id,
    accesses.map(({ chain }) => chain[0].id),
  )
  const turns = await accessOf(
    db,
    actor,
    rows.filter((row) => row.depth > 0 && row.is_turn).map((row) => row.id),
  )
  const places = new Map<number, { path: string; access: Access }>()
  const tops = new Map(accesses.map((access) => [access.chain[0].id, access]))
  const pack: Pack = { files: [], emptyFolders: [], leftOut: 0 }
  const taken = new Set<string>()
  const filled = new Set<number>()
  const folders: (PackFolder & { id: number })[] = []

  for (const row of rows) {
    const parent = row.depth === 0 ? undefined : places.get(row.parent_id)
    if (row.depth > 0 && parent === undefined) continue
    const access = turns.get(row.id) ?? (row.depth === 0 ? tops.get(row.id)! : below(parent!.access, row))
    if (!holds(access)) continue
    if (row.depth > 0) filled.add(row.parent_id)
    const path = parent ? `${parent.path}/${row.name}` : freeName(row, taken)
    if (row.is_folder) {
      places.set(row.id, { path, access })
      folders.push({ id: row.id, path, modifiedAt: row.modified_at })
    } else if (
      row.body_key === null ||
      !holds(access, 'item_download') ||
      downloadRefusal(row, access, actor.user.id) !== null
    ) {
      pack.leftOut += 1
    } else {
      pack.files.push({ path, bodyKey: row.body_key, size: row.size, modifiedAt: row.modified_at })
    }
  }
  pack.emptyFolders = folders.filter(({ id }) => !filled.has(id)).map(({ path, modifiedAt }) => ({ path, modifiedAt }))
  return pack
}

/** The rights on an item that has none of its own: those of its folder. */
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

function freeName({ name, is_folder }: TreeRow, taken: Set<string>): string {
  let free = name
  for (let n = 1; taken.has(nameKey(free)); n += 1) free = numbered(name, n, is_folder ? 'folder' : 'file')
  taken.add(nameKey(free))
  return free
}
