import { civilDate, dayOfDate, type CivilDate } from '@/domain/format/time'

export interface Month {
  year: number
  /** 1 to 12. */
  month: number
}

const WEEK = 7
/** The maximum of any month, so that all months are equally high. */
const WEEKS = 6

/** The days of a month in six weeks from Monday; null for days of other months. */
export function weeksOf({ year, month }: Month): (CivilDate | null)[][] {
  const first = dayOfDate({ year, month, day: 1 })
  const count = dayOfDate({ ...monthAfter({ year, month }, 1), day: 1 }) - first
  const before = weekday(first)
  return Array.from({ length: WEEKS }, (_week, week) =>
    Array.from({ length: WEEK }, (_day, at) => {
      const day = week * WEEK + at - before
      return day >= 0 && day < count ? { year, month, day: day + 1 } : null
    }),
  )
}

/** The month `months` later; negative: earlier. */
export function monthAfter({ year, month }: Month, months: number): Month {
  const count = year * 12 + month - 1 + months
  return { year: Math.floor(count / 12), month: count - Math.floor(count / 12) * 12 + 1 }
}

/** The day `days` later; negative: earlier. */
export function dayAfter(date: CivilDate, days: number): CivilDate {
  return civilDate(dayOfDate(date) + days)
}

export function isSameDay(a: CivilDate | null, b: CivilDate | null): boolean {
  return a !== null && b !== null && dayOfDate(a) === dayOfDate(b)
}

export function isBefore(a: CivilDate, b: CivilDate): boolean {
  return dayOfDate(a) < dayOfDate(b)
}

/** 0 is Monday; 1970-01-01 was a Thursday. */
function weekday(dayNumber: number): number {
  return (((dayNumber + 3) % WEEK) + WEEK) % WEEK
}
