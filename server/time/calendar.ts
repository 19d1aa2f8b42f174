import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** hours ahead of UTC: most users are in China */
export const CHINA_HOURS = 8

/** A moment in UTC, where each day has 24 hours: periods in days must not depend on the server's time zone. */
export function calendar(at: Date): Dayjs {
  return dayjs.utc(at)
}

/** Date and minute in China, wherever the server is. */
export function chineseTime(at: Date): string {
  return inChina(at).format('YYYY-MM-DD HH:mm')
}

/** Date and hour in China: `2026-11-25 09:00–10:00`. */
export function chineseHour(at: Date): string {
  const hour = inChina(at).startOf('hour')
  return `${hour.format('YYYY-MM-DD HH:mm')}–${hour.add(1, 'hour').format('HH:mm')}`
}

function inChina(at: Date): Dayjs {
  return calendar(at).utcOffset(CHINA_HOURS * 60)
}
