import { sql } from 'kysely'
import type { Role } from '@/contract/entities'
import type { Db } from '../../database/connect'
import type { StoredNotice } from '../messages'

/** An invitation as it is stored in a message. */
export interface StoredInvitation {
  item_name: string
  item_type: 'folder'
  collab_type?: 'group' | 'department'
  group_name?: string
  invitation_message: string
  /** The user had asked for access. */
  is_granted?: true
}

export interface Invitation {
  itemId: number
  senderId: number
  /** each user once */
  invited: readonly { userId: number; collabId: number }[]
  told: StoredInvitation
  at: Date
}

const PAGE_SIZE = 25

/**
 * Notifies users of an invitation: one message per sender, one child message per invitation. If the user deleted the message of
 * this sender, the message returns without its old child messages. An existing child message becomes unread again.
 */
export async function insertInvitationMessages(
  db: Db,
  { itemId, senderId, invited, told, at }: Invitation,
): Promise<void> {
  if (invited.length === 0) return
  const userIds = invited.map(({ userId }) => userId)
  await lockMessages(db, sql`collab_sender_id = ${senderId} and user_id = any(${userIds}::bigint[])`)
  await sql`
    delete from collab_notices using messages
    where messages.id = message_id and messages.user_id = any(${userIds}::bigint[]) and collab_sender_id = ${senderId}
      and deleted_at is not null`.execute(db)
  await sql`
    with told as (
      insert into messages (user_id, type, object_typed_id, item_name, sender_id, unread_count, most_recent, collab_sender_id, created_at, modified_at)
      select user_id, 'collab', ${`folder_${itemId}`}, ${told.item_name}, ${senderId}, 0, ${JSON.stringify({ invitation: told })}::jsonb,
        ${senderId}, ${at}, ${at}
      from unnest(${userIds}::bigint[]) user_id
      on conflict (user_id, collab_sender_id) where collab_sender_id is not null do update set
        object_typed_id = excluded.object_typed_id, item_name = excluded.item_name, most_recent = excluded.most_recent,
        modified_at = excluded.modified_at, deleted_at = null
      returning id, user_id
    )
    insert into collab_notices (message_id, collab_id, item_id, item_name, collab_type, group_name, invitation_message, is_granted, updated_at)
    select told.id, invited.collab_id, ${itemId}, ${told.item_name}, ${told.collab_type ?? null}, ${told.group_name ?? ''},
      ${told.invitation_message}, ${told.is_granted === true}, ${at}
    from told join unnest(${userIds}::bigint[], ${invited.map(({ collabId }) => collabId)}::bigint[]) as invited (user_id, collab_id)
      using (user_id)
    on conflict (message_id, collab_id) do update set
      item_name = excluded.item_name, invitation_message = excluded.invitation_message, is_granted = excluded.is_granted, is_read = false, is_refused = false,
      updated_at = excluded.updated_at`.execute(db)
  await countUnread(db, sql`collab_sender_id = ${senderId} and user_id = any(${userIds}::bigint[])`)
}

/** Locks messages before their children change, so that the second of two concurrent changes counts correctly. @param which condition */
async function lockMessages(db: Db, which: ReturnType<typeof sql>): Promise<void> {
  await sql`select from messages where collab_sender_id is not null and ${which} order by id for update`.execute(db)
}

