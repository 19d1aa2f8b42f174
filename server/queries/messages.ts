import { sql, type Selectable } from 'kysely'
import type { ErrorCode } from '@/contract/errors'
import { calendar } from '../calendar'
import type { Db } from '../database/connect'
import type { MessageTable } from '../database/tables'

export type MessageRow = Selectable<MessageTable> & { sender_name: string | null }
type MessageType = MessageTable['type']

/** How a job ended, as it stands in the table. */
export interface StoredNotice {
  action: 'copy' | 'move'
  state: 'finished' | 'failed'
  count: number
  /** Of the first item; as the user saw it where the job failed. */
  name: string
  /** Of the target; empty for a root without a name. */
  folder: string
  /** Why it failed, with what fills its words. */
  code?: ErrorCode
  params?: Record<string, string | number>
}

const PAGE_SIZE = 25
/** days that a deleted message can be taken back */
const KEPT = 1

const allTypes: readonly MessageType[] = ['comment', 'share_link', 'collab', 'collab_notice']

/** What a filter means: system messages stand under Collaboration, too (decisions 3.15). @param filter kinds joined by commas; all where there is none */
function typesOf(filter: string | undefined): readonly MessageType[] {
  if (filter === undefined) return allTypes
  const kinds = filter.split(',')
  return allTypes.filter((type) => kinds.includes(type.replace('_notice', '')))
}

/** One page of a user's messages, the newest first. @param page from 1 */
export async function messagesPage(
  db: Db,
  userId: number,
  { page, filter }: { page: number; filter?: string },
): Promise<{ rows: MessageRow[]; pageCount: number }> {
  const standing = db
    .selectFrom('messages')
    .where('messages.user_id', '=', userId)
    .where('messages.deleted_at', 'is', null)
    .where('messages.type', 'in', typesOf(filter))
  const { count } = await standing.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await standing
    .leftJoin('users as senders', 'senders.id', 'messages.sender_id')
    .selectAll('messages')
    .select('senders.name as sender_name')
    .orderBy('messages.modified_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  return { rows, pageCount: Math.ceil(Number(count) / PAGE_SIZE) }
}

/** What the badge counts: a message may hold several unread things. */
export async function unreadMessages(db: Db, userId: number): Promise<number> {
  const { sum } = await db
    .selectFrom('messages')
    .select(sql<number>`coalesce(sum(unread_count), 0)::int`.as('sum'))
    .where('user_id', '=', userId)
    .where('unread_count', '>', 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return sum
}

/** Marks the user's own messages among the ids, or all of some kinds, as read. */
export async function readMessages(
  db: Db,
  userId: number,
  chosen: { ids: readonly number[] } | { filter: string },
): Promise<void> {
  const unread = db
    .updateTable('messages')
    .set({ unread_count: 0 })
    .where('user_id', '=', userId)
    .where('unread_count', '>', 0)
    .where('deleted_at', 'is', null)
  await (
    'ids' in chosen ? unread.where('id', 'in', chosen.ids) : unread.where('type', 'in', typesOf(chosen.filter))
  ).execute()
}

/** Takes the user's own messages out of the message centre; ids of others are passed over. */
export async function deleteMessages(db: Db, userId: number, ids: readonly number[], at: Date): Promise<void> {
  await db
    .updateTable('messages')
    .set({ deleted_at: at })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Puts messages back where they stood, as they were (AH-09). */
export async function restoreMessages(db: Db, userId: number, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('messages')
    .set({ deleted_at: null })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
}

export interface NewNotice {
  userId: number
  /** Of the job that tells: it is told once. */
  ticket: string
  notice: StoredNotice
  at: Date
}

/** A system message of how a job ended. @returns false when it was told before */
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

/** Deletes for good what can no longer be taken back. */
export async function purgeMessages(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('messages').where('deleted_at', '<=', calendar(now).subtract(KEPT, 'days').toDate()).execute()
}
