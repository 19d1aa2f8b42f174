import type { ChildMessageType } from '@/contract/messages/childMessages'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import { readInvitations, removeInvitations } from '../../queries/members/notices'
import { deleteNotices, readNotices } from '../../queries/comments/comments'

interface Children {
  /** Ignores ids that are missing or not the user's own. */
  read(db: Db, userId: number, ids: readonly number[]): Promise<void>
  remove(db: Db, userId: number, ids: readonly number[]): Promise<void>
}

/** The operations on child messages of each type. */
const childrenOf: Record<ChildMessageType, Children> = {
  collab: { read: readInvitations, remove: removeInvitations },
  comment: { read: readNotices, remove: deleteNotices },
}

/** Marks child messages as read (2§7, decisions 32). */
export function markChildrenRead(db: Db, actor: UserActor, type: ChildMessageType, ids: readonly number[]) {
  return inTransaction(db, (transaction) => childrenOf[type].read(transaction, actor.user.id, ids), { actor })
}

/** Deletes child messages from the message centre (2§7). */
export function removeChildren(db: Db, actor: UserActor, type: ChildMessageType, ids: readonly number[]) {
  return inTransaction(db, (transaction) => childrenOf[type].remove(transaction, actor.user.id, ids), { actor })
}
