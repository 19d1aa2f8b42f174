import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { MessageAccessRequest } from '@/contract/members/accessRequests'
import type { ErrorCode } from '@/contract/errors'
import type { Message } from '@/contract/messages/messages'
import { calendar } from '../time/calendar'
import { anyNumberOf, preparedStatement, type Db } from '../database/connect'
import type { MessageTable } from '../database/tables'
import {
  isInThreadOf,
  isNamed,
  isNewestOfThread,
  threadFacts,
  type NamedMessages,
  type ThreadFacts,
} from './messages/threads'

export type MessageRow = Selectable<MessageTable> & {
  sender_name: string | null
  /** For a message about comments: its newest comments, newest first. */
  comments: QuotedComment[] | null
  /** Whether one of the unread comments mentions the message's owner. */
  has_unread_mention: boolean
  /** The request for access that the message is about; null for other messages. */
  access_request: Pick<MessageAccessRequest, 'state' | 'role' | 'message'> | null
  /** The entry that the message stands for in a folded list; null in any other list. */
  entry: ThreadFacts | null
}

export interface QuotedComment {
  id: number
  content: string
  is_voice: boolean
  is_mention: boolean
  user: { id: number; name: string }
}

type MessageType = MessageTable['type']
type Notice = NonNullable<Message['most_recent_message']['notice']>

/** A system message as it is stored: the result of a job, or an event of a share link or a collaboration. */
export interface StoredNotice extends Pick<Notice, 'action' | 'state' | 'count' | 'used_up'> {
  /** Name of the first item; for a failed job, as the user saw it. */
  name: string
  /** Name of the target folder; '' for a root without a name. */
  folder: string
  /** Error code of a failure, with the parameters of its text. */
  code?: ErrorCode
  params?: Record<string, string | number>
}

/** A link shared by a colleague, as it is stored in a message. */
export interface StoredShare {
  /** The link's description. */
  content: string
  /** 1 shared, 2 reopened, 4 new description (2§3) */
  source: 1 | 2 | 4
  item_type: 'file' | 'folder'
  item_name: string
  unique_name: string
  /** The user had asked for access. */
  is_granted?: true
}

const PAGE_SIZE = 25
/** comments quoted per message */
const QUOTED_COMMENTS = 3
/** days in which a deleted message can be restored */
const DAYS = 1

const allTypes: readonly MessageType[] = ['comment', 'share_link', 'share_link_notice', 'collab', 'collab_notice']

/** The message types of a filter. System messages belong to the kind of their subject (decisions 3.15). @param filter kinds by commas */
function typesOf(filter: string | undefined): readonly MessageType[] {
  if (filter === undefined) return allTypes
  const kinds = filter.split(',')
  return allTypes.filter((type) => kinds.includes(type.replace('_notice', '')))
}

const quotedComments = sql`
  select json_agg(json_build_object('id', id, 'content', content, 'is_voice', is_voice, 'is_mention', is_mention,
    'user', json_build_object('id', author_id, 'name', name)) order by id desc)
  from (
    select comments.id, content, voice_key is not null as is_voice, is_mention, author_id, users.name
    from comment_notices join comments on comments.id = comment_id join users on users.id = author_id
    where message_id = messages.id order by comment_id desc limit ${QUOTED_COMMENTS}
  ) newest`

/** Most messages counted beyond the requested page. For users with more, the number of pages grows while they scroll. */
const COUNT_AHEAD = 10_000

/** A page of the message centre. */
export interface AskedMessages {
  /** from 1 */
  page: number
  /** kinds by commas */
  filter?: string
  /** One entry for all messages about the same thing, with the newest. */
  isFolded?: boolean
  /** Only messages about the same thing as this one. */
  threadOf?: number
}

/**
 * One page of a user's messages, newest first.
 * @param expiredBefore undecided requests for access that were made until then have expired
 */
