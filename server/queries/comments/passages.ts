import { sql } from 'kysely'
import type { StoredPassage } from '../../database/commentTables'
import type { Db } from '../../database/connect'

/** passages that a text shows at most */
const SHOWN = 200

/** The passages of the threads on an item that are not resolved, newest first. */
export async function passagesOn(db: Db, itemId: number): Promise<{ id: number; passage: StoredPassage }[]> {
  const { rows } = await sql<{ id: number; passage: StoredPassage }>`
    select id, passage from comments
    where item_id = ${itemId} and passage is not null and not exists (select from resolved_threads where thread_id = comments.id)
    order by id desc limit ${SHOWN}`.execute(db)
  return rows
}
