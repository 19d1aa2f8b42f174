import type { Comment } from '@/contract/comments'
import { actorKey, type UserActor } from '../actors/actor'
import { voiceAddress } from '../crypto/signedAddresses'
import { secondsOf } from '../time/clock'
import type { CommentView } from '../queries/comments/comments'
import type { Signer } from '../crypto/signing'

/** A comment as a user sees it (2§3). */
export function presentComment({ row, mayDelete }: CommentView, sign: Signer, actor: UserActor): Comment {
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
  }
}