/** Updates the unread counts. @param which condition on the messages */
async function countUnread(db: Db, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    update messages set unread_count = counted.count
    from messages counting cross join lateral (
      select count(*)::int from collab_notices where message_id = counting.id and not is_read
    ) counted
    where messages.id = counting.id and messages.unread_count <> counted.count and messages.id in (
      select id from messages where collab_sender_id is not null and ${which}
    )`.execute(db)
}

export interface ChildRow {
  id: number
  /** The name at the time of the notification. */
  item_name: string
  updated_at: Date
  sender_name: string | null
  collab_type: 'group' | 'department' | null
  group_name: string
  invitation_message: string
  is_granted: boolean
  is_read: boolean
  is_refused: boolean
  collab_id: number | null
  item_id: number | null
  /** Fields of the entry; all null if it is gone. */
  accepted: boolean | null
  expires_at: Date | null
  user_id: number | null
  inviter_id: number | null
  role: Role | null
  /** The folder's current name; '' if the entry is gone. */
  current_name: string
}

/** A page of the invitations in a user's message, newest first; null for any other message. @param page from 1 */
export async function invitationsPage(
  db: Db,
  userId: number,
  messageId: number,
  page: number,
): Promise<{ rows: ChildRow[]; pageCount: number } | null> {
  const message = await db
    .selectFrom('messages')
    .select('id')
    .where('id', '=', messageId)
    .where('user_id', '=', userId)
    .where('collab_sender_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!message) return null
  const { rows } = await sql<ChildRow & { total: number }>`
    select collab_notices.id, collab_notices.item_name, collab_notices.updated_at, senders.name as sender_name,
      collab_type, group_name, invitation_message, is_granted, is_read, is_refused, collab_id, collabs.item_id, collabs.accepted, collabs.expires_at,
      collabs.user_id, collabs.inviter_id, collabs.role, coalesce(items.name, '') as current_name
    from collab_notices join messages on messages.id = message_id
    left join users senders on senders.id = messages.sender_id
    left join collabs on collabs.id = collab_id left join items on items.id = collabs.item_id
    where message_id = ${messageId}
    order by collab_notices.updated_at desc, collab_notices.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(
    db,
  )
  const { count } = await db
    .selectFrom('collab_notices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow()
  return { rows, pageCount: Math.ceil(Number(count) / PAGE_SIZE) }
}

const ofUser = (userId: number, ids: readonly number[]) => sql`
  collab_notices.id = any(${ids}::bigint[]) and message_id in (
    select id from messages where user_id = ${userId} and deleted_at is null
  )`

/** Marks invitations as read; ignores other users' ids. */
export async function readInvitations(db: Db, userId: number, ids: readonly number[]): Promise<void> {
  await lockMessages(db, sql`user_id = ${userId}`)
  await sql`update collab_notices set is_read = true where ${ofUser(userId, ids)} and not is_read`.execute(db)
  await countUnread(db, sql`user_id = ${userId}`)
}

/** Deletes invitations from the message centre, and messages that become empty; ignores other users' ids. */
export async function removeInvitations(db: Db, userId: number, ids: readonly number[]): Promise<void> {
  await lockMessages(db, sql`user_id = ${userId}`)
  await sql`delete from collab_notices where ${ofUser(userId, ids)}`.execute(db)
  await countUnread(db, sql`user_id = ${userId}`)
  await sql`
    delete from messages where user_id = ${userId} and collab_sender_id is not null and deleted_at is null
      and not exists (select from collab_notices where message_id = messages.id)`.execute(db)
}

/** Records that a user answered an invitation: marks the child message as read, and as refused if the user refused. */
export async function markAnswered(db: Db, userId: number, collabId: number, isRefused: boolean): Promise<void> {
  await lockMessages(db, sql`user_id = ${userId}`)
  await sql`
    update collab_notices set is_read = true, is_refused = ${isRefused}
    where collab_id = ${collabId} and message_id in (select id from messages where user_id = ${userId})`.execute(db)
  await countUnread(db, sql`user_id = ${userId}`)
}

export interface CollabNotice {
  userIds: readonly number[]
  action: Extract<StoredNotice['action'], `collab_${string}`>
  /** The user who acted; never notified. */
  senderId: number
  item: { id: number; name: string }
  at: Date
}

/** Notifies users of an answer to their invitation or a change of their rights. */
export async function insertCollabNotices(
  db: Db,
  { userIds, action, senderId, item, at }: CollabNotice,
): Promise<void> {
  const notice: StoredNotice = { action, state: 'finished', count: 1, name: item.name, folder: '' }
  await sql`
    insert into messages (user_id, type, item_name, sender_id, unread_count, most_recent, about_item_id, created_at, modified_at)
    select user_id, 'collab_notice', ${item.name}, ${senderId}, 1, ${JSON.stringify({ notice })}::jsonb, ${item.id}, ${at}, ${at}
    from unnest(${userIds}::bigint[]) user_id where user_id <> ${senderId}`.execute(db)
}
