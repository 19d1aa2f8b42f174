import type { Comment } from '@/contract/comments'
import { quotedContent } from '@/domain/comments/quote'
import { actorKey, type UserActor } from '../actors/actor'
import { voiceAddress } from '../crypto/signedAddresses'
import { secondsOf } from '../time/clock'
import type { CommentRow, CommentView } from '../queries/comments/comments'
import type { Signer } from '../crypto/signing'

/** A comment as a user sees it (2§3). */
export function presentComment({ row, mayDelete, mayResolve }: CommentView, sign: Signer, actor: UserActor): Comment {
  const isVoice = row.voice_key !== null
  return {
    id: row.id,
    content: row.content,
    created_at: secondsOf(row.created_at),
    user: { id: row.author_id, name: row.author_name },
    unread: row.is_unread,
    child_message_id: row.notice_id,
    unread_count: row.is_unread ? 1 : 0,
    is_voice: isVoice,
    voice_length: row.voice_seconds ?? 0,
    voice_url: isVoice ? voiceAddress(sign, row.id, actorKey(actor)) : null,
    permissions: mayDelete ? ['delete_comment'] : [],
    item_type: row.is_folder ? 'folder' : 'file',
    item_id: row.item_id,
    answer_to: row.answer_to_id === null ? null : presentAnswered(row, row.answer_to_id),
    passage: row.passage && { words: row.passage.words },
    is_resolved: row.is_resolved,
    may_resolve: mayResolve,
  }
}

function presentAnswered({ answered_author_id, ...row }: CommentRow, id: number): Comment['answer_to'] {
  const isDeleted = answered_author_id === null
  return {
    id,
    user: isDeleted ? null : { id: answered_author_id, name: row.answered_author_name ?? '' },
    content: quotedContent(row.answered_content ?? ''),
    is_voice: row.answered_is_voice,
  }
}
