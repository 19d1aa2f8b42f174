import { sql } from 'kysely'
import { nameKey, numbered } from '@/domain/items/naming'
import type { Db } from '../../database/connect'
import { firstLikelyNumber, isTaken } from './newItems'

interface Wanted {
  name: string
  isFolder: boolean
}

/** Locks the choice of names in a folder, so that copies and moves into the folder run one at a time. Call before locking rows. */
export async function lockNames(db: Db, folderId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('names', ${folderId}))`.execute(db)
}

/**
 * Free names for items that join a folder. Names used in the folder or by an earlier given item get " (1)", " (2)" … before the extension
 * (decisions 50). When the rows are written, the unique index still refuses a name that was taken meanwhile.
 */
export async function freeNames(db: Db, folderId: number, wanted: readonly Wanted[]): Promise<string[]> {
  const taken = await takenKeys(
    db,
    folderId,
    wanted.map(({ name }) => nameKey(name)),
  )
  const names: string[] = []
  for (const { name, isFolder } of wanted) {
    const free = taken.has(nameKey(name)) ? await numberedName(db, folderId, { name, isFolder }, taken) : name
    taken.add(nameKey(free))
    names.push(free)
  }
  return names
}

async function numberedName(db: Db, folderId: number, { name, isFolder }: Wanted, taken: ReadonlySet<string>) {
  const type = isFolder ? 'folder' : 'file'
  const first = await firstLikelyNumber(db, name, folderId, type)
  for (let number = first; ; number += 1) {
    const tried = numbered(name, number, type)
    if (!taken.has(nameKey(tried)) && (number === first || !(await isTaken(db, tried, folderId)))) return tried
  }
}

async function takenKeys(db: Db, folderId: number, keys: readonly string[]) {
  const rows = await db
    .selectFrom('items')
    .select('name_key')
    .where('parent_id', '=', folderId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`name_key = any(${keys})`)
    .execute()
  return new Set(rows.map((row) => row.name_key))
}
