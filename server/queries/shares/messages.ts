import type { Db } from '../../database/connect'
import type { StoredNotice } from '../messages'

/** Whether any receiver has a message about the link. */
export async function hasShareMessages(db: Db, linkId: number): Promise<boolean> {
  const found = await db
    .selectFrom('messages')
    .select('id')
    .where('share_link_id', '=', linkId)
    .where('type', '=', 'share_link')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Adds a system message about a link, for its maker or an administrator. */
export async function insertShareNotice(
  db: Db,
  {
    linkId,
    userId,
    senderId = null,
    notice,
    at,
  }: { linkId: number; userId: number; senderId?: number | null; notice: StoredNotice; at: Date },
): Promise<void> {
  await db
    .insertInto('messages')
    .values({
      user_id: userId,
      type: 'share_link_notice',
      object_typed_id: null,
      item_name: notice.name,
      sender_id: senderId,
      unread_count: 1,
      most_recent: JSON.stringify({ notice }),
      job_ticket: null,
      share_link_id: linkId,
      deleted_at: null,
      created_at: at,
      modified_at: at,
    })
    .execute()
}
