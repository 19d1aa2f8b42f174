import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { invalidRequest } from '../errors'
import {
  deleteMessages,
  messagesPage,
  readMessages,
  restoreMessages,
  unreadMessages,
  type MessageRow,
} from '../queries/messages'

/** One page of a user's messages, the newest first. @param page from 1 @param filter kinds joined by commas */
export function messagesOf(
  db: Db,
  { user }: UserActor,
  asked: { page: number; filter?: string },
): Promise<{ rows: MessageRow[]; pageCount: number }> {
  return messagesPage(db, user.id, asked)
}

/** What the badge counts: a message may hold several unread things. */
export function unreadCount(db: Db, { user }: UserActor): Promise<number> {
  return unreadMessages(db, user.id)
}

/**
 * Marks messages as read, by id or by kind. In this and the next, ids that are not the user's own or no longer exist are passed over without
 * a word (decisions 54).
 * @throws Refused invalid_request where neither is given
 */
export async function markMessagesRead(
  db: Db,
  { user }: UserActor,
  { ids, filter }: { ids?: readonly number[]; filter?: string },
): Promise<void> {
  if (ids !== undefined) await readMessages(db, user.id, { ids })
  else if (filter !== undefined) await readMessages(db, user.id, { filter })
  else throw invalidRequest('message_ids')
}

/** Takes messages out of the message centre; for a while they can be taken back. */
export async function removeMessages(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { user }: UserActor,
  ids: readonly number[],
): Promise<void> {
  await deleteMessages(db, user.id, ids, clock())
}

/** Takes removed messages back. */
export async function takeMessagesBack(db: Db, { user }: UserActor, ids: readonly number[]): Promise<void> {
  await restoreMessages(db, user.id, ids)
}
