import { checkedText } from '@/domain/comments/mentions'
import { cleanComment, commentFault } from '@/domain/comments/validate'
import type { UserActor } from '../../actors/actor'
import type { StoredPassage } from '../../database/commentTables'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { askedTooOften, invalidRequest, itemNotFound, permissionDenied, Refused } from '../../errors'
import { SharedMinuteLimit } from '../../limits/SharedMinuteLimit'
import { isCollaborative, mayDeleteComment, mayReadComments, mayResolveThread } from '../../policies/comments'
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
  type CommentView,
} from '../../queries/comments/comments'
import { deleteComment, findDeleted, restoreComment } from '../../queries/comments/deleted'
import { reopenThread } from '../../queries/comments/threads'
import { requireAccess } from '../access/itemAccess'
import { parseTypedId } from '../access/places'
import { mentionsMany, readersOf, resolveMentions } from './mentions'
import { queuePush } from '../push/messages'
import { rolesOn } from '../members/roles'
import { requireAnswerable } from './answerable'
import { Passages, type PassageEnds } from './passages'
import { requireReadable } from './reading'

/** Comments per user and minute: all of them, and those that mention a group or everybody. */
const PER_MINUTE = { all: 30, loud: 5 }
const PAGE = { all: 1000, usual: 25 }

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'storage' | 'contentCheck' | 'jobs' | 'messengers'>

/** Where a comment belongs. */
export interface CommentPlace {
  itemTypedId: string
  /** The comment that it answers. */
  answerToId?: number
}

/** The content of a comment: a text, which may be about a passage, or a recording. */
export type CommentContent =
  | { content: string; voice: null; passage: StoredPassage | null }
  | { content: ''; voice: { key: string; seconds: number }; passage: null }

export interface CommentsAsked {
  itemTypedId: string
  isWhole: boolean
  messageId?: number
  before?: number
}

/**
 * The comments of an item, oldest first.
 * @throws Refused item_not_found, item_is_deleted, permission_denied
 */
export async function listComments(
  db: Db,
  actor: UserActor,
  { itemTypedId, isWhole, messageId, before }: CommentsAsked,
): Promise<{ comments: CommentView[]; hasEarlier: boolean; total: number; isShared: boolean; focusId: number | null }> {
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
    comments: shown.map((row) => toSeen(row, access, userId)),
    hasEarlier: rows.length > limit,
    total,
    isShared: isCollaborative(access),
    focusId,
  }
}

/** Publishes and deletes comments. */
export class Commenting {
  private readonly all: SharedMinuteLimit<number>
  private readonly loud: SharedMinuteLimit<number>
  private readonly passages: Passages

  constructor(private readonly ports: Ports) {
    this.all = new SharedMinuteLimit(ports, 'comments', PER_MINUTE.all)
    this.loud = new SharedMinuteLimit(ports, 'loud comments', PER_MINUTE.loud)
    this.passages = new Passages(ports)
  }

  /**
   * Checks the right to comment on an item, the answered comment and the rate limit, before a body is received.
   * @throws Refused as listComments and requireAnswerable, asked_too_often
   */
  async require(actor: UserActor, { itemTypedId, answerToId }: CommentPlace): Promise<void> {
    const { db } = this.ports
    const access = await requireReadable(db, actor, itemTypedId)
    if (!(await this.all.tryCount(actor.user.id))) throw askedTooOften()
    if (answerToId !== undefined) await requireAnswerable(db, access.chain[0].id, answerToId)
  }

