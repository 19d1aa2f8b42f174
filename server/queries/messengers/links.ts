import type { Selectable } from 'kysely'
import type { Db } from '../../database/connect'
import type { MessengerLinkTable } from '../../database/messengerTables'

export type MessengerLinkRow = Selectable<MessengerLinkTable>

/** links of one user; the one that was not used for longest makes room */
const MOST = 20

/** The links of a user, the newest first. */
export function linksOf(db: Db, userId: number): Promise<MessengerLinkRow[]> {
  return db.selectFrom('messenger_links').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

/** The link of whoever a key hides; undefined where there is none. */
export function linkOf(db: Db, identityKey: string): Promise<MessengerLinkRow | undefined> {
  return db.selectFrom('messenger_links').selectAll().where('identity_key', '=', identityKey).executeTakeFirst()
}

/** @returns undefined where whoever it is has a link already */
export async function insertLink(
  db: Db,
  link: Pick<MessengerLinkRow, 'user_id' | 'messenger' | 'identity_key' | 'linked_at'>,
): Promise<MessengerLinkRow | undefined> {
  const made = await db
    .insertInto('messenger_links')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  const rest = db
    .selectFrom('messenger_links')
    .select('id')
    .where('user_id', '=', link.user_id)
    .orderBy((eb) => eb.fn.coalesce('used_at', 'linked_at'), 'desc')
    .orderBy('id', 'desc')
    .offset(MOST)
  if (made) await db.deleteFrom('messenger_links').where('id', 'in', rest).execute()
  return made
}

/** Marks a link of a user as used. @returns false where it has ended meanwhile */
export async function useLink(db: Db, { id, user_id: userId }: MessengerLinkRow, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messenger_links')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a link of a user. @returns where it led from; undefined where they have no such link */
export function deleteLink(
  db: Db,
  userId: number,
  id: number,
): Promise<Pick<MessengerLinkRow, 'messenger'> | undefined> {
  return db
    .deleteFrom('messenger_links')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('messenger')
    .executeTakeFirst()
}
