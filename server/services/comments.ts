import { cleanComment, commentFault } from '@/domain/comments/validate'
import type { UserActor } from '../actor'
import type { Db } from '../database/connect'
import { inTransaction } from '../database/transaction'
import type { Dependencies } from '../dependencies'
import { askedTooOften, itemNotFound, permissionDenied, Refused } from '../errors'
import { MinuteLimit } from '../MinuteLimit'
import { isCollaborative, mayDeleteComment, mayReadComments } from '../policies/comments'
import type { Access } from '../policies/facts'
import type { SeenComment } from '../presenters/presentComment'
import {
  authorsOn,
  commentsOf,
  countComments,
  deleteComment,
  findComment,
  focusOf,
  insertComment,
  insertNotices,
  type CommentRow,
} from '../queries/comments'
import { requireAccess } from './access'
import { isLoud, readersOf, resolveMentions, type ResolvedMentions } from './commentMentions'
import { requireItem } from './places'
import { rolesOn } from './reachers'

/** Comments of one user in a minute: of all, and of those that call a group or everybody. */
const A_MINUTE = { all: 30, loud: 5 }
const PAGE = { all: 1000, usual: 25 }

type Ports = Pick<Dependencies, 'db' | 'clock' | 'storage' | 'contentCheck'>

/** What is said: a text, or what was recorded. */
export type Said = { content: string; voice: null } | { content: ''; voice: { key: string; seconds: number } }

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
  async require(actor: UserActor, itemTypedId: string): Promise<Access> {
    const access = await requireReadable(this.ports.db, actor, itemTypedId)
    if (!this.all.take(actor.user.id)) throw askedTooOften()
    return access
  }

  /** Publishes a text. @throws Refused as listComments, comment_empty, comment_too_long, asked_too_often, content_refused, content_unchecked */
  async say(actor: UserActor, itemTypedId: string, typed: string): Promise<SeenComment> {
    const fault = commentFault(typed)
    if (fault !== null) throw new Refused(fault, { field: 'content' })
    const { db, contentCheck } = this.ports
    const access = await this.require(actor, itemTypedId)
    const text = cleanComment(typed)
    if (isLoud(text) && !this.loud.take(actor.user.id)) throw askedTooOften()
    await contentCheck.require({ kind: 'comment', text }, actor.user.id)
    const mentions = await resolveMentions(db, access, text)
    return this.publish(actor, access, { content: mentions.content, voice: null }, mentions)
  }

  /** Puts a comment down and tells those whom it concerns: mentioned, the item's maker and owner, and who has spoken there before. Not oneself. */
  async publish(
    actor: UserActor,
    access: Access,
    { content, voice }: Said,
    { userIds: mentioned }: Pick<ResolvedMentions, 'userIds'>,
  ): Promise<SeenComment> {
    const { db, clock } = this.ports
    const [item] = access.chain
    const at = clock()
    const userId = actor.user.id
    const row = await inTransaction(
      db,
      async (transaction) => {
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
        const itemTypedId = `${item.isFolder ? 'folder' : 'file'}_${item.id}`
        await insertNotices(
          transaction,
          { id, itemId: item.id, itemTypedId, itemName: item.name, authorId: userId, at },
          { userIds: [...told], mentionedIds: [...mentioned] },
        )
        return findComment(transaction, id, userId)
      },
      { by: actor },
    )
    return seen(row!, access, userId)
  }

  /** @throws Refused item_not_found for a comment that is gone or on what the user may not see, item_is_deleted, permission_denied */
  async remove(actor: UserActor, id: number): Promise<void> {
    const { db, storage } = this.ports
    const { row, access } = await requireComment(db, actor, id)
    if (!mayDeleteComment(access, actor.user.id, row.author_id)) throw permissionDenied()
    await inTransaction(db, (transaction) => deleteComment(transaction, id), { by: actor })
    // A crash in between leaves a blob that the next sweep finds.
    if (row.voice_key !== null) await storage.delete(row.voice_key)
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
