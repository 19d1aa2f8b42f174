import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import { requestsExpiredBefore } from '../../queries/members/accessRequests'
import {
  deleteMessages,
  messagesPage,
  readMessages,
  restoreMessages,
  unreadMessages,
  type AskedMessages,
  type MessageRow,
} from '../../queries/messages'
import type { NamedMessages } from '../../queries/messages/threads'
import { accessOf } from '../access/itemAccess'
import type { SignedIn } from '../session/sessions'

/**
 * One page of a user's messages, newest first. A commented item has its current name (MSG-07). If the user may no longer see the item, the message
 * keeps the last name that the user knew.
 */
export async function messagesOf(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: UserActor,
  asked: AskedMessages,
): Promise<{ rows: MessageRow[]; pageCount: number }> {
  const { rows, pageCount } = await messagesPage(db, actor.user.id, {
    ...asked,
    expiredBefore: requestsExpiredBefore(clock()),
  })
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

/** The number on the badge: a message may hold several unread children. */
export function unreadCount(db: Db, { user }: UserActor): Promise<number> {
  return unreadMessages(db, user.id)
}

/** As unreadCount, for a signed-in user; reuses the count that was loaded with the session. */
export async function unreadCountOf(db: Db, { actor, unreadMessages: counted }: SignedIn): Promise<number> {
  return counted ?? unreadCount(db, actor)
}

/**
 * Marks messages as read, by id or by kind. Ignores ids that are missing or not the user's own (decisions 54), as do removeMessages and
 * undeleteMessages.
 * @throws Refused invalid_request without ids and kinds
 */
export async function markMessagesRead(
  db: Db,
  { user }: UserActor,
  { ids, isFolded, filter }: Partial<NamedMessages> & { filter?: string },
): Promise<void> {
  const chosen = ids ? { ids, isFolded } : filter === undefined ? null : { filter }
  if (chosen === null) throw invalidRequest('message_ids')
  await inTransaction(db, (transaction) => readMessages(transaction, user.id, chosen))
}

/** Deletes messages from the message centre; they can be restored for a while. */
export async function removeMessages(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { user }: UserActor,
  named: NamedMessages,
): Promise<void> {
  await deleteMessages(db, user.id, named, clock())
}

/** Restores deleted messages. */
export async function undeleteMessages(db: Db, { user }: UserActor, named: NamedMessages): Promise<void> {
  await restoreMessages(db, user.id, named)
}
