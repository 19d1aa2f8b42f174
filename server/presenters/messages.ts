import type { Language, Wording } from '@/contract/entities'
import type { Message } from '@/contract/messages/messages'
import { withoutDirections } from '@/domain/items/naming'
import { wordError } from '@/i18n/errors'
import { secondsOf } from '../time/clock'
import type { StoredInvitation } from '../queries/members/notices'
import type { MessageRow, StoredNotice, StoredShare } from '../queries/messages'

/** The language and wording of the reader. */
interface Reader {
  language: Language
  wording: Wording
}

interface Stored {
  notice?: StoredNotice
  share?: StoredShare
  collect?: { unique_name: string }
  invitation?: StoredInvitation
  /** For a request for access. */
  item_type?: 'file' | 'folder'
}

/** A message as its owner reads it (2§3). */
export function presentMessage(row: MessageRow, reader: Reader): Message {
  const { notice, share, collect, invitation, item_type } = row.most_recent as Stored
  const [newest, ...older] = row.comments ?? []
  return {
    id: row.id,
    type: row.type,
    unread_count: row.unread_count,
    item_name: withoutDirections(row.item_name),
    item_time: secondsOf(row.created_at),
    modified_at: secondsOf(row.modified_at),
    sender_name: newest?.user.name ?? row.sender_name ?? '',
    include_current_user: row.has_unread_mention || (newest?.is_mention ?? false),
    object_typed_id: row.object_typed_id,
    most_recent_message: {
      notice: notice ? presentNotice(notice, reader) : null,
      ...collect,
      ...(row.access_request_id !== null &&
        row.access_request &&
        item_type && { access_request: { ...row.access_request, id: row.access_request_id, item_type } }),
      ...(invitation && { ...invitation, item_name: withoutDirections(invitation.item_name) }),
      ...(share && { ...share, item_name: withoutDirections(share.item_name) }),
      ...(newest && {
        content: newest.content,
        is_voice: newest.is_voice,
        message_comments: [newest, ...older].map(({ id, content, is_voice, user }) => ({
          id,
          content,
          is_voice,
          user,
        })),
      }),
    },
  }
}

/** Presents a notice. Failures that earlier releases stored have no names, so `folder` may be missing. */
function presentNotice(
  { action, state, count = 0, folder = '', code, params }: StoredNotice,
  { language, wording }: Reader,
) {
  return {
    action,
    state,
    count,
    folder_name: withoutDirections(folder),
    reason: code === undefined ? '' : wordError(code, language, wording, params),
  }
}
