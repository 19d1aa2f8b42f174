import type { Message } from '@/api/Message'
import { formatTime } from '@/domain/format/time'
import { wordTime } from '@/i18n/format'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import type { AppServices } from '@/stores/app/AppServices'

/** A message as text: phrases are translated, the server's texts are not. */
export function wordMessage<P extends PackageName = never>(message: Message<P>, t: Words<P>): string {
  return 'text' in message ? message.text : t(message.key, message.params)
}

/** A time ago in words, for observers: updated every minute. @param at seconds since 1970 */
export function wordAgo({ now, platform: { clock } }: AppServices, at: number, t: Words): string {
  return wordTime(formatTime(at, now() / 1000, clock.zone()), t)
}
