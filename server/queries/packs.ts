import { sql } from 'kysely'
import { numbered } from '@/domain/items/naming'
import type { Db } from '../database/connect'
import { downloadRefusal } from '../policies/actionPermissions'
import { accessOf, groupsOf, type Access } from './access'
import { nameKey } from './newItems'

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

interface TreeRow {
  id: number
  parent_id: number
  depth: number
  is_folder: boolean
  name: string
  extension: string
  is_encrypted: boolean
  scanned: number
  reviewer_id: number | null
  modified_at: Date
  size: number
  body_key: string | null
  /** A user may have another right here than on the folder around it. */
  is_turn: boolean
}

/**
 * What an archive of some items holds for a user: everything below them that he may download now (ACT-08), names as they are.
 * Of two items with one name, from different folders, the second gets " (1)".
 * @param accesses of those items, checked
 */
export async function planPack(db: Db, userId: number, accesses: readonly Access[]): Promise<Pack> {
  const rows = await readTrees(
    db,
    userId,
    accesses.map(({ chain }) => chain[0].id),
  )
  const turns = await accessOf(
    db,
    userId,
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
    if (!access.permissions.includes('item_view')) continue
    if (row.depth > 0) filled.add(row.parent_id)
    const path = parent ? `${parent.path}/${row.name}` : freeName(row, taken)
    if (row.is_folder) {
      places.set(row.id, { path, access })
      folders.push({ id: row.id, path, modifiedAt: row.modified_at })
    } else if (
      row.body_key === null ||
      !access.permissions.includes('item_download') ||
      downloadRefusal(row, access, userId) !== null
    ) {
      pack.leftOut += 1
    } else {
      pack.files.push({ path, bodyKey: row.body_key, size: row.size, modifiedAt: row.modified_at })
    }
  }
  pack.emptyFolders = folders.filter(({ id }) => !filled.has(id)).map(({ path, modifiedAt }) => ({ path, modifiedAt }))
  return pack
}

/** Parents before children, siblings by name. */
async function readTrees(db: Db, userId: number, ids: readonly number[]): Promise<TreeRow[]> {
  const { rows } = await sql<TreeRow>`
    with recursive tree as (
      select id, parent_id, 0 as depth from items where id = any(${ids})
      union all
      select items.id, items.parent_id, tree.depth + 1 from items join tree on items.parent_id = tree.id where items.deleted_at is null
    ), turns as (
      select item_id from collabs where user_id = ${userId} or group_id in (${groupsOf(userId)})
    )
    select items.id, items.parent_id, tree.depth, items.is_folder, items.name, items.extension, items.is_encrypted, items.scanned,
      case when items.lock_kind = 2 then items.lock_user_id end as reviewer_id, items.modified_at, items.size, bodies.key as body_key,
      items.department_id is not null or items.id in (select item_id from turns) as is_turn
    from tree join items on items.id = tree.id
    left join versions on versions.id = items.current_version_id
    left join bodies on bodies.id = versions.body_id
    order by tree.depth, items.name, items.id`.execute(db)
  return rows
}

/** The rights of what lies in a folder and has none of its own. */
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
