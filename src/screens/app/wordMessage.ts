import type { Message } from '@/api/Message'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'

/** A message as text: phrases are translated, the server's texts are not. */
export function wordMessage<P extends PackageName = never>(message: Message<P>, t: Words<P>): string {
  return 'text' in message ? message.text : t(message.key, message.params)
}
