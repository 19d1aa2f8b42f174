/** What the message centre tells apart (2§3). */
export type MessageKind = 'comment' | 'share_link' | 'collab'

/** What it shows: one kind, or all. */
export type MessageFilter = 'all' | MessageKind

export const messageFilters: readonly MessageFilter[] = ['all', 'comment', 'share_link', 'collab']

/** As the calls name what a filter shows. */
export function typesOf(filter: MessageFilter): string {
  return filter === 'all' ? 'comment,share_link,collab' : filter
}
