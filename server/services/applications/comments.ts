import { OPEN_COMMENT_MAX_LENGTH } from '@/domain/limits'
import { programUser, type ApplicationActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import type { CommentRow } from '../../queries/comments/comments'
import { requireComment, type Commenting, listComments } from '../comments/comments'
import { requireItem } from '../access/places'

/** A comment, and the name of its file. */
export interface OpenCommentView {
  row: CommentRow
  name: string
}

/** The newest thousand comments of a file, oldest first. @throws Refused item_not_found, item_is_deleted, permission_denied */
export async function openComments(db: Db, actor: ApplicationActor, fileId: number): Promise<OpenCommentView[]> {
  const user = programUser(actor)
  const itemTypedId = `file_${fileId}`
  const { name } = (await requireItem(db, user, itemTypedId)).chain[0]
  const { comments } = await listComments(db, user, { itemTypedId, isWhole: true })
  return comments.map(({ row }) => ({ row, name }))
}

/** @throws Refused as Commenting.post */
export async function openComment(
  { db, commenting }: { db: Db; commenting: Commenting },
  actor: ApplicationActor,
  fileId: number,
  content: string,
): Promise<OpenCommentView> {
  const user = programUser(actor)
  const place = { itemTypedId: `file_${fileId}` }
  const { row } = await commenting.post(user, place, content, { longest: OPEN_COMMENT_MAX_LENGTH })
  return { row, name: (await requireItem(db, user, place.itemTypedId)).chain[0].name }
}

/** @throws Refused item_not_found (comment_not_found there), item_is_deleted, permission_denied */
export async function openUncomment(
  { db, commenting }: { db: Db; commenting: Commenting },
  actor: ApplicationActor,
  id: number,
): Promise<void> {
  const user = programUser(actor)
  await requireComment(db, user, id).catch((error: unknown) => {
    const isMissing = error instanceof Refused && error.code === 'item_not_found'
    throw isMissing ? new Refused('item_not_found', { open: 'comment_not_found' }) : error
  })
  await commenting.remove(user, id)
}