export async function messagesPage(
  db: Db,
  userId: number,
  { page, filter, isFolded = false, threadOf, expiredBefore }: AskedMessages & { expiredBefore: Date },
): Promise<{ rows: MessageRow[]; pageCount: number }> {
  const visible = db
    .selectFrom('messages')
    .where('messages.user_id', '=', userId)
    .where('messages.deleted_at', 'is', null)
    .where('messages.type', 'in', typesOf(filter))
    .$if(isFolded, (all) => all.where(isNewestOfThread))
    .$if(threadOf !== undefined, (all) => all.where(isInThreadOf(userId, threadOf!)))
  const { count } = await db
    .selectFrom(
      visible
        .select('messages.id')
        .limit(page * PAGE_SIZE + COUNT_AHEAD)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  // Select the page first, so that nothing is looked up for the rows before the page.
  const chosen = visible
    .select('messages.id')
    .orderBy('messages.modified_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .as('chosen')
  const rows = await db
    .selectFrom(chosen)
    .innerJoin('messages', 'messages.id', 'chosen.id')
    .leftJoin('users as senders', 'senders.id', 'messages.sender_id')
    .selectAll('messages')
    .select([
      'senders.name as sender_name',
      sql<MessageRow['access_request']>`(
        select json_build_object('role', role, 'message', message,
          'state', case when state = 'open' and changed_at <= ${expiredBefore} then 'expired' else state end)
        from access_requests where access_requests.id = messages.access_request_id
      )`.as('access_request'),
      sql<QuotedComment[] | null>`case when comment_item_id is not null then (${quotedComments}) end`.as('comments'),
      sql<boolean>`exists (
        select from comment_notices where message_id = messages.id and is_mention and not is_read
      )`.as('has_unread_mention'),
      (isFolded ? threadFacts : sql<ThreadFacts | null>`null`).as('entry'),
    ])
    .orderBy('messages.modified_at', 'desc')
    .orderBy('messages.id', 'desc')
    .execute()
  return { rows, pageCount: Math.ceil(Number(count) / PAGE_SIZE) }
}

/** The number on the badge: a message may hold several unread children. */
export async function unreadMessages(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ sum: number }>`${unreadSum(sql`${userId}`)}`.execute(db)
  return rows[0]!.sum
}

/** The statement that sums up the unread counts. */
export function unreadSum(userId: RawBuilder<unknown>) {
  return sql`select coalesce(sum(unread_count), 0)::int as sum from messages
    where messages.user_id = ${userId} and unread_count > 0 and deleted_at is null`
}

/** Marks the user's own messages as read, by id or by kind. In messages about comments, marks the comments; the database updates the count. */
export async function readMessages(db: Db, userId: number, chosen: NamedMessages | { filter: string }): Promise<void> {
  const unread = await db
    .selectFrom('messages')
    .select(['id', 'comment_item_id'])
    .where('user_id', '=', userId)
    .where('unread_count', '>', 0)
    .where('deleted_at', 'is', null)
    .where('ids' in chosen ? isNamed(userId, chosen, 'read') : sql<boolean>`type = any(${typesOf(chosen.filter)})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ofComments = unread.flatMap((row) => (row.comment_item_id === null ? [] : row.id))
  const others = unread.flatMap((row) => (row.comment_item_id === null ? row.id : []))
  await sql`update comment_notices set is_read = true where message_id = any(${ofComments}::bigint[]) and not is_read`.execute(
    db,
  )
  await sql`update messages set unread_count = 0 where id = any(${others}::bigint[])`.execute(db)
}

/** Deletes the user's own messages from the message centre. Ignores foreign ids. */
export async function deleteMessages(db: Db, userId: number, named: NamedMessages, at: Date): Promise<void> {
  const chosen = namedMessages(db, userId, named, 'delete').where('deleted_at', 'is', null)
  await db.updateTable('messages').set({ deleted_at: at }).where('id', 'in', chosen).execute()
}

/** Restores deleted messages unchanged at their old place (AH-09). */
export async function restoreMessages(db: Db, userId: number, named: NamedMessages): Promise<void> {
  const chosen = namedMessages(db, userId, named, 'restore')
  await db.updateTable('messages').set({ deleted_at: null }).where('id', 'in', chosen).execute()
}

/** Locks in the order of `readMessages`, so that changes at once wait for each other. */
function namedMessages(db: Db, userId: number, named: NamedMessages, change: 'delete' | 'restore') {
  return db
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', userId)
    .where(isNamed(userId, named, change))
    .orderBy('id')
    .forUpdate()
}

export interface NewNotice {
  userId: number
  /** Ticket of the reporting job, so that the job reports only once; null without a job. */
  ticket: string | null
  notice: StoredNotice
  at: Date
}

/** Adds a system message, such as about the result of a job. @returns false if the message exists already */
export async function insertNotice(db: Db, { userId, ticket, notice, at }: NewNotice): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('messages')
    .values({
      user_id: userId,
      type: 'collab_notice',
      object_typed_id: null,
      item_name: notice.name,
      sender_id: null,
      unread_count: 1,
      most_recent: JSON.stringify({ notice }),
      job_ticket: ticket,
      deleted_at: null,
      created_at: at,
      modified_at: at,
    })
    .onConflict((conflict) => conflict.column('job_ticket').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** The unread count of a repeated message; starts at 1 after a deletion. */
export const nextUnreadCount = sql.raw(
  'case when messages.deleted_at is null then messages.unread_count + 1 else 1 end',
)

/** Adds a message about a link for each user. An existing message gets the new content and becomes unread. */
export async function insertShareMessages(
  db: Db,
  {
    linkId,
    senderId,
    userIds,
    share,
    at,
  }: { linkId: number; senderId: number; userIds: readonly number[]; share: StoredShare; at: Date },
): Promise<void> {
  await sql`
    insert into messages (user_id, type, item_name, sender_id, unread_count, most_recent, share_link_id, created_at, modified_at)
    select user_id, 'share_link', ${share.item_name}, ${senderId}, 1, ${JSON.stringify({ share })}::jsonb, ${linkId}, ${at}, ${at}
    from unnest(${userIds}::bigint[]) user_id
    on conflict (user_id, share_link_id) where type = 'share_link' do update set
      item_name = excluded.item_name, most_recent = excluded.most_recent, modified_at = excluded.modified_at,
      unread_count = ${nextUnreadCount}, deleted_at = null`.execute(db)
}

/** Most unread messages that one user can cause another in an hour, by links, invitations and changes of roles. */
const MOST_AN_HOUR = 30

/**
 * Those of the users who may get another message of this sender now. Counts the messages of the last hour, by what is unread in them. Messages
 * about the sender's links that wait for approval count, too; those about comments have limits of their own.
 */
export async function notFlooded(
  db: Db,
  { senderId, userIds, at }: { senderId: number; userIds: readonly number[]; at: Date },
): Promise<number[]> {
  const since = calendar(at).subtract(1, 'hour').toDate()
  const { rows } = await sql<{ user_id: number }>`${preparedStatement}
    select given.user_id from unnest(${anyNumberOf(userIds)}) given (user_id) where (
      select coalesce(sum(greatest(unread_count, 1)), 0) from messages
      left join share_links on share_links.id = share_link_id and messages.sender_id is null
      where messages.user_id = given.user_id and modified_at > ${since} and collab_sender_id is null and comment_item_id is null
        and coalesce(sender_id, maker_id) = ${senderId}
    ) + (
      select count(*) from collab_notices join messages on messages.id = message_id
      where messages.user_id = given.user_id and collab_sender_id = ${senderId} and updated_at > ${since}
    ) < ${MOST_AN_HOUR}`.execute(db)
  return rows.map(({ user_id: id }) => id)
}

/** Purges messages that can no longer be restored. */
export async function purgeMessages(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('messages').where('deleted_at', '<=', calendar(now).subtract(DAYS, 'days').toDate()).execute()
}
