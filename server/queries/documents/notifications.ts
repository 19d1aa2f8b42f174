import { sql } from 'kysely'
import type { Db } from '../../database/connect'

/** Tells the other processes of the server where a reader of a document is. @param text at most some 7,000 bytes */
export async function notifyOfPresence(db: Db, itemId: number, text: string): Promise<void> {
  await notify(db, 'presence', itemId, text)
}

/** Tells every process of the server that somebody restored a version of a document. @param text about the person, without spaces */
export async function notifyOfRestoring(db: Db, itemId: number, text: string): Promise<void> {
  await notify(db, 'restored', itemId, text)
}

async function notify(db: Db, topic: 'presence' | 'restored', itemId: number, text: string): Promise<void> {
  await sql`select pg_notify('live', ${`${topic} ${itemId} ${text}`})`.execute(db)
}
