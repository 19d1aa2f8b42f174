import type { Db } from '../../database/connect'

/** Files that a user opened, latest first. */
export async function recentFileIds(db: Db, userId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('recent_items')
    .innerJoin('items', 'items.id', 'recent_items.item_id')
    .select('items.id')
    .where('user_id', '=', userId)
    .where('items.is_folder', '=', false)
    .orderBy('used_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function markRecent(db: Db, userId: number, itemId: number, at: Date): Promise<void> {
  await db
    .insertInto('recent_items')
    .values({ user_id: userId, item_id: itemId, used_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'item_id']).doUpdateSet({ used_at: at }))
    .execute()
}
