import type { Language, Wording } from '@/contract/entities'
import type { Message } from '@/contract/messages/messages'
import { withoutDirections } from '@/domain/items/naming'
import { wordError } from '@/i18n/errors'
import { secondsOf } from '../time/clock'
import type { StoredInvitation } from '../queries/members/notices'
import type { MessageRow, StoredNotice, StoredShare } from '../queries/messages'
import type { ThreadFacts } from '../queries/messages/threads'

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

/** The author of the newest comment, or the sender; undefined for a message of the server. */
export function senderOf({ comments, sender_id: id, sender_name: name }: MessageRow) {
  return comments?.[0]?.user ?? (id !== null && name !== null ? { id, name } : undefined)
}

/** A message as its owner reads it (2§3). @param faces addresses of user pictures, for a folded list */
export function presentMessage(row: MessageRow, reader: Reader, faces: ReadonlyMap<number, string>): Message {
  const { notice, share, collect, invitation, item_type } = row.most_recent as Stored
  const [newest, ...older] = row.comments ?? []
  return {
    id: row.id,
    type: row.type,
    unread_count: row.entry?.unread ?? row.unread_count,
    item_name: withoutDirections(row.item_name),
    item_time: secondsOf(row.created_at),
    modified_at: secondsOf(row.modified_at),
    sender_name: newest?.user.name ?? row.sender_name ?? '',
    include_current_user: row.has_unread_mention || (newest?.is_mention ?? false),
    object_typed_id: row.object_typed_id,
    ...(row.entry && { thread: presentThread(row.entry, senderOf(row), faces) }),
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

function presentThread(
  { id, count }: ThreadFacts,
  sender: ReturnType<typeof senderOf>,
  faces: ReadonlyMap<number, string>,
): NonNullable<Message['thread']> {
  const avatar = sender && faces.get(sender.id)
  return { id, count, sender: sender ? { ...sender, ...(avatar !== undefined && { avatar }) } : null }
}

/** Presents a notice. Failures that earlier releases stored have no names, so `folder` may be missing. */
function presentNotice(
  { action, state, count = 0, used_up, folder = '', code, params }: StoredNotice,
  { language, wording }: Reader,
) {
  return {
    action,
    state,
    count,
    ...(used_up && { used_up }),
    folder_name: withoutDirections(folder),
    reason: code === undefined ? '' : wordError(code, language, wording, params),
  }
}
