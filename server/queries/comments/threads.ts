import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/** The facts that decide whether a comment can be answered. */
export function findAnswerable(
  db: Db,
  id: number,
): Promise<{ item_id: number; answer_to_id: number | null } | undefined> {
  return db.selectFrom('comments').select(['item_id', 'answer_to_id']).where('id', '=', id).executeTakeFirst()
}

export async function resolveThread(db: Db, threadId: number, itemId: number): Promise<void> {
  await db
    .insertInto('resolved_threads')
    .values({ thread_id: threadId, item_id: itemId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function reopenThread(db: Db, threadId: number): Promise<void> {
  await db.deleteFrom('resolved_threads').where('thread_id', '=', threadId).execute()
}

/** Deletes the marks of threads that have no comment any more, not even one that can be restored. */
export async function purgeThreads(db: Db): Promise<void> {
  await sql`
    delete from resolved_threads
    where not exists (select from comments where id = thread_id or answer_to_id = thread_id)
      and not exists (select from deleted_comments where id = thread_id or answer_to_id = thread_id)`.execute(db)
}
