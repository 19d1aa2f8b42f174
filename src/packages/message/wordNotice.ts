import type { Message } from '@/contract/messages'
import type { Words } from '@/i18n/words'

/** What a message is about. */
export function nameOf({ item_name: name }: Message, t: Words<'message'>): string {
  return name || t('messages.unnamed')
}

/** What happened to it and those with it, and where they went. */
export function textOf({ sender_name: sender, most_recent_message: { notice } }: Message, t: Words<'message'>): string {
  if (!notice) return sender
  const { action, state, count: n, folder_name: folder, reason } = notice
  return t(`messages.${state}.${action}`, { n, folder: folder || t('space.own'), reason })
}
