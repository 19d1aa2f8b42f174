import { DAY } from '../format/time'

/**
 * Days, the last one begun counted whole, until something in a trash is deleted for good (decisions 52); 0 when its time is over.
 * @param deletedAt seconds since 1970
 * @param period days that the trash keeps things
 * @param now seconds since 1970
 */
export function daysLeft(deletedAt: number, period: number, now: number): number {
  return Math.max(0, Math.ceil((deletedAt - now) / DAY + period))
}
