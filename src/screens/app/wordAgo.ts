import { formatTime } from '@/domain/format/time'
import { wordTime } from '@/i18n/format'
import type { Words } from '@/i18n/words'
import type { AppServices } from '@/stores/app/AppServices'

/** A time ago in words, for observers: updated every minute. @param at seconds since 1970 */
export function wordAgo({ now, platform: { clock } }: AppServices, at: number, t: Words): string {
  return wordTime(formatTime(at, now() / 1000, clock.zone()), t)
}
