import type { ChildMessage } from '@/contract/messages/childMessages'
import type { MessageAccessRequest } from '@/contract/members/accessRequests'
import type { Message } from '@/contract/messages/messages'
import { seenText } from '@/domain/comments/mentions'
import { withoutDirections } from '@/domain/items/naming'
import type { IconName } from '@/components/ui/Icon'
import type { Words } from '@/i18n/words'

type Recent = Message['most_recent_message']
type Notice = NonNullable<Recent['notice']>
type InvitationField = 'collab_type' | 'group_name' | 'invitation_message' | 'is_granted'

/** The name of a message's item. The asker of a declined request does not learn it. */
export function nameOf({ item_name: name, most_recent_message: { notice } }: Message, t: Words<'message'>): string {
  if (name) return name
  if (notice?.action === 'recovery_code_used') return t('messages.security')
  return t(notice?.action === 'access_declined' ? 'messages.request.title' : 'messages.unnamed')
}

/** The event, further items and the destination; for a share its sender and their message. */
export function textOf(message: Message, t: Words<'message'>): string {
  const { sender_name: sender, most_recent_message: recent } = message
  if (message.type === 'comment') return wordComment(message, t)
  if (recent.access_request) return wordRequest(recent.access_request, sender, t)
  if (recent.notice) return wordNotice(recent.notice, sender, t)
  if (message.type === 'collab') return wordInvitation({ ...recent, sender_name: sender }, t)
  const { source, content } = recent
  if (recent.is_granted) return t('messages.invites.granted', { sender })
  if (source !== 1 && source !== 2 && source !== 4) return sender
  const what = t(`messages.shared.s${source}`, { sender })
  return content ? t('messages.shared.said', { what, text: content.replace(/\s+/g, ' ') }) : what
}

/** The inviter and their message, or that they granted a request for access. */
export function wordInvitation(
  {
    sender_name: sender,
    collab_type: kind,
    group_name: group = '',
    invitation_message: words,
    is_granted: isGranted,
  }: Pick<ChildMessage, 'sender_name'> & Partial<Pick<ChildMessage, InvitationField>>,
  t: Words<'message'>,
): string {
  if (isGranted) return t('messages.invites.granted', { sender })
  const what = t(kind ? 'messages.invites.many' : 'messages.invites.self', { sender, group })
  return words ? t('messages.invites.said', { what, text: words.replace(/\s+/g, ' ') }) : what
}

/** The icon of a message. */
export function iconOf({ type, most_recent_message: { notice } }: Message): IconName {
  if (type === 'comment') return 'message-square'
  if (type.startsWith('share_link')) return 'share-2'
  if (notice?.action === 'recovery_code_used') return 'lock'
  if (notice?.action.startsWith('access_')) return 'user-plus'
  if (type === 'collab' || notice?.action.startsWith('collab_')) return 'users'
  return notice?.action === 'move' ? 'folder-input' : 'copy'
}

/** The author and the text, or that the author mentions the reader (2§3). */
function wordComment(
  { sender_name: sender, include_current_user: isMentioned, most_recent_message: recent }: Message,
  t: Words<'message'>,
) {
  const said = seenText(recent.content ?? '', t('messages.comment.all'))
  // Direction marks in the comment would reverse our words around it on the same line.
  const text = recent.is_voice ? t('messages.comment.voice') : withoutDirections(said.replace(/\s+/g, ' '))
  return t(isMentioned ? 'messages.comment.mentioned' : 'messages.comment.said', { sender, text })
}

/** The asker, and their word while the request is open. */
function wordRequest({ state, message }: MessageAccessRequest, sender: string, t: Words<'message'>): string {
  const what = t(`messages.request.${state}`, { sender })
  const text = withoutDirections(message.replace(/\s+/g, ' '))
  return state === 'open' && text ? t('messages.invites.said', { what, text }) : what
}

function wordNotice(
  { action, state, count: n, used_up: uses, folder_name: folder, reason }: Notice,
  sender: string,
  t: Words<'message'>,
): string {
  if (action === 'copy' || action === 'move')
    return t(`messages.${state}.${action}`, { n, folder: folder || t('space.own'), reason })
  if (action === 'share_opened' && sender) return t('messages.openedBy', { sender })
  if (uses) return t(`messages.usedUp.${uses}`, { n })
  return t(`messages.notice.${action}`, { sender, n })
}
