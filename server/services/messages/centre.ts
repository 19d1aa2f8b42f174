import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import {
  deleteMessages,
  messagesPage,
  readMessages,
  restoreMessages,
  unreadMessages,
  type MessageRow,
} from '../../queries/messages'
import { accessOf } from '../access/itemAccess'
import type { SignedIn } from '../session/sessions'

/**
 * One page of a user's messages, the newest first. What is commented on has the name that it has now (MSG-07), or, where the user may not see it
 * any more, the one that they knew.
 * @param page from 1 @param filter kinds joined by commas
 */
export async function messagesOf(
  db: Db,
  actor: UserActor,
  asked: { page: number; filter?: string },
): Promise<{ rows: MessageRow[]; pageCount: number }> {
  const { rows, pageCount } = await messagesPage(db, actor.user.id, asked)
  const access = await accessOf(
    db,
    actor,
    rows.flatMap(({ comment_item_id: id }) => id ?? []),
  )
  const named = rows.map((row) => {
    const found = access.get(row.comment_item_id ?? 0)
    return isAllowed(found) ? { ...row, item_name: found!.chain[0].name } : row
  })
  return { rows: named, pageCount }
}

/** What the badge counts: a message may hold several unread things. */
export function unreadCount(db: Db, { user }: UserActor): Promise<number> {
  return unreadMessages(db, user.id)
}

/** As unreadCount, of who is signed in; where they were counted with the session, that is it. */
export async function unreadCountOf(db: Db, { actor, unreadMessages: counted }: SignedIn): Promise<number> {
  return counted ?? unreadCount(db, actor)
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
  const chosen = ids ? { ids } : filter === undefined ? null : { filter }
  if (chosen === null) throw invalidRequest('message_ids')
  await inTransaction(db, (transaction) => readMessages(transaction, user.id, chosen))
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
