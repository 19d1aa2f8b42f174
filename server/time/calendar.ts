import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** A moment in UTC, where each day has 24 hours: periods in days must not depend on the server's time zone. */
export function calendar(at: Date): Dayjs {
  return dayjs.utc(at)
}
