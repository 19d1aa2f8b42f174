export interface DateParts {
  key: 'date'
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  isThisYear: boolean
}

export type Elapsed =
  { key: 'seconds' | 'minutes' | 'hours'; n: number } | { key: 'yesterday' | 'dayBefore' } | DateParts

export const MINUTE = 60
export const HOUR = 3600
export const DAY = 86_400

/**
 * The age of a moment: seconds, minutes or hours below a day; then yesterday or the day before, by calendar days; then the date
 * (1§9, decisions 4.23). Moments in seconds since 1970, `zone` in minutes to add to UTC (+480 in China). A moment after `now`
 * counts as now. Nothing is less than one second old.
 */
export function formatTime(seconds: number, now: number, zone: number): Elapsed {
  const elapsed = Math.max(1, Math.floor(now - seconds))
  if (elapsed < DAY) return countOf(elapsed)
  const days = localDay(now, zone) - localDay(seconds, zone)
  if (days === 1) return { key: 'yesterday' }
  if (days === 2) return { key: 'dayBefore' }
  return dateParts(seconds, now, zone)
}

/** A duration below a day as whole seconds, minutes or hours. */
export function countOf(duration: number): { key: 'seconds' | 'minutes' | 'hours'; n: number } {
  if (duration < MINUTE) return { key: 'seconds', n: duration }
  if (duration < HOUR) return { key: 'minutes', n: Math.floor(duration / MINUTE) }
  return { key: 'hours', n: Math.floor(duration / HOUR) }
}

/** A moment (seconds since 1970) as a local date and 24-hour time; `zone` in minutes to add to UTC. */
export function dateParts(seconds: number, now: number, zone: number): DateParts {
  const date = civilDate(localDay(seconds, zone))
  const minutes = Math.floor((seconds + zone * MINUTE) / MINUTE) - localDay(seconds, zone) * (DAY / MINUTE)
  return {
    key: 'date',
    ...date,
    hour: Math.floor(minutes / 60),
    minute: minutes % 60,
    isThisYear: date.year === civilDate(localDay(now, zone)).year,
  }
}

/** The local day of a moment, counted from 1970-01-01; `zone` in minutes to add to UTC. */
export function localDay(seconds: number, zone: number): number {
  return Math.floor((seconds + zone * MINUTE) / DAY)
}

export interface CivilDate {
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

/** The Gregorian date of a day counted from 1970-01-01. Its years begin in March, so that the leap day comes last. */
export function civilDate(daysSince1970: number): CivilDate {
  const days = daysSince1970 + 719_468
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  }
}

/** The day of a Gregorian date, counted from 1970-01-01. */
export function dayOfDate({ year, month, day }: CivilDate): number {
  const fromMarch = (month + 9) % 12
  const years = month <= 2 ? year - 1 : year
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  return 365 * years + leapDays + Math.floor((153 * fromMarch + 2) / 5) + day - 1 - 719_468
}
