import type { Selectable } from 'kysely'
import type { Db } from '../../database/connect'
import type { MessengerLinkTable } from '../../database/messengerTables'

export type MessengerLinkRow = Selectable<MessengerLinkTable>

/** Most links per user; a new link replaces the least recently used one. */
const MAX_LINKS = 20

/** A user's links, newest first. */
export function linksOf(db: Db, userId: number): Promise<MessengerLinkRow[]> {
  return db.selectFrom('messenger_links').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

/** The link of an identity, by the identity's keyed hash; undefined if the identity has no link. */
export function linkOf(db: Db, identityKey: string): Promise<MessengerLinkRow | undefined> {
  return db.selectFrom('messenger_links').selectAll().where('identity_key', '=', identityKey).executeTakeFirst()
}

/** @returns undefined if the identity has a link already */
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
    .offset(MAX_LINKS)
  if (made) await db.deleteFrom('messenger_links').where('id', 'in', rest).execute()
  return made
}

/** Marks a user's link as used. @returns false if the link was removed meanwhile */
export async function useLink(db: Db, { id, user_id: userId }: MessengerLinkRow, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messenger_links')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a user's link. @returns the link's messenger; undefined without such a link */
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
