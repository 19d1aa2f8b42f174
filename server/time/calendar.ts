import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** hours ahead of UTC: most users are in China */
export const CHINA_HOURS = 8

/** A moment in UTC, where each day has 24 hours: periods in days must not depend on the server's time zone. */
export function calendar(at: Date): Dayjs {
  return dayjs.utc(at)
}

/** The day in China, as `2026-12-31`. */
export function chineseDay(at: Date): string {
  return calendar(at)
    .utcOffset(CHINA_HOURS * 60)
    .format('YYYY-MM-DD')
}

/** The last second of a day in China; null for a text that is no day, such as `2026-02-30`. @param day as `2026-12-31` */
export function endOfChineseDay(day: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const end = new Date(Date.parse(`${day}T23:59:59Z`) - CHINA_HOURS * 3_600_000)
  return !Number.isNaN(end.getTime()) && chineseDay(end) === day ? end : null
}

/** Date and minute in China, wherever the server is. */
export function chineseTime(at: Date): string {
  return inChina(at).format('YYYY-MM-DD HH:mm')
}

/** Date and hour in China: `2026-11-25 09–10h`. */
export function chineseHour(at: Date): string {
  const hour = inChina(at).startOf('hour')
  return `${hour.format('YYYY-MM-DD HH')}–${hour.add(1, 'hour').format('HH')}h`
}

function inChina(at: Date): Dayjs {
  return calendar(at).utcOffset(CHINA_HOURS * 60)
}
