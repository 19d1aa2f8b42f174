import { sql, type RawBuilder, type Selectable } from 'kysely'
import { QUOTE_SOURCE } from '@/domain/comments/quote'
import type { CommentTables, StoredPassage } from '../../database/commentTables'
import type { Db } from '../../database/connect'

/** A comment as a user sees it. */
export interface CommentRow extends Selectable<CommentTables['comments']> {
  author_name: string
  is_folder: boolean
  /** The child message in the user's message about the item; null if the user was not notified or has deleted the message. */
  notice_id: number | null
  is_unread: boolean
  /** The author of the answered comment; null for a first comment, and if the answered comment is deleted. */
  answered_author_id: number | null
  answered_author_name: string | null
  /** The beginning of the answered comment. */
  answered_content: string | null
  answered_is_voice: boolean
  /** Whether the comment's thread is resolved. */
  is_resolved: boolean
}

/** A comment, and what the reader may do with the comment and its thread. */
export interface CommentView {
  row: CommentRow
  mayDelete: boolean
  mayResolve: boolean
}

export type NewComment = Pick<
  Selectable<CommentTables['comments']>,
  'item_id' | 'author_id' | 'content' | 'voice_key' | 'voice_seconds' | 'created_at'
> & { answer_to_id?: number | null; passage?: StoredPassage | null }

/** @returns the id */
export async function insertComment(db: Db, { passage = null, ...values }: NewComment): Promise<number> {
  const stored = { ...values, passage: passage && JSON.stringify(passage) }
  const { id } = await db.insertInto('comments').values(stored).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The newest comments of an item, in ascending order. @param before only comments before this id */
export function commentsOf(
  db: Db,
  { itemId, userId, before, limit }: { itemId: number; userId: number; before?: number; limit: number },
): Promise<CommentRow[]> {
  const older = before === undefined ? sql`` : sql`and id < ${before}`
  return seenBy(
    db,
    userId,
    sql`(select * from comments where item_id = ${itemId} ${older} order by id desc limit ${limit})`,
  )
}

export async function findComment(db: Db, id: number, userId: number): Promise<CommentRow | undefined> {
  return (await seenBy(db, userId, sql`(select * from comments where id = ${id})`))[0]
}

async function seenBy(db: Db, userId: number, chosen: RawBuilder<unknown>): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select chosen.*, users.name as author_name, items.is_folder, notices.id as notice_id, coalesce(not notices.is_read, false) as is_unread,
      answered.author_id as answered_author_id, answered_authors.name as answered_author_name,
      left(answered.content, ${QUOTE_SOURCE}) as answered_content, answered.voice_key is not null as answered_is_voice,
      resolved_threads.thread_id is not null as is_resolved
    from ${chosen} chosen
    join users on users.id = chosen.author_id
    join items on items.id = chosen.item_id
    left join messages on messages.user_id = ${userId} and messages.comment_item_id = chosen.item_id and messages.deleted_at is null
    left join comment_notices notices on notices.message_id = messages.id and notices.comment_id = chosen.id
    left join comments answered on answered.id = chosen.answer_to_id
    left join users answered_authors on answered_authors.id = answered.author_id
    left join resolved_threads on resolved_threads.thread_id = coalesce(chosen.answer_to_id, chosen.id)
    order by chosen.id`.execute(db)
  return rows
}

export async function countComments(db: Db, itemId: number): Promise<number> {
  const { comment_count } = await db
    .selectFrom('items')
    .select('comment_count')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
  return comment_count
}

/** All authors of comments on an item. */
export async function authorsOn(db: Db, itemId: number): Promise<number[]> {
  const rows = await db.selectFrom('comments').select('author_id').distinct().where('item_id', '=', itemId).execute()
  return rows.map(({ author_id }) => author_id)
}

/** The comment that a user's message points to: the first unread comment, else the newest comment; null for any other message. */
export async function focusOf(
  db: Db,
  { messageId, userId, itemId }: { messageId: number; userId: number; itemId: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(min(comment_id) filter (where not is_read), max(comment_id)) as id
    from comment_notices join messages on messages.id = message_id
    where message_id = ${messageId} and user_id = ${userId} and comment_item_id = ${itemId}`.execute(db)
  return rows[0]?.id ?? null
}

export interface CommentNotice {
  id: number
  itemId: number
  itemTypedId: string
  itemName: string
  authorId: number
  at: Date
}

/**
 * Adds a comment to the users' messages about its item, and creates missing messages. Call in the transaction of the comment. A message that
 * a user had deleted reappears, with its earlier comments marked as read. Inactive users are ignored.
 */
export async function insertNotices(
  db: Db,
  comment: CommentNotice,
  { userIds, mentionedIds }: { userIds: readonly number[]; mentionedIds: readonly number[] },
): Promise<void> {
  if (userIds.length === 0) return
  const { id, itemId, itemTypedId, itemName, authorId, at } = comment
  await sql`
    update comment_notices set is_read = true from messages
    where messages.id = message_id and comment_item_id = ${itemId} and user_id = any(${userIds}::bigint[])
      and deleted_at is not null and not is_read`.execute(db)
  await sql`
    with told as (
      insert into messages (user_id, type, object_typed_id, item_name, sender_id, unread_count, comment_item_id, created_at, modified_at)
      select users.id, 'comment', ${itemTypedId}, ${itemName}, ${authorId}, 0, ${itemId}, ${at}, ${at}
      from users where id = any(${userIds}::bigint[]) and is_active order by id
      on conflict (user_id, comment_item_id) where comment_item_id is not null do update set
        item_name = excluded.item_name, sender_id = excluded.sender_id, modified_at = excluded.modified_at, deleted_at = null
      returning id, user_id
    )
    insert into comment_notices (message_id, comment_id, is_mention)
    select told.id, ${id}, user_id = any(${mentionedIds}::bigint[]) from told`.execute(db)
}

/** Marks comments in a user's own messages as read, by child message. Ignores foreign ids. */
export async function readNotices(db: Db, userId: number, ids: readonly number[]): Promise<void> {
  await lockMessagesOf(db, userId, ids)
  await sql`
    update comment_notices set is_read = true from messages
    where messages.id = message_id and user_id = ${userId} and comment_notices.id = any(${ids}::bigint[]) and not is_read`.execute(
    db,
  )
}

/** Deletes comments from a user's own messages, and messages that become empty. */
export async function deleteNotices(db: Db, userId: number, ids: readonly number[]): Promise<void> {
  const messageIds = await lockMessagesOf(db, userId, ids)
  await sql`
    delete from comment_notices where id = any(${ids}::bigint[]) and message_id = any(${messageIds}::bigint[])`.execute(
    db,
  )
  await sql`
    delete from messages where id = any(${messageIds}::bigint[])
      and not exists (select from comment_notices where message_id = messages.id)`.execute(db)
}

/** Locks messages before their children, the order that all writers use. */
async function lockMessagesOf(db: Db, userId: number, noticeIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where user_id = ${userId} and id in (select message_id from comment_notices where id = any(${noticeIds}::bigint[]))
    order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

export async function userNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from users where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names of groups; for a department's group, the department's name. */
export async function groupNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select groups.id, coalesce(departments.name, groups.name) as name
    from groups left join departments on departments.id = groups.department_id
    where groups.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
