import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import { nextUnreadCount, type StoredNotice } from '../messages'

/** Adds a reminder of a collecting link for each user. An existing reminder becomes unread again. */
export async function insertCollectReminders(
  db: Db,
  {
    collectId,
    senderId,
    userIds,
    title,
    uniqueName,
    at,
  }: { collectId: number; senderId: number; userIds: readonly number[]; title: string; uniqueName: string; at: Date },
): Promise<void> {
  const notice: StoredNotice = { action: 'collect_reminder', state: 'finished', count: 1, name: title, folder: '' }
  const json = JSON.stringify({ notice, collect: { unique_name: uniqueName } })
  await sql`
    insert into messages (user_id, type, item_name, sender_id, unread_count, most_recent, collect_link_id, created_at, modified_at)
    select user_id, 'share_link_notice', ${title}, ${senderId}, 1, ${json}::jsonb, ${collectId}, ${at}, ${at}
    from unnest(${userIds}::bigint[]) user_id
    on conflict (user_id, collect_link_id) where collect_link_id is not null do update set
      item_name = excluded.item_name, most_recent = excluded.most_recent, modified_at = excluded.modified_at,
      unread_count = ${nextUnreadCount}, deleted_at = null`.execute(db)
}

/** Marks the reminder of a link as read for a person who has handed in; a person without an account has none. */
export async function readCollectReminder(
  db: Db,
  { collectId, personId }: { collectId: number; personId: number },
): Promise<void> {
  await sql`
    update messages set unread_count = 0 from collect_people person
    where person.id = ${personId} and messages.user_id = person.user_id and collect_link_id = ${collectId}
      and unread_count > 0`.execute(db)
}
