import { cleanComment, commentFault } from '@/domain/comments/validate'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { askedTooOften, itemNotFound, permissionDenied, Refused } from '../../errors'
import { MinuteLimit } from '../../limits/MinuteLimit'
import { isCollaborative, mayDeleteComment, mayReadComments } from '../../policies/comments'
import type { Access } from '../../policies/access/facts'
import {
  authorsOn,
  commentsOf,
  countComments,
  findComment,
  focusOf,
  insertComment,
  insertNotices,
  type CommentRow,
} from '../../queries/comments/comments'
import { deleteComment, findDeleted, restoreComment } from '../../queries/comments/deleted'
import { requireAccess } from '../access/itemAccess'
import { isLoud, readersOf, resolveMentions } from './mentions'
import { queueOutside } from '../push/messages'
import { requireItem } from '../access/places'
import { rolesOn } from '../members/roles'

/** Comments of one user in a minute: of all, and of those that call a group or everybody. */
const A_MINUTE = { all: 30, loud: 5 }
const PAGE = { all: 1000, usual: 25 }

type Ports = Pick<Dependencies, 'db' | 'clock' | 'contentCheck' | 'jobs' | 'messengers'>

/** What is said: a text, or what was recorded. */
export type Said = { content: string; voice: null } | { content: ''; voice: { key: string; seconds: number } }

/** A comment, and how its reader stands to its item. */
export interface SeenComment {
  row: CommentRow
  mayDelete: boolean
}

export interface CommentsAsked {
  itemTypedId: string
  isWhole: boolean
  messageId?: number
  before?: number
}

/**
 * What is said about an item, the oldest first.
 * @throws Refused item_not_found, item_is_deleted, permission_denied
 */
export async function listComments(
  db: Db,
  actor: UserActor,
  { itemTypedId, isWhole, messageId, before }: CommentsAsked,
): Promise<{ comments: SeenComment[]; hasEarlier: boolean; total: number; isShared: boolean; focusId: number | null }> {
  const access = await requireReadable(db, actor, itemTypedId)
  const itemId = access.chain[0].id
  const userId = actor.user.id
  const limit = isWhole ? PAGE.all : PAGE.usual
  const [rows, total, focusId] = await Promise.all([
    commentsOf(db, { itemId, userId, before, limit: limit + 1 }),
    countComments(db, itemId),
    messageId === undefined ? null : focusOf(db, { messageId, userId, itemId }),
  ])
  const shown = rows.slice(-limit)
  return {
    comments: shown.map((row) => seen(row, access, userId)),
    hasEarlier: rows.length > limit,
    total,
    isShared: isCollaborative(access),
    focusId,
  }
}

/** What users say and delete; each process counts how often. */
export class Commenting {
  private readonly all: MinuteLimit<number>
  private readonly loud: MinuteLimit<number>

  constructor(private readonly ports: Ports) {
    this.all = new MinuteLimit(ports.clock, A_MINUTE.all)
    this.loud = new MinuteLimit(ports.clock, A_MINUTE.loud)
  }

  /** The right to say something about an item, before anything is received. @throws Refused as listComments, asked_too_often */
  async require(actor: UserActor, itemTypedId: string): Promise<void> {
    await requireReadable(this.ports.db, actor, itemTypedId)
    if (!this.all.take(actor.user.id)) throw askedTooOften()
  }

  /** Publishes a text. @throws Refused as listComments, comment_empty, comment_too_long, asked_too_often, content_refused, content_unchecked */
  async say(actor: UserActor, itemTypedId: string, typed: string): Promise<SeenComment> {
    const fault = commentFault(typed)
    if (fault !== null) throw new Refused(fault, { field: 'content' })
    const { contentCheck } = this.ports
    await this.require(actor, itemTypedId)
    const text = cleanComment(typed)
    if (isLoud(text) && !this.loud.take(actor.user.id)) throw askedTooOften()
    await contentCheck.require({ kind: 'comment', text }, actor.user.id)
    return this.publish(actor, itemTypedId, { content: text, voice: null })
  }