  /**
   * Publishes a text.
   * @param ends of the passage that a first comment is about
   * @param longest characters, if not as many as usual
   * @throws Refused as require, comment_empty, comment_too_long, content_refused, content_unchecked; invalid_request for an answer with a passage; as
   *   Passages.read
   */
  async post(
    actor: UserActor,
    place: CommentPlace,
    typed: string,
    { ends, longest }: { ends?: PassageEnds; longest?: number } = {},
  ): Promise<CommentView> {
    const fault = commentFault(typed, longest)
    if (fault !== null) throw new Refused(fault, { field: 'content' })
    if (ends !== undefined && (place.answerToId !== undefined || !place.itemTypedId.startsWith('file_')))
      throw invalidRequest('passage')
    const { contentCheck } = this.ports
    await this.require(actor, place)
    const text = cleanComment(typed)
    if (mentionsMany(text) && !(await this.loud.tryCount(actor.user.id))) throw askedTooOften()
    await contentCheck.require({ kind: 'comment', text: checkedText(text) }, actor.user.id)
    const passage = ends ? await this.passages.read(actor, parseTypedId(place.itemTypedId).id, ends) : null
    return this.publish(actor, place, { content: text, voice: null, passage })
  }

  /**
   * Stores a comment and notifies the mentioned users, the item's creator and owner, and earlier commenters, but not the author.
   * Content checks and conversions take time, so the right is checked again and mentions are resolved when the comment is stored.
   * An answer reopens its thread, because comments of a resolved thread are folded.
   * @throws Refused as listComments and requireAnswerable
   */
  async publish(
    actor: UserActor,
    { itemTypedId, answerToId }: CommentPlace,
    { content: typed, voice, passage }: CommentContent,
  ): Promise<CommentView> {
    const { db, clock } = this.ports
    const at = clock()
    const userId = actor.user.id
    return inTransaction(
      db,
      async (transaction) => {
        const access = await requireReadable(transaction, actor, itemTypedId)
        const [item] = access.chain
        if (answerToId !== undefined) {
          await requireAnswerable(transaction, item.id, answerToId)
          await reopenThread(transaction, answerToId)
        }
        const { content, userIds: mentioned } = await resolveMentions(transaction, access, typed)
        const id = await insertComment(transaction, {
          item_id: item.id,
          author_id: userId,
          content,
          voice_key: voice?.key ?? null,
          voice_seconds: voice?.seconds ?? null,
          created_at: at,
          answer_to_id: answerToId ?? null,
          passage,
        })
        const notified = new Set([...mentioned, ...(await followersOf(transaction, access))])
        notified.delete(userId)
        await insertNotices(
          transaction,
          { id, itemId: item.id, itemTypedId, itemName: item.name, authorId: userId, at },
          { userIds: [...notified], mentionedIds: [...mentioned] },
        )
        const events = mentioned.size > 0 ? [{ kind: 'mention', commentId: id } as const] : []
        await queuePush(this.ports, transaction, events, { actor, at })
        return toSeen((await findComment(transaction, id, userId))!, access, userId)
      },
      { actor },
    )
  }

  /** @throws Refused item_not_found for a missing comment or an item that the user may not see, item_is_deleted, permission_denied */
  async remove(actor: UserActor, id: number): Promise<void> {
    const { db, clock } = this.ports
    const { row, access } = await requireComment(db, actor, id)
    if (!mayDeleteComment(access, actor.user.id, row.author_id)) throw permissionDenied()
    const deletion = { by: actor.user.id, at: clock() }
    await inTransaction(db, (transaction) => deleteComment(transaction, id, deletion), { actor })
  }

  /** Undoes the user's own deletion while they may still delete comments there. @throws Refused as remove */
  async restore(actor: UserActor, id: number): Promise<CommentView> {
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
        return toSeen((await findComment(transaction, id, userId))!, access, userId)
      },
      { actor },
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

/** The users to notify of every comment on an item: its creator, the owner of a personal space, and earlier commenters, if they may read it. */
async function followersOf(db: Db, { chain: [item, ...above], space }: Access): Promise<Set<number>> {
  const owner = space.personalOf === null ? [] : [space.owner.id]
  const userIds = [...new Set([item.creatorId, ...owner, ...(await authorsOn(db, item.id))])]
  return readersOf(await rolesOn(db, [item, ...above], { userIds }), item)
}

function toSeen(row: CommentRow, access: Access, userId: number): CommentView {
  const threadAuthor = row.answer_to_id === null ? row.author_id : row.answered_author_id
  return {
    row,
    mayDelete: mayDeleteComment(access, userId, row.author_id),
    mayResolve: mayResolveThread(access, userId, threadAuthor),
  }
}
