import { nameKey } from '@/domain/items/naming'
import type { Db } from '../../database/connect'
import { inTransaction, isUniqueViolation } from '../../database/transaction'
import { freeNames, lockNames } from '../items/freeNames'

/** Makes a version the current one of its file. */
export async function setCurrentVersion(db: Db, itemId: number, versionId: number): Promise<void> {
  await db
    .updateTable('items')
    .set((eb) => ({
      current_version_id: versionId,
      size: eb.selectFrom('versions').select('size').where('id', '=', versionId),
    }))
    .where('id', '=', itemId)
    .execute()
}

/** Puts an item into a folder, under a free name. */
export async function placeInFolder(
  db: Db,
  { id, name, isFolder }: { id: number; name: string; isFolder: boolean },
  folderId: number,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockNames(transaction, folderId)
    const [free = name] = await freeNames(transaction, folderId, [{ name, isFolder }])
    await transaction
      .updateTable('items')
      .set({ parent_id: folderId, name: free, name_key: nameKey(free) })
      .where('id', '=', id)
      .execute()
  })
}

/** @returns false if another item of the folder has the name */
export async function setNameKey(db: Db, id: number, name: string): Promise<boolean> {
  try {
    await inTransaction(db, (transaction) =>
      transaction
        .updateTable('items')
        .set({ name_key: nameKey(name) })
        .where('id', '=', id)
        .execute(),
    )
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'items_name_taken')) return false
    throw error
  }
}

/** Gives a person a space of their own. */
export async function insertOwnRoot(db: Db, userId: number): Promise<void> {
  await db
    .insertInto('items')
    .values({
      is_folder: true,
      name: '',
      name_key: nameKey(''),
      creator_id: userId,
      updater_id: userId,
      space_owner_id: userId,
      personal_of: userId,
    })
    .execute()
}

/** Writes down how many bytes a blob has. */
export async function setBlobSize(db: Db, bodyId: number, size: number): Promise<void> {
  await db.updateTable('bodies').set({ size }).where('id', '=', bodyId).execute()
}

export async function setVersionSize(db: Db, versionId: number, size: number): Promise<void> {
  await db.updateTable('versions').set({ size }).where('id', '=', versionId).execute()
}

/** Forgets a preview. The server makes it anew when somebody looks. */
export async function forgetPreview(db: Db, bodyId: number, key: string): Promise<void> {
  await db.deleteFrom('representations').where('body_id', '=', bodyId).where('body_key', '=', key).execute()
}
