import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { extensionOf } from '@/domain/items/extension'
import { nameKey, numbered } from '@/domain/items/naming'
import type { Db } from '../../database/connect'
import type { ItemChange, ItemRow } from '../../database/tables'
import { inTransaction, isUniqueViolation } from '../../database/transaction'
import { itemNotFound, nameTaken } from '../../errors'

export interface NewFolder {
  parentId: number
  /** already checked */
  name: string
  creatorId: number
  at: Date
}

/** Call in the transaction of the action. @throws Refused name_taken */
export async function insertFolder(db: Db, { parentId, name, creatorId, at }: NewFolder): Promise<ItemRow> {
  try {
    return await db
      .insertInto('items')
      .values({
        parent_id: parentId,
        is_folder: true,
        name,
        name_key: nameKey(name),
        creator_id: creatorId,
        updater_id: creatorId,
        created_at: at,
        modified_at: at,
        changed_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw isUniqueViolation(error, 'items_name_taken') ? nameTaken() : error
  }
}

export interface NewFile extends NewFolder {
  bodyId: number
  /** bytes */
  size: number
  remark?: string
}

/**
 * Inserts a file with its first version. A used name gets " (1)", " (2)" … before its extension (decisions 50).
 * Call in the transaction that acknowledges the body.
 */
export function insertFile(
  db: Db,
  { parentId, name, creatorId, at, bodyId, size, remark = '' }: NewFile,
): Promise<ItemRow> {
  return inTransaction(db, async (transaction) => {
    const inserted = await insertUnderFreeName(transaction, name, {
      parent_id: parentId,
      is_folder: false,
      size,
      creator_id: creatorId,
      updater_id: creatorId,
      created_at: at,
      modified_at: at,
      changed_at: at,
    })
    return addVersion(transaction, { itemId: inserted.id, creatorId, at, bodyId, size, remark })
  })
}

export interface NewVersion {
  itemId: number
  creatorId: number
  at: Date
  /** When the contents were written; default `at`. */
  modifiedAt?: Date
  bodyId: number
  /** bytes */
  size: number
  remark?: string
}

/** Makes a body the current version of a file, with the file's current name. @throws Refused item_not_found for a purged file */
export async function addVersion(
  db: Db,
  { itemId, creatorId, at, modifiedAt = at, bodyId, size, remark = '' }: NewVersion,
): Promise<ItemRow> {
  const item = await db
    .selectFrom('items')
    .select(['name', 'extension'])
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirstOrThrow(itemNotFound)
  const version = await db
    .insertInto('versions')
    .values((eb) => ({
      item_id: itemId,
      number: eb
        .selectFrom('versions')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
        .where('item_id', '=', itemId),
      body_id: bodyId,
      name: item.name,
      extension: item.extension,
      size,
      key: randomBytes(8).toString('hex'),
      remark,
      creator_id: creatorId,
      created_at: at,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .updateTable('items')
    .set({ current_version_id: version.id, size, updater_id: creatorId, modified_at: modifiedAt, changed_at: at })
    .where('id', '=', itemId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type FileValues = { parent_id: number } & Pick<
  ItemRow,
  'is_folder' | 'size' | 'creator_id' | 'updater_id' | 'created_at' | 'modified_at' | 'changed_at'
>

/** Tries one name after another. The unique index decides, so that two concurrent uploads never get the same name. */
async function insertUnderFreeName(db: Db, name: string, values: FileValues) {
  for (let n = 0; ; n = n === 0 ? await firstLikelyNumber(db, name, values.parent_id) : n + 1) {
    const tried = n === 0 ? name : numbered(name, n)
    const row = await db
      .insertInto('items')
      .values({ ...values, name: tried, name_key: nameKey(tried), extension: extensionOf(tried) })
      .onConflict((conflict) => conflict.columns(['parent_id', 'name_key']).where('deleted_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) return row
  }
}

/**
 * Changes items so that they reappear in their folders. A name that is used in the folder, or by an earlier given item, gets " (1)", " (2)" …
 * (decisions 50). Call in a transaction.
 */
export async function changeUnderFreeNames(db: Db, ids: readonly number[], changes: ItemChange): Promise<void> {
  const taken = await idsOfTakenNames(db, ids)
  const free = ids.filter((id) => !taken.has(id))
  const areAllFree = await tryWrite(db, () =>
    db
      .updateTable('items')
      .set(changes)
      .where(sql<boolean>`id = any(${free})`)
      .execute(),
  )
  // Somebody has just taken one of the names, so change the items one by one.
  for (const id of areAllFree ? taken : ids) await changeUnderFreeName(db, id, changes)
}

async function idsOfTakenNames(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, parent_id, name_key,
        row_number() over (partition by parent_id, name_key order by array_position(${ids}::bigint[], id)) as place
      from items where id = any(${ids})
    ) back
    where place > 1 or exists (
      select from items there where there.parent_id = back.parent_id and there.name_key = back.name_key and there.deleted_at is null and there.id <> back.id
    )
    order by array_position(${ids}::bigint[], id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

async function changeUnderFreeName(db: Db, id: number, changes: ItemChange): Promise<void> {
  const item = await db
    .selectFrom('items')
    .select(['name', 'is_folder', 'parent_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const type = item.is_folder ? 'folder' : 'file'
  const parentId = item.parent_id
  for (let n = 0; ; n = n === 0 && parentId !== null ? await firstLikelyNumber(db, item.name, parentId, type) : n + 1) {
    const name = n === 0 ? item.name : numbered(item.name, n, type)
    const named = { ...changes, name, name_key: nameKey(name) }
    if (await tryWrite(db, () => db.updateTable('items').set(named).where('id', '=', id).execute())) return
  }
}

/** Runs a write in a savepoint. @returns false if a name is taken; nothing is written then */
async function tryWrite(db: Db, write: () => Promise<unknown>): Promise<boolean> {
  await sql`savepoint naming`.execute(db)
  try {
    await write()
    await sql`release savepoint naming`.execute(db)
    return true
  } catch (error) {
    if (!isUniqueViolation(error, 'items_name_taken')) throw error
    await sql`rollback to savepoint naming`.execute(db)
    return false
  }
}

/** The first number whose name is probably free, found by doubling and bisecting: a phone uploads hundreds of `image.jpg`. */
export async function firstLikelyNumber(
  db: Db,
  name: string,
  parentId: number,
  type: 'file' | 'folder' = 'file',
): Promise<number> {
  let taken = 0
  let free = 1
  while (await isTaken(db, numbered(name, free, type), parentId)) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isTaken(db, numbered(name, middle, type), parentId)) taken = middle
    else free = middle
  }
  return free
}

/** Whether an item in a folder, not in the trash, has this name. */
export async function isTaken(db: Db, name: string, parentId: number): Promise<boolean> {
  const row = await db
    .selectFrom('items')
    .select('id')
    .where('parent_id', '=', parentId)
    .where('name_key', '=', nameKey(name))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
