import type { Message } from '@/api/Message'
import type { Words } from '@/i18n/words'

/** A message as text: a phrase is worded, a text of the server stands as it is. */
export function wordMessage(message: Message, t: Words): string {
  return 'text' in message ? message.text : t(message.key, message.params)
}
