import type { Insertable } from 'kysely'
import type { Db } from '../../database/connect'
import type { ShareSaveTable } from '../../database/shareTables'

interface SaveKey {
  linkId: number
  userId: number
}

/** Records a user's latest save from a link. */
export async function insertSave(db: Db, save: Insertable<ShareSaveTable>): Promise<void> {
  const { folder_id, is_done, saved_at } = save
  await db
    .insertInto('share_saves')
    .values(save)
    .onConflict((conflict) => conflict.columns(['link_id', 'user_id']).doUpdateSet({ folder_id, is_done, saved_at }))
    .execute()
}

/** Records that the job of a save has succeeded. */
export async function finishSave(db: Db, { linkId, userId }: SaveKey): Promise<void> {
  await db
    .updateTable('share_saves')
    .set({ is_done: true })
    .where('link_id', '=', linkId)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes a save whose job has failed. */
export async function forgetSave(db: Db, { linkId, userId }: SaveKey): Promise<void> {
  await db
    .deleteFrom('share_saves')
    .where('link_id', '=', linkId)
    .where('user_id', '=', userId)
    .where('is_done', '=', false)
    .execute()
}

/** The folder into which a user last saved from a link; null if the folder was purged, undefined if no save has finished. */
export async function findSave(db: Db, { linkId, userId }: SaveKey): Promise<number | null | undefined> {
  const found = await db
    .selectFrom('share_saves')
    .select('folder_id')
    .where('link_id', '=', linkId)
    .where('user_id', '=', userId)
    .where('is_done', '=', true)
    .executeTakeFirst()
  return found?.folder_id
}

/**
 * Records that a user kept the saved items in the mini-program. A repeated call leaves the first time unchanged.
 * @returns false if the user saved nothing from the link
 */
export async function markSaveKept(
  db: Db,
  { linkName, userId, at }: { linkName: string; userId: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('share_saves')
    .from('share_links')
    .set((eb) => ({ kept_at: eb.fn.coalesce('kept_at', eb.val(at)) }))
    .whereRef('share_links.id', '=', 'link_id')
    .where('unique_name', '=', linkName)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
