import { EXPIRY_COUNTDOWN_DAYS, NEVER_EXPIRES } from '@/domain/limits'
import { DAY, countOf, dateParts, type DateParts } from './time'

export type Expiry =
  { key: 'never' | 'expired' } | { key: 'seconds' | 'minutes' | 'hours' | 'days'; n: number } | DateParts

/**
 * The expiry of a link: a countdown in seconds, minutes, hours or days below 8 days, then the date (1§9, decisions 4.6).
 * Moments in seconds since 1970, `zone` in minutes to add to UTC.
 */
export function formatExpiry(dueTime: number, now: number, zone: number): Expiry {
  if (dueTime === NEVER_EXPIRES) return { key: 'never' }
  const left = Math.floor(dueTime - now)
  if (left < 0) return { key: 'expired' }
  if (left < DAY) return countOf(left)
  if (left < EXPIRY_COUNTDOWN_DAYS * DAY) return { key: 'days', n: Math.floor(left / DAY) }
  return dateParts(dueTime, now, zone)
}
