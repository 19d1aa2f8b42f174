/** The kinds of messages in the message centre (2§3). */
export type MessageKind = 'comment' | 'share_link' | 'collab'

/** The filter of the message centre: one kind, or all. */
export type MessageFilter = 'all' | MessageKind

export const messageFilters: readonly MessageFilter[] = ['all', 'comment', 'share_link', 'collab']

/** The `types` parameter of a filter. */
export function typesOf(filter: MessageFilter): string {
  return filter === 'all' ? 'comment,share_link,collab' : filter
}
