import type { UserActor } from '../../actors/actor'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { askedTooOften, permissionDenied } from '../../errors'
import { SharedMinuteLimit } from '../../limits/SharedMinuteLimit'
import { mayResolveThread } from '../../policies/comments'
import { reopenThread, resolveThread } from '../../queries/comments/threads'
import { requireComment } from './comments'

/** Threads that a user may resolve or reopen per minute; every change notifies all readers. */
const PER_MINUTE = 30

/** Resolves and reopens threads. */
export class CommentThreads {
  private readonly limit: SharedMinuteLimit<number>

  constructor(private readonly ports: Pick<Dependencies, 'db' | 'clock'>) {
    this.limit = new SharedMinuteLimit(ports, 'comment threads', PER_MINUTE)
  }

  /** @param id any comment of the thread @throws Refused as requireComment, asked_too_often */
  async setResolved(actor: UserActor, id: number, isResolved: boolean): Promise<void> {
    if (!(await this.limit.tryCount(actor.user.id))) throw askedTooOften()
    await inTransaction(
      this.ports.db,
      async (transaction) => {
        const { row, access } = await requireComment(transaction, actor, id)
        const isFirst = row.answer_to_id === null
        const authorId = isFirst ? row.author_id : row.answered_author_id
        if (!mayResolveThread(access, actor.user.id, authorId)) throw permissionDenied()
        const threadId = row.answer_to_id ?? row.id
        if (isResolved) await resolveThread(transaction, threadId, row.item_id)
        else await reopenThread(transaction, threadId)
      },
      { actor },
    )
  }
}
