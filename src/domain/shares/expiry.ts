import { NEVER_EXPIRES } from '@/domain/limits'
import { DAY, MINUTE, civilDate, dayOfDate, localDay, type CivilDate } from '@/domain/format/time'

/** Minutes to add to UTC for local time at a moment (seconds): summer time may end between now and an expiry. */
export type ZoneAt = (seconds: number) => number

/** Days from today; null is never. */
export const expiryPresets: readonly (number | null)[] = [1, 7, 30, null]

/** 23:59:59 of the day `days` after today (1§5). */
export function endOfDayAfter(days: number, now: number, zoneAt: ZoneAt): number {
  return endOf(dayNumber(now, zoneAt) + days, zoneAt)
}

/** 23:59:59 of a local day, in seconds (1§5, decisions 4.6). */
export function endOfDay(date: CivilDate, zoneAt: ZoneAt): number {
  return endOf(dayOfDate(date), zoneAt)
}

/** The local date of a moment. */
export function localDateOf(seconds: number, zoneAt: ZoneAt): CivilDate {
  return civilDate(dayNumber(seconds, zoneAt))
}

/** The number of days from today to a moment; an expiry cannot be below 0 (1§5). */
export function daysFromToday(seconds: number, now: number, zoneAt: ZoneAt): number {
  return dayNumber(seconds, zoneAt) - dayNumber(now, zoneAt)
}

/** The preset that equals a due time; undefined: none. */
export function presetOf(dueTime: number, now: number, zoneAt: ZoneAt): number | null | undefined {
  if (dueTime === NEVER_EXPIRES) return null
  return expiryPresets.find((days) => days !== null && endOfDayAfter(days, now, zoneAt) === dueTime)
}

function dayNumber(seconds: number, zoneAt: ZoneAt): number {
  return localDay(seconds, zoneAt(seconds))
}

function endOf(dayNumber: number, zoneAt: ZoneAt): number {
  const local = (dayNumber + 1) * DAY - 1
  const guess = local - zoneAt(local) * MINUTE
  return local - zoneAt(guess) * MINUTE
}