  /**
   * Puts a comment down and tells those whom it concerns: mentioned, the item's maker and owner, and who has spoken there before. Not oneself.
   * Checks and conversions take their time: the right is asked again, and mentions are judged, when it is put down.
   * @throws Refused as listComments
   */
  async publish(actor: UserActor, itemTypedId: string, { content: typed, voice }: Said): Promise<SeenComment> {
    const { db, clock } = this.ports
    const at = clock()
    const userId = actor.user.id
    return inTransaction(
      db,
      async (transaction) => {
        const access = await requireReadable(transaction, actor, itemTypedId)
        const [item] = access.chain
        const { content, userIds: mentioned } = await resolveMentions(transaction, access, typed)
        const id = await insertComment(transaction, {
          item_id: item.id,
          author_id: userId,
          content,
          voice_key: voice?.key ?? null,
          voice_seconds: voice?.seconds ?? null,
          created_at: at,
        })
        const told = new Set([...mentioned, ...(await followersOf(transaction, access))])
        told.delete(userId)
        await insertNotices(
          transaction,
          { id, itemId: item.id, itemTypedId, itemName: item.name, authorId: userId, at },
          { userIds: [...told], mentionedIds: [...mentioned] },
        )
        const happened = mentioned.size > 0 ? [{ kind: 'mention', commentId: id } as const] : []
        await queueOutside(this.ports, transaction, happened, { actor, at })
        return seen((await findComment(transaction, id, userId))!, access, userId)
      },
      { by: actor },
    )
  }

  /** @throws Refused item_not_found for a comment that is gone or on what the user may not see, item_is_deleted, permission_denied */
  async remove(actor: UserActor, id: number): Promise<void> {
    const { db, clock } = this.ports
    const { row, access } = await requireComment(db, actor, id)
    if (!mayDeleteComment(access, actor.user.id, row.author_id)) throw permissionDenied()
    const deletion = { by: actor.user.id, at: clock() }
    await inTransaction(db, (transaction) => deleteComment(transaction, id, deletion), { by: actor })
  }

  /** Takes a deletion back for who made it, while they may still delete there. @throws Refused as remove */
  async restore(actor: UserActor, id: number): Promise<SeenComment> {
    const { db, clock } = this.ports
    const userId = actor.user.id
    return inTransaction(
      db,
      async (transaction) => {
        const deleted = await findDeleted(transaction, { id, by: userId, now: clock() })
        if (!deleted) throw itemNotFound()
        const access = await requireAccess(transaction, actor, deleted.item_id)
        if (!mayReadComments(access) || !mayDeleteComment(access, userId, deleted.author_id)) throw permissionDenied()
        const [item] = access.chain
        const userIds = deleted.notices.map((notice) => notice.user_id)
        const readers = readersOf(await rolesOn(transaction, access.chain, { userIds }), item)
        const typedId = `${item.isFolder ? 'folder' : 'file'}_${item.id}`
        await restoreComment(transaction, deleted, { typedId, name: item.name, readers })
        return seen((await findComment(transaction, id, userId))!, access, userId)
      },
      { by: actor },
    )
  }
}

/** A comment that a user may read. @throws Refused item_not_found, item_is_deleted, permission_denied */
export async function requireComment(
  db: Db,
  actor: UserActor,
  id: number,
): Promise<{ row: CommentRow; access: Access }> {
  const row = await findComment(db, id, actor.user.id)
  if (!row) throw itemNotFound()
  const access = await requireAccess(db, actor, row.item_id)
  if (!mayReadComments(access)) throw permissionDenied()
  return { row, access }
}

async function requireReadable(db: Db, actor: UserActor, itemTypedId: string): Promise<Access> {
  const access = await requireItem(db, actor, itemTypedId)
  if (!mayReadComments(access)) throw permissionDenied()
  return access
}

/** Whom every comment on an item concerns, as far as they may read it now. */
async function followersOf(db: Db, { chain: [item, ...above], space }: Access): Promise<Set<number>> {
  const owner = space.personalOf === null ? [] : [space.owner.id]
  const userIds = [...new Set([item.creatorId, ...owner, ...(await authorsOn(db, item.id))])]
  return readersOf(await rolesOn(db, [item, ...above], { userIds }), item)
}

function seen(row: CommentRow, access: Access, userId: number): SeenComment {
  return { row, mayDelete: mayDeleteComment(access, userId, row.author_id) }
}
