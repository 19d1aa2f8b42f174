import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/** Tells the other processes of the server where a reader of a document is. @param text at most some 7,000 bytes */
export async function notifyOfPresence(db: Db, itemId: number, text: string): Promise<void> {
  await sql`select pg_notify('live', ${`presence ${itemId} ${text}`})`.execute(db)
}
