import type { MessageAccessRequest } from '@/contract/members/accessRequests'
import type { Message } from '@/contract/messages/messages'

/** The kinds of messages in the message centre (2§3). */
export type MessageKind = 'comment' | 'share_link' | 'collab'

/** The filter of the message centre: one kind, or all. */
export type MessageFilter = 'all' | MessageKind

export const messageFilters: readonly MessageFilter[] = ['all', 'comment', 'share_link', 'collab']

/** Whether a request for access can still be granted. */
export function isDecidable({ state }: Pick<MessageAccessRequest, 'state'>): boolean {
  return state === 'open' || state === 'declined'
}

/** Whether an entry of the centre folds earlier messages. Comments and invitations have a page of their own. */
export function foldsEarlier({ type, thread }: Pick<Message, 'type' | 'thread'>): boolean {
  return type !== 'comment' && type !== 'collab' && thread !== undefined && thread.count > 1
}

/** The `types` parameter of a filter. */
export function typesOf(filter: MessageFilter): string {
  return filter === 'all' ? 'comment,share_link,collab' : filter
}

/** The parameters of 2§2, and the message that opened the comments, so that the comments of that message are on top after a reload, too. */
const knownParameters = ['comment', 'preview', 'file_id', 'unique_name', 'scenario', 'typed_id', 'message_id']

/**
 * Removes unknown parameters from an address of the message centre (2§2, RT-08). The address of a comment message also gets the parameters
 * that open its comments (MSG-09).
 */
export function strippedAddress(address: string): string {
  const [path = '', query = ''] = address.split('?')
  const left = query.split('&').filter((part) => knownParameters.includes(nameOf(part)))
  const has = (name: string) => left.some((part) => nameOf(part) === name)
  const [, id] = /\/message\/comment\/(\d+)$/.exec(path) ?? []
  if (id && has('typed_id') && !has('comment')) left.push('comment=1', `message_id=${id}`)
  return left.length > 0 ? `${path}?${left.join('&')}` : path
}

function nameOf(part: string): string {
  return part.split('=')[0] ?? ''
}
